/** How a `${…}` expression treats its variable; `''` is a bare `${name}`. */
export type Operator = string;

/** One `${name<operator><args>}`. */
export interface Expression {
  readonly name: string;
  /** As written: `:=`, `^^`, `//`, …; `#` with no argument is the length form `${#name}`. */
  readonly operator: Operator;
  /** The default's pieces (any number), the offset and length, or the pattern and replacement. */
  readonly args: readonly TemplateNode[];
}

/** Literal text (with `$$` already collapsed to `$`), or an expression. */
export type TemplateNode = string | Expression;

/** A text as Flux's substitution sees it, in order. */
export interface Template {
  readonly nodes: readonly TemplateNode[];
}

// `:+` and `:?` are here because Flux treats them as `:-`, whatever a shell does.
const DEFAULT_OPERATORS: ReadonlySet<Operator> = new Set(['-', '+', '=', '?', ':-', ':+', ':=', ':?']);

/** True for the operators that bring a value of their own, and so never fail on an unset variable. */
export const isDefaultOperator = (operator: Operator): boolean => DEFAULT_OPERATORS.has(operator);
