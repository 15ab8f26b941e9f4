import { fieldsOf } from '../../json/as-shape.js';
import { type JsonPath, valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import type { EffectRow, Place } from './effect.js';

export const HELM_RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';

/** The common fields of rows about a chart's values. */
export const releaseOf = (chart: string) => ({ on: HELM_RELEASE, chart });

/** The path of a HelmRelease's values. */
export const VALUES = ['spec', 'values'] as const;

/** The common fields of rows about values that many charts have, at any depth. */
export const ofValues = (...keys: readonly string[]): Pick<EffectRow, 'on'> & { readonly at: readonly string[] } => ({
  on: HELM_RELEASE,
  at: keys.map((key) => [...VALUES, '**', key].join('.')),
});

/** The keys of a value, from the root of the values. */
export const keysOf = ({ path }: Pick<Place, 'path'>): JsonPath => path.slice(VALUES.length);

/** All values of the release, before and after. */
export const valuesOf = ({ from, to }: Pick<Place, 'from' | 'to'>): readonly [JsonObject, JsonObject] => [
  rootOf(from),
  rootOf(to),
];

const rootOf = (json: JsonObject): JsonObject => fieldsOf(valueAt(json, VALUES));

/**
 * The annotation of an object in a chart's templates: with `keep`, Helm doesn't delete it.
 * https://helm.sh/docs/howto/charts_tips_and_tricks/#tell-helm-not-to-uninstall-a-resource
 */
export const KEEP = 'helm.sh/resource-policy';
