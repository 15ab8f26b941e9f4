import { field } from './marks.js';
import { constant, type Value } from './value.js';

type Entries = readonly (readonly [Value, Value])[];

/** The entries of a map or list that templates made themselves; undefined where some aren't known. */
const knownEntries = (value: Value): Entries | undefined => {
  const [only] = value;
  if (value.length !== 1 || only === undefined) return undefined;
  if (only.kind === 'constant') return only.value === null || only.value === '' ? [] : undefined;
  if (only.kind === 'list' && only.list.rest.length === 0) {
    return only.list.items.map((item, i) => [constant(i), item] as const);
  }
  // A template that goes through all values looks for the sections that the chart has.
  if (only.kind === 'values' && only.node.isRoot) {
    return only.node.sections().map((key) => [constant(key), field(value, key)] as const);
  }
  if (only.kind === 'files') return [...only.files].map(([path, text]) => [constant(path), constant(text)] as const);
  if (only.kind !== 'dict') return undefined;
  const { fields, rest, also } = only.dict.state;
  if (rest.length > 0 || also.length > 0) return undefined;
  return [...fields].map(([key, item]) => [constant(key), item] as const);
};

/** The entries of each list that a value may be; undefined where some aren't known. */
export const knownLists = (value: Value): readonly Entries[] | undefined => {
  const isOneOfMany = value.length > 1 && value.every(({ kind }) => kind === 'list');
  const found = (isOneOfMany ? value.map((atom) => [atom]) : [value]).map(knownEntries);
  return found.every((one) => one !== undefined) ? found : undefined;
};
