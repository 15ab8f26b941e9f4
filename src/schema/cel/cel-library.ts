import { createRequire } from 'node:module';
import type { Environment, ParseResult } from '@marcbachmann/cel-js';
import { registerKubernetesFunctions } from './cel-functions.js';
import { rewriteRule } from './cel-source.js';

const require = createRequire(import.meta.url);
let environment: Environment | undefined;

/** The library is loaded for the first rule that needs it; most of its 25 ms are its own functions. */
const env = (): Environment => {
  if (environment === undefined) {
    const cel = require('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js');
    const made = new cel.Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
    environment = registerKubernetesFunctions(made).registerVariable('self', 'dyn').registerVariable('oldSelf', 'dyn');
  }
  return environment;
};

/** Throws where the rule is none, or not well typed. */
export const parseRule = (rule: string, vetted: boolean): ParseResult => {
  const parsed = env().parse(rewriteRule(rule, vetted));
  const checked = parsed.check();
  if (!checked.valid) throw checked.error ?? new Error('it is not well typed');
  return parsed;
};

/** A duration as CEL has it. */
export const celDuration = (text: string): unknown => env().evaluate(`duration(${JSON.stringify(text)})`);

/** What `oldSelf` is where there was nothing before. */
export const celNone = (): unknown => env().evaluate('optional.none()');
