import type { JsonObject } from '../../../src/json/json-value.js';

/** What becomes of an update: the API server takes it, refuses it, or that depends on what is in the cluster. */
export type UpdateVerdict = 'taken' | 'refused' | 'unsure';

/** One object as it was and as it becomes, with the verdict on that update and on the one back. */
export interface UpdateCase {
  /** `StorageClass: parameters`. */
  readonly label: string;
  readonly from: JsonObject;
  readonly to: JsonObject;
  readonly there: UpdateVerdict;
  readonly back: UpdateVerdict;
  /** Objects that must be in the cluster before. */
  readonly needs?: readonly JsonObject[];
  /** What must be true of the object in the cluster before it is updated. */
  readonly isSettled?: (object: JsonObject) => boolean;
  /** `to` can't be created in a cluster of the tests, so only the first verdict is asked for. */
  readonly isOneWay?: true;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object with changes merged into it; `undefined` takes a field out, and a list is replaced. */
export const changed = (object: JsonObject, changes: JsonObject): JsonObject => {
  const out: Record<string, unknown> = { ...object };
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) delete out[key];
    else out[key] = isPlain(value) && isPlain(out[key]) ? changed(out[key], value) : value;
  }
  return out;
};

type Verdicts = UpdateVerdict | readonly [there: UpdateVerdict, back: UpdateVerdict];

/** Cases of one object: what a change makes of it, and the verdict, one for both directions or one for each. */
export const casesOf = (
  base: JsonObject,
  changes: Readonly<Record<string, readonly [changes: JsonObject, verdicts: Verdicts, more?: Partial<UpdateCase>]>>,
): readonly UpdateCase[] =>
  Object.entries(changes).map(([name, [change, verdicts, more]]) => ({
    label: `${String(base['kind'])}: ${name}`,
    from: base,
    to: changed(base, change),
    there: typeof verdicts === 'string' ? verdicts : verdicts[0],
    back: typeof verdicts === 'string' ? verdicts : verdicts[1],
    ...more,
  }));

/** A manifest named `x`, in the namespace `update` where its kind lives in one. */
export const manifest = (apiVersion: string, kind: string, rest: JsonObject, isNamespaced = true): JsonObject => ({
  apiVersion,
  kind,
  metadata: { name: 'x', ...(isNamespaced ? { namespace: 'update' } : {}) },
  ...rest,
});
