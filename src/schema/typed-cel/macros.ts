import {
  callOf,
  copyOf,
  type Expression,
  ExpressionFault,
  listOf,
  literalOf,
  loopOf,
  mapOf,
  nameOf,
  selectOf,
} from './expression.js';

/** What a loop collects; no expression can name it. */
const RESULT = '@result';
const result = (): Expression => nameOf(RESULT);
const isTrue = (): Expression => literalOf('bool', true);

type Variables = readonly [first: string, second: string | undefined];
type Macro = (macro: string, target: Expression, args: readonly Expression[]) => Expression;

/** The expression that a macro stands for; undefined for a call that is none. */
export const expandMacro = (
  name: string,
  args: readonly Expression[],
  target: Expression | undefined,
): Expression | undefined => {
  if (target === undefined) return name === 'has' && args.length === 1 ? has(args[0]!) : undefined;
  const macro = MACROS[`${name}/${args.length}`];
  return macro?.(name, target, args);
};

const has = (field: Expression): Expression => {
  if (field.kind !== 'select') throw new ExpressionFault('asks has() of something else than a field');
  return selectOf(field.on, field.field, true);
};

const variableOf = (macro: string, expression: Expression): string => {
  if (expression.kind !== 'name' || expression.name.startsWith('.')) {
    throw new ExpressionFault(`needs a name as the variable of "${macro}"`);
  }
  if (expression.name === '__result__') throw new ExpressionFault('uses "__result__" as a variable');
  return expression.name;
};

const variablesOf = (macro: string, args: readonly Expression[], count: number): Variables => {
  const first = variableOf(macro, args[0]!);
  if (count === 1) return [first, undefined];
  const second = variableOf(macro, args[1]!);
  if (first === second) throw new ExpressionFault(`has the variable "${first}" twice in "${macro}"`);
  return [first, second];
};

const item = (value: Expression): Expression => listOf([{ value, isOptional: false }]);

/** `all`, `exists` and the like, of one variable or two. */
const quantifier =
  (
    count: 1 | 2,
    make: (test: Expression) => Readonly<Record<'start' | 'condition' | 'step' | 'result', Expression>>,
  ): Macro =>
  (macro, target, args) => {
    const [variable, second] = variablesOf(macro, args, count);
    return loopOf({ range: target, variable, second, accumulator: RESULT, ...make(args[count]!) });
  };

const all = (test: Expression) => ({
  start: isTrue(),
  condition: callOf('@not_strictly_false', [result()]),
  step: callOf('_&&_', [result(), test]),
  result: result(),
});
const exists = (test: Expression) => ({
  start: literalOf('bool', false),
  condition: callOf('@not_strictly_false', [callOf('!_', [result()])]),
  step: callOf('_||_', [result(), test]),
  result: result(),
});
const one = () => literalOf('int', 1n);
const existsOne = (test: Expression) => ({
  start: literalOf('int', 0n),
  condition: isTrue(),
  step: callOf('_?_:_', [test, callOf('_+_', [result(), one()]), result()]),
  result: callOf('_==_', [result(), one()]),
});

/** A loop that collects: `filter`, `map` and the transformations. */
const collecting =
  (count: 1 | 2, start: () => Expression, add: (variable: string, transform: Expression) => Expression): Macro =>
  (macro, target, args) => {
    const [variable, second] = variablesOf(macro, args, count);
    const [first, other] = args.slice(count);
    const step = add(variable, other ?? first!);
    return loopOf({
      range: target,
      variable,
      second,
      accumulator: RESULT,
      start: start(),
      condition: isTrue(),
      step: other === undefined ? step : callOf('_?_:_', [first!, step, result()]),
      result: result(),
    });
  };

const intoList = (_: string, transform: Expression): Expression => callOf('_+_', [result(), item(transform)]);
const map = collecting(1, () => listOf([]), intoList);
const transformList = collecting(2, () => listOf([]), intoList);
const transformMap = collecting(
  2,
  () => mapOf([]),
  (variable, transform) => callOf('cel.@mapInsert', [result(), nameOf(variable), transform]),
);
const transformMapEntry = collecting(
  2,
  () => mapOf([]),
  (_, entry) => callOf('cel.@mapInsert', [result(), entry]),
);
const filter: Macro = (macro, target, [variable, test]) => map(macro, target, [variable!, test!, copyOf(variable!)]);

/** A variable and its value for one expression. */
const binding = (accumulator: string, start: Expression, within: Expression): Expression =>
  loopOf({
    range: listOf([]),
    variable: '#unused',
    second: undefined,
    accumulator,
    start,
    condition: literalOf('bool', false),
    step: nameOf(accumulator),
    result: within,
  });

const optional =
  (wrap: (value: Expression) => Expression): Macro =>
  (macro, target, [variable, within]) => {
    const name = variableOf(macro, variable!);
    const value = callOf('value', [], copyOf(target));
    return callOf('_?_:_', [
      callOf('hasValue', [], target),
      wrap(binding(name, value, within!)),
      callOf('optional.none', []),
    ]);
  };

const SORTED = '@__sortBy_input__';
const sortBy: Macro = (macro, target, args) => {
  if (target.kind === 'literal' || target.kind === 'map' || target.kind === 'object') {
    throw new ExpressionFault('calls "sortBy" on something else than a list');
  }
  const keys = map(macro, nameOf(SORTED), args);
  return binding(SORTED, target, callOf('@sortByAssociatedKeys', [keys], nameOf(SORTED)));
};

const MACROS: Readonly<Record<string, Macro | undefined>> = {
  'all/2': quantifier(1, all),
  'all/3': quantifier(2, all),
  'exists/2': quantifier(1, exists),
  'exists/3': quantifier(2, exists),
  'exists_one/2': quantifier(1, existsOne),
  'exists_one/3': quantifier(2, existsOne),
  'existsOne/3': quantifier(2, existsOne),
  'map/2': map,
  'map/3': map,
  'filter/2': filter,
  'transformList/3': transformList,
  'transformList/4': transformList,
  'transformMap/3': transformMap,
  'transformMap/4': transformMap,
  'transformMapEntry/3': transformMapEntry,
  'transformMapEntry/4': transformMapEntry,
  'optMap/2': optional((value) => callOf('optional.of', [value])),
  'optFlatMap/2': optional((value) => value),
  'sortBy/2': sortBy,
};
