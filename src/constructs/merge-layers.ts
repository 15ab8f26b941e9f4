import { isMap, mergeObjects } from './merge.js';

/** Settings of one kind of object as one level gives them: the app, the cluster, the addon, the construct itself. */
export type SettingsLayer = Readonly<Record<string, unknown>>;

/** Changes both layers before they are merged, where one field of the later layer rules out one of the earlier. */
export type Reconcile = (base: SettingsLayer, over: SettingsLayer) => readonly [SettingsLayer, SettingsLayer];

/**
 * Merges settings, the most general layer first, as a patch of the root merges into its children: maps merge, lists and
 * all else replace. `null` takes away what an earlier layer gives; it stays in the result until {@link withoutNulls}.
 */
export const mergeLayers = (layers: readonly (SettingsLayer | undefined)[], reconcile: Reconcile): SettingsLayer => {
  let merged: SettingsLayer | undefined;
  for (const layer of layers) {
    if (layer === undefined) continue;
    if (merged === undefined) merged = layer;
    else {
      const [base, over] = reconcile(merged, layer);
      merged = tryMerge(base, over);
    }
  }
  return merged ?? {};
};

const tryMerge = (base: SettingsLayer, over: SettingsLayer): SettingsLayer => {
  try {
    return mergeObjects(base, over);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ...base, ...over };
  }
};

/** Nothing that Flux takes is nested as deep; a value that holds itself is refused where the object is made. */
const DEEPEST = 50;

/** Settings without the fields that are `null`, at every depth of maps. */
export const withoutNulls = (layer: SettingsLayer, depth = 0): SettingsLayer =>
  Object.fromEntries(
    Object.entries(layer)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, isMap(value) && depth < DEEPEST ? withoutNulls(value, depth + 1) : value]),
  );

/** A layer without some of its fields. */
export const without = (layer: SettingsLayer, ...fields: readonly string[]): SettingsLayer =>
  Object.fromEntries(Object.entries(layer).filter(([key]) => !fields.includes(key)));
