import { field } from './marks.js';
import { constant, type Value } from './value.js';

/** The entries of a map or list that templates made themselves; undefined where some aren't known. */
export const knownEntries = (value: Value): readonly (readonly [Value, Value])[] | undefined => {
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
