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
  /** What isn't evaluated: `for`, splats. */
  | { readonly is: 'unknown' };
