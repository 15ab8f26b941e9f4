import { createRequire } from 'node:module';
import type { Environment, ParseResult } from '@marcbachmann/cel-js';
import type { StructuralSchema } from '../../import/crd-schemas.js';
import { registerKubernetesFunctions } from './cel-functions.js';
import { celShortcut } from './cel-shortcut.js';
import { fieldsOfSelf, isTransitionRule, loopDepth, rewriteRule } from './cel-source.js';

/** One rule of a schema's `x-kubernetes-validations`, ready to be evaluated. */
export interface CompiledRule {
  readonly rule: string;
  /** The author's own words. */
  readonly message: string | undefined;
  /** The field that a failure is reported at, as `.spec.role`. */
  readonly fieldPath: string | undefined;
  readonly depth: number;
  /** The fields of `self` that it looks at, by their names in rules; undefined where it looks at all of it. */
  readonly fields: ReadonlySet<string> | undefined;
  /** Throws where the rule does: a key that is not there, an overflow. */
  readonly evaluate: ((self: unknown) => unknown) | undefined;
  /** Why it could not be compiled. */
  readonly fault: string | undefined;
}

const require = createRequire(import.meta.url);
let environment: Environment | undefined;

/** The library is loaded for the first object that has a rule to keep; most of its 25 ms are its own functions. */
const env = (): Environment => {
  if (environment === undefined) {
    const cel = require('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js');
    const made = new cel.Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
    environment = registerKubernetesFunctions(made).registerVariable('self', 'dyn').registerVariable('oldSelf', 'dyn');
  }
  return environment;
};

/** A duration as CEL has it. */
export const celDuration = (text: string): unknown => env().evaluate(`duration(${JSON.stringify(text)})`);

const compiled = new WeakMap<object, readonly CompiledRule[]>();

/**
 * The rules of one node of a schema, compiled once in a process; those that need what was there before are left out.
 *
 * @param vetted the schema is one of the package's own
 */
export const rulesOf = (schema: StructuralSchema, vetted: boolean): readonly CompiledRule[] => {
  const before = compiled.get(schema);
  if (before !== undefined) return before;
  const rules = ((schema['x-kubernetes-validations'] ?? []) as RuleInput[])
    .filter(({ rule, optionalOldSelf }) => optionalOldSelf === true || !isTransitionRule(rule))
    .map((rule) => compileRule(rule, vetted));
  compiled.set(schema, rules);
  return rules;
};

interface RuleInput {
  readonly rule: string;
  readonly message?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

const compileRule = ({ rule, message, fieldPath, optionalOldSelf }: RuleInput, vetted: boolean): CompiledRule => {
  const known = { rule, message, fieldPath, depth: loopDepth(rule), fields: fieldsOfSelf(rule) };
  try {
    const parsed: ParseResult = env().parse(rewriteRule(rule, vetted));
    const checked = parsed.check();
    if (!checked.valid) throw checked.error ?? new Error('it is not well typed');
    const oldSelf = optionalOldSelf === true ? env().evaluate('optional.none()') : undefined;
    const isSurelyKept = celShortcut(parsed.ast, vetted);
    return {
      ...known,
      evaluate: (self) =>
        isSurelyKept?.(self) === true || parsed({ self, ...(oldSelf === undefined ? {} : { oldSelf }) }),
      fault: undefined,
    };
  } catch (error) {
    const fault = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    return { ...known, evaluate: undefined, fault };
  }
};
