/** An expression of CEL, with its macros expanded as cel-go expands them: what it says, and what the API server checks. */
export type Expression =
  | LiteralExpression
  | { readonly kind: 'name'; readonly name: string; readonly depth: number }
  | SelectExpression
  | CallExpression
  | ListExpression
  | MapExpression
  | ObjectExpression
  | LoopExpression;

export interface ObjectExpression {
  readonly kind: 'object';
  readonly name: string;
  readonly fields: readonly FieldEntry[];
  readonly depth: number;
}

export interface LiteralExpression {
  readonly kind: 'literal';
  readonly type: 'bool' | 'bytes' | 'double' | 'int' | 'null_type' | 'string' | 'uint';
  readonly value: string | bigint | number | boolean | null;
  readonly depth: number;
}

export interface SelectExpression {
  readonly kind: 'select';
  readonly on: Expression;
  readonly field: string;
  /** `has(on.field)` */
  readonly isTest: boolean;
  readonly depth: number;
}

export interface CallExpression {
  readonly kind: 'call';
  readonly name: string;
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
  readonly depth: number;
}

export interface ListExpression {
  readonly kind: 'list';
  readonly items: readonly { readonly value: Expression; readonly isOptional: boolean }[];
  readonly depth: number;
}

export interface MapExpression {
  readonly kind: 'map';
  readonly entries: readonly { readonly key: Expression; readonly value: Expression; readonly isOptional: boolean }[];
  readonly depth: number;
}

export interface FieldEntry {
  readonly name: string;
  readonly value: Expression;
  readonly isOptional: boolean;
}

/** What `all`, `map` and others are made of; without items to go through, a variable and its value (`optMap`). */
export interface LoopExpression {
  readonly kind: 'loop';
  readonly range: Expression;
  readonly variable: string;
  readonly second: string | undefined;
  readonly accumulator: string;
  readonly start: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
  readonly depth: number;
}

/** Why an expression isn't one that CEL reads, in words that continue `"…rule" …`. */
export class ExpressionFault extends Error {}

/** An expression that isn't judged: it is nested deeper than most readers can follow. */
export class Undecided extends Error {}

/** The depth from which cel-go refuses an expression; what is near it isn't judged. */
const DEEPEST = 200;

const above = (parts: readonly (Expression | undefined)[]): number => {
  const depth = 1 + Math.max(0, ...parts.map((part) => part?.depth ?? 0));
  if (depth > DEEPEST) throw new Undecided();
  return depth;
};

export const literalOf = (type: LiteralExpression['type'], value: LiteralExpression['value']): Expression => ({
  kind: 'literal',
  type,
  value,
  depth: 1,
});

export const nameOf = (name: string): Expression => ({ kind: 'name', name, depth: 1 });

export const selectOf = (on: Expression, field: string, isTest = false): Expression => ({
  kind: 'select',
  on,
  field,
  isTest,
  depth: above([on]),
});

export const callOf = (name: string, args: readonly Expression[], target?: Expression): Expression => ({
  kind: 'call',
  name,
  target,
  args,
  depth: above([target, ...args]),
});

export const listOf = (items: ListExpression['items']): Expression => ({
  kind: 'list',
  items,
  depth: above(items.map(({ value }) => value)),
});

export const mapOf = (entries: MapExpression['entries']): Expression => ({
  kind: 'map',
  entries,
  depth: above(entries.flatMap(({ key, value }) => [key, value])),
});

export const objectOf = (name: string, fields: readonly FieldEntry[]): Expression => ({
  kind: 'object',
  name,
  fields,
  depth: above(fields.map(({ value }) => value)),
});

export const loopOf = (loop: Omit<LoopExpression, 'kind' | 'depth'>): Expression => ({
  kind: 'loop',
  ...loop,
  depth: above([loop.range, loop.start, loop.condition, loop.step, loop.result]),
});

/** The parts of an expression, in the order in which they are written. */
export const partsOf = (expression: Expression): readonly Expression[] => {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'select':
      return [expression.on];
    case 'call':
      return expression.target === undefined ? expression.args : [expression.target, ...expression.args];
    case 'list':
      return expression.items.map(({ value }) => value);
    case 'map':
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case 'object':
      return expression.fields.map(({ value }) => value);
    case 'loop':
      return [expression.range, expression.start, expression.condition, expression.step, expression.result];
  }
};

/** An expression and all below it. */
export const eachPart = function* (expression: Expression): Generator<Expression> {
  yield expression;
  for (const part of partsOf(expression)) yield* eachPart(part);
};

/** The same expression a second time, for what is kept about each of its parts. */
export const copyOf = (expression: Expression): Expression => {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return { ...expression };
    case 'select':
      return { ...expression, on: copyOf(expression.on) };
    case 'call':
      return {
        ...expression,
        target: expression.target && copyOf(expression.target),
        args: expression.args.map(copyOf),
      };
    case 'list':
      return { ...expression, items: expression.items.map((item) => ({ ...item, value: copyOf(item.value) })) };
    case 'map':
      return {
        ...expression,
        entries: expression.entries.map((entry) => ({
          ...entry,
          key: copyOf(entry.key),
          value: copyOf(entry.value),
        })),
      };
    case 'object':
      return { ...expression, fields: expression.fields.map((field) => ({ ...field, value: copyOf(field.value) })) };
    case 'loop':
      return {
        ...expression,
        range: copyOf(expression.range),
        start: copyOf(expression.start),
        condition: copyOf(expression.condition),
        step: copyOf(expression.step),
        result: copyOf(expression.result),
      };
  }
};
