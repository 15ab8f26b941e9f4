import { fieldsOf } from '../../json/as-shape.js';
import { type JsonPath, valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import type { EffectRow, Place } from './effect.js';

export const HELM_RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';

/** What a row about a value of a chart begins with. */
export const releaseOf = (chart: string) => ({ on: HELM_RELEASE, chart });

/** Where a HelmRelease has its values. */
export const VALUES = ['spec', 'values'] as const;

/** What a row about values begins with that many charts have, wherever they have them. */
export const ofValues = (...keys: readonly string[]): Pick<EffectRow, 'on'> & { readonly at: readonly string[] } => ({
  on: HELM_RELEASE,
  at: keys.map((key) => [...VALUES, '**', key].join('.')),
});

/** The keys of a value, from the root of all values. */
export const keysOf = ({ path }: Pick<Place, 'path'>): JsonPath => path.slice(VALUES.length);

/** All values, before and after. */
export const valuesOf = ({ from, to }: Pick<Place, 'from' | 'to'>): readonly [JsonObject, JsonObject] => [
  rootOf(from),
  rootOf(to),
];

const rootOf = (json: JsonObject): JsonObject => fieldsOf(valueAt(json, VALUES));

/** Of an object in a chart's templates: with `keep`, Helm doesn't delete it. https://helm.sh/docs/howto/charts_tips_and_tricks/#tell-helm-not-to-uninstall-a-resource */
export const KEEP = 'helm.sh/resource-policy';
