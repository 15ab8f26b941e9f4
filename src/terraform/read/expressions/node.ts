/** An expression of HCL, as far as it is evaluated: https://developer.hashicorp.com/terraform/language/expressions */
export type Expression =
  | { readonly is: 'literal'; readonly value: unknown }
  | { readonly is: 'template'; readonly parts: readonly (string | Expression)[] }
  /** `var.name`, `local.a["b"]`, `kubernetes_namespace.x.metadata[0].name`. */
  | { readonly is: 'reference'; readonly root: string }
  | { readonly is: 'index'; readonly of: Expression; readonly key: Expression }
  | { readonly is: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly is: 'unary'; readonly operator: string; readonly operand: Expression }
  | { readonly is: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | {
      readonly is: 'conditional';
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
      /** A directive over several lines of a template: without its test, nothing is known of the text around it. */
      readonly hasLines?: true;
    }
  | { readonly is: 'list'; readonly items: readonly Expression[] }
  | { readonly is: 'object'; readonly entries: readonly (readonly [Expression, Expression])[] }
  /** `{ for k, v in x : k => v if test }`, or a list without the key. */
  | {
      readonly is: 'for';
      /** The names that a step has: of its value, or of its key and value. */
      readonly names: readonly string[];
      readonly of: Expression;
      readonly key: Expression | undefined;
      readonly value: Expression;
      readonly test: Expression | undefined;
      /** `v...`: each value is a list. */
      readonly isGrouped: boolean;
    }
  /** `f(list...)`. */
  | { readonly is: 'spread'; readonly of: Expression }
  /** What isn't evaluated: splats, functions of providers. */
  | { readonly is: 'unknown' };
