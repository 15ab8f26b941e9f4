import type { CelAst } from '../cel/cel-ast.js';
import { decodeAst } from '../cel/cel-ast.js';
import type { StructuralSchema } from '../read-crd.js';
import { type ItemPath, parseItemPath } from './item-path.js';
import { compileExpression, type JsonExpression } from './json-expression.js';

/** The keyword under which `imports/schemas` has the rules of a type of Kubernetes' own. */
export const NATIVE_RULES = 'x-fluxspan-rules';

/** What an expression may name: the value of the type, with `each` an item below it and its index or key, and the object. */
export const ruleVariables = ['self', 'item', 'key', 'root'] as const;

/** A rule that Kubernetes has in Go, as `imports/schemas` has it. */
export interface NativeRule {
  /** What must hold; with `unique`, what no two items may have alike. */
  readonly ast: CelAst;
  readonly unique?: true;
  /** The items that the rule is about, one after the other. @default - the value of the type */
  readonly each?: readonly string[];
  /** Where the API server reports it, below the value or item. */
  readonly path?: readonly (string | number)[];
  /** In words that continue `"spec.ports[0]" …`. */
  readonly message: string;
  /** What to do, in the imperative. */
  readonly fix: string;
  /** The function of Kubernetes that checks it. */
  readonly upstream: string;
  /** The minor version since which it holds, where a cluster may be older. */
  readonly since?: string;
}

export interface CompiledNativeRule extends NativeRule {
  readonly items: readonly ItemPath[] | undefined;
  readonly evaluate: JsonExpression;
}

/** The rules of one node of a schema. */
export type NativeRulesOf = (schema: StructuralSchema) => readonly CompiledNativeRule[];

/** Compiles the rules of each node when an object first has it. */
export const openNativeRules = (): NativeRulesOf => {
  const compiled = new WeakMap<object, readonly CompiledNativeRule[]>();
  return (schema) => {
    let rules = compiled.get(schema);
    if (rules === undefined) {
      rules = ((schema[NATIVE_RULES] ?? []) as readonly NativeRule[]).map((rule) => ({
        ...rule,
        items: rule.each?.map((path) => parseItemPath(path)!),
        evaluate: compileExpression(decodeAst(rule.ast), ruleVariables),
      }));
      compiled.set(schema, rules);
    }
    return rules;
  };
};
