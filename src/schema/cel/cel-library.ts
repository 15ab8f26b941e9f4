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
  /** What `oldSelf` is in a rule that also wants to know of what is created. */
  some(value: unknown): unknown;
}

const require = createRequire(import.meta.url);

/**
 * The library is loaded for the first rule that needs it; most of its 25 ms are its own functions.
 *
 * @param variables what a rule may name in addition to `self` and `oldSelf`
 * @param signatures of functions that a rule may call in addition to those of Kubernetes; they are only parsed
 */
export const openCel = (
  patterns: Patterns,
  variables: readonly string[] = [],
  signatures: readonly string[] = [],
): Cel => {
  let environment: Environment | undefined;
  const env = (): Environment => {
    environment ??= newEnvironment(patterns, variables, signatures);
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
    some: (value) => env().evaluate('optional.of(self)', { self: value }),
  };
};

const newEnvironment = (
  patterns: Patterns,
  variables: readonly string[],
  signatures: readonly string[],
): Environment => {
  const cel = require('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js');
  const made = new cel.Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
  const environment = registerKubernetesFunctions(made, patterns);
  for (const name of ['self', 'oldSelf', ...variables]) environment.registerVariable(name, 'dyn');
  for (const signature of signatures) environment.registerFunction(signature, () => true);
  return environment;
};
