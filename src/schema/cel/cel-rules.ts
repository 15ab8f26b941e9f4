import type { StructuralSchema } from '../read-crd.js';
import { type CelAst, type CelNode, decodeAst } from './cel-ast.js';
import type { Cel } from './cel-library.js';
import { celShortcut } from './cel-shortcut.js';
import { fieldsOfSelf, isTransitionRule, loopDepth } from './cel-source.js';

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

/** Where rules come from. */
export interface RuleOrigin {
  /** The schema is one of the package's own. */
  readonly vetted: boolean;
  /** The ASTs of vetted rules, by their text. */
  readonly asts?: Readonly<Record<string, CelAst>> | undefined;
}

/** The rules of one node of a schema; those that need what was there before are left out. */
export type RulesOf = (schema: StructuralSchema, origin: RuleOrigin) => readonly CompiledRule[];

/** Compiles the rules of each node once. */
export const openRules = (cel: Cel): RulesOf => {
  const compiled = new WeakMap<object, readonly CompiledRule[]>();
  return (schema, origin) => {
    const before = compiled.get(schema);
    if (before !== undefined) return before;
    const rules = ((schema['x-kubernetes-validations'] ?? []) as RuleInput[])
      .filter(({ rule, optionalOldSelf }) => optionalOldSelf === true || !isTransitionRule(rule))
      .map((rule) => compileRule(cel, rule, origin));
    compiled.set(schema, rules);
    return rules;
  };
};

interface RuleInput {
  readonly rule: string;
  readonly message?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

const compileRule = (cel: Cel, input: RuleInput, { vetted, asts = {} }: RuleOrigin): CompiledRule => {
  const { rule, message, fieldPath } = input;
  const known = { rule, message, fieldPath, depth: loopDepth(rule), fields: fieldsOfSelf(rule) };
  try {
    // The library took this rule when its AST was shipped, so it is not asked before the shortcut says nothing.
    const shipped = vetted && Object.hasOwn(asts, rule) ? decodeAst(asts[rule]!) : undefined;
    let library = shipped === undefined ? byLibrary(cel, input, vetted) : undefined;
    const isSurelyKept = celShortcut(shipped ?? library!.ast, vetted);
    return {
      ...known,
      evaluate: (self) => {
        if (isSurelyKept?.(self) === true) return true;
        library ??= byLibrary(cel, input, vetted);
        return library.evaluate(self);
      },
      fault: undefined,
    };
  } catch (error) {
    const fault = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    return { ...known, evaluate: undefined, fault };
  }
};

interface LibraryRule {
  readonly ast: CelNode;
  readonly evaluate: (self: unknown) => unknown;
}

const byLibrary = (cel: Cel, { rule, optionalOldSelf }: RuleInput, vetted: boolean): LibraryRule => {
  const parsed = cel.parseRule(rule, vetted);
  const before = optionalOldSelf === true ? { oldSelf: cel.none() } : {};
  return { ast: parsed.ast, evaluate: (self) => parsed({ self, ...before }) };
};
