import { createRequire } from 'node:module';
import type { Environment, ParseResult } from '@marcbachmann/cel-js';
import type { Patterns } from '../patterns.js';
import { registerKubernetesFunctions } from './cel-functions.js';
import { rewriteRule } from './cel-source.js';

/** The library that evaluates CEL, with what Kubernetes adds to the language. */
export interface Cel {
  /** Throws where the rule is none, or not well typed. */
  parseRule(rule: string, vetted: boolean): ParseResult;
  /** A duration as CEL has it. */
  duration(text: string): unknown;
  /** What `oldSelf` is where there was nothing before. */
  none(): unknown;
}

const require = createRequire(import.meta.url);

/** The library is loaded for the first rule that needs it; most of its 25 ms are its own functions. */
export const openCel = (patterns: Patterns): Cel => {
  let environment: Environment | undefined;
  const env = (): Environment => {
    environment ??= newEnvironment(patterns);
    return environment;
  };
  return {
    parseRule: (rule, vetted) => {
      const parsed = env().parse(rewriteRule(rule, vetted));
      const checked = parsed.check();
      if (!checked.valid) throw checked.error ?? new Error('it is not well typed');
      return parsed;
    },
    duration: (text) => env().evaluate(`duration(${JSON.stringify(text)})`),
    none: () => env().evaluate('optional.none()'),
  };
};

const newEnvironment = (patterns: Patterns): Environment => {
  const cel = require('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js');
  const made = new cel.Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
  return registerKubernetesFunctions(made, patterns).registerVariable('self', 'dyn').registerVariable('oldSelf', 'dyn');
};
