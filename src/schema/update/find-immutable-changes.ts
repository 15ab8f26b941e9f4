import { valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { type Difference, findDifferences, type SameText } from './differences.js';
import type { ImmutableField, OneSided } from './immutable-kind.js';
import { findImmutableKind, type KnownImmutableKind } from './immutable-kinds.js';
import { parseQuantity } from './quantity.js';

/**
 * What the API server would refuse of an update of one of Kubernetes' own kinds, since the field is immutable; of a
 * difference that isn't certain, it may.
 *
 * @param sameText compares texts as they arrive in the cluster
 */
export const findImmutableChanges = (
  group: string,
  kind: string,
  from: JsonObject,
  to: JsonObject,
  sameText: SameText,
): readonly Difference[] => {
  const row = findImmutableKind(group, kind);
  if (row === undefined) return [];
  const { view = (object) => object, viewFrom = (object) => object } = row;
  const [before, after] = [viewFrom(view(from), view(to)), view(to)];
  const found = row.fields.flatMap((field) =>
    field.when?.(before, after) === false ? [] : changesOf(field, before, after, sameText),
  );
  const all = [...found, ...(row.extra?.(before, after) ?? [])];
  return row.unsure?.(from) === true ? all.map((one) => ({ ...one, certain: false })) : all;
};

const changesOf = (
  field: KnownImmutableKind['fields'][number],
  before: JsonObject,
  after: JsonObject,
  sameText: SameText,
): readonly Difference[] => {
  const path = field.at;
  const [from, to] = [valueAt(before, path), valueAt(after, path)];
  if (field.mayGrow === true && grows(from, to) !== false) return [];
  const { defaults, isSet } = field;
  const found = findDifferences(from, to, path, { sameText, defaults, isSet });
  if (field.mayGrow === true) return found.map((one) => ({ ...one, why: SHRINKS }));
  const verdict = verdictOf(field, from, to);
  if (verdict === 'allowed') return [];
  return verdict === 'refused' ? found : found.map((one) => ({ ...one, certain: false }));
};

const SHRINKS = 'a volume never shrinks; only a size to which it could not grow may be lowered again';

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const verdictOf = (
  { added = 'refused', removed = 'refused' }: ImmutableField,
  from: unknown,
  to: unknown,
): OneSided => {
  if (isAbsent(from)) return typeof added === 'function' ? added(to) : added;
  return isAbsent(to) ? removed : 'refused';
};

/** Whether a quantity stays or grows; undefined where one of them isn't known. */
const grows = (from: unknown, to: unknown): boolean | undefined => {
  const [before, after] = [parseQuantity(from), parseQuantity(to)];
  return before === undefined || after === undefined ? undefined : after >= before;
};
