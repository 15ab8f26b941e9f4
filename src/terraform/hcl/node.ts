/** An HCL expression. Text that stands for itself (`string`) and text with expressions in it (`template`) never mix. */
export type Expression =
  | { readonly type: 'literal'; readonly value: number | boolean | null }
  | { readonly type: 'string'; readonly text: string }
  | { readonly type: 'heredoc'; readonly text: string }
  | { readonly type: 'template'; readonly parts: readonly (string | Expression)[] }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'member'; readonly of: Expression; readonly key: string | Expression }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly type: 'list'; readonly items: readonly Expression[]; readonly layout: Layout }
  | { readonly type: 'object'; readonly entries: readonly ObjectEntry[]; readonly layout: Layout }
  | ForExpression
  | { readonly type: 'not'; readonly of: Expression }
  | { readonly type: 'binary'; readonly operator: BinaryOperator; readonly sides: readonly Expression[] };

/** A `for` over a collection: a list where it has no `key`, else an object. */
export interface ForExpression {
  readonly type: 'for';
  /** The names that it binds: the value, or the key and the value. */
  readonly names: readonly [string] | readonly [string, string];
  readonly in: Expression;
  readonly key?: Expression;
  readonly value: Expression;
  readonly if?: Expression;
}

/** On one line, or each member on its own. */
export type Layout = 'line' | 'block';

export interface ObjectEntry {
  readonly key: string;
  readonly value: Expression;
}

/** Loosest binding first; https://developer.hashicorp.com/terraform/language/expressions/operators */
export const binaryOperators = ['||', '&&', '==', '!=', '>', '>=', '<=', '+'] as const;
export type BinaryOperator = (typeof binaryOperators)[number];

/** A line, or a block, of a file. */
export type Statement =
  | { readonly type: 'attribute'; readonly name: string; readonly value: Expression }
  | {
      readonly type: 'block';
      readonly name: string;
      readonly labels: readonly string[];
      readonly body: readonly Statement[];
    }
  | { readonly type: 'comment'; readonly text: string }
  | { readonly type: 'blank' };

const frozen = <const T extends Expression | Statement>(node: T): T => Object.freeze(node);

export const literal = (value: number | boolean | null): Expression => frozen({ type: 'literal', value });

/** Text that stands for itself: `${` in it is not an interpolation. */
export const string = (text: string): Expression => frozen({ type: 'string', text });

/** The same on several lines, without a character that needs quotes. It ends with a newline. */
export const heredoc = (text: string): Expression => frozen({ type: 'heredoc', text });

/** Text with expressions in it; its strings stand for themselves. */
export const template = (...parts: readonly (string | Expression)[]): Expression => frozen({ type: 'template', parts });

/** What is in scope under a name: `var`, `each`, a variable of a `for`. */
export const name = (of: string): Expression => frozen({ type: 'name', name: of });

/** `member(name('var'), 'vars', 'TF_REGION')` → `var.vars.TF_REGION`; keys that are no identifiers stand in brackets. */
export const member = (of: Expression, ...keys: readonly (string | Expression)[]): Expression =>
  keys.reduce<Expression>((inner, key) => frozen({ type: 'member', of: inner, key }), of);

export const call = (of: string, ...args: readonly Expression[]): Expression =>
  frozen({ type: 'call', name: of, args });

export const list = (items: readonly Expression[], layout: Layout = 'line'): Expression =>
  frozen({ type: 'list', items, layout });

export const object = (entries: Readonly<Record<string, Expression>>, layout: Layout = 'block'): Expression =>
  frozen({ type: 'object', entries: Object.entries(entries).map(([key, value]) => ({ key, value })), layout });

export const forEach = (parts: Omit<ForExpression, 'type'>): Expression => frozen({ type: 'for', ...parts });

export const not = (of: Expression): Expression => frozen({ type: 'not', of });

/** `a && b && c`; what is itself such a chain becomes a part of it. */
export const binary = (operator: BinaryOperator, ...sides: readonly Expression[]): Expression => {
  const chain = sides.flatMap((side) => (side.type === 'binary' && side.operator === operator ? side.sides : [side]));
  return chain.length === 1 ? chain[0]! : frozen({ type: 'binary', operator, sides: chain });
};

export const attribute = (of: string, value: Expression): Statement => frozen({ type: 'attribute', name: of, value });

export const block = (of: string, labels: readonly string[], body: readonly Statement[]): Statement =>
  frozen({ type: 'block', name: of, labels, body });

/** Each line of `text` becomes a line of its own. */
export const comment = (text: string): Statement => frozen({ type: 'comment', text });

export const blank: Statement = frozen({ type: 'blank' });

/** A plain value as an expression: strings, numbers, booleans, null, lists and objects of such. */
export const plain = (value: unknown, layout: Layout = 'block'): Expression => {
  if (typeof value === 'string') return string(value);
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return literal(value);
  if (Array.isArray(value)) {
    const flat = value.every((one) => typeof one !== 'object' || one === null);
    return list(
      value.map((one) => plain(one, layout)),
      flat ? 'line' : layout,
    );
  }
  if (typeof value === 'object') {
    return object(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one, layout)])), layout);
  }
  throw new TypeError(`HCL has no value of type ${typeof value}`);
};
