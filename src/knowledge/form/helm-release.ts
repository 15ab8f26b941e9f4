import { fieldsOf } from '../../json/as-shape.js';
import type { JsonPath } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import type { EffectRow, Place } from './effect.js';

export const HELM_RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';

/** What a row about a value of a chart begins with. */
export const releaseOf = (chart: string) => ({ on: HELM_RELEASE, chart });

/** What a row about values begins with that many charts have, wherever they have them. */
export const ofValues = (...keys: readonly string[]): Pick<EffectRow, 'on'> & { readonly at: readonly string[] } => ({
  on: HELM_RELEASE,
  at: keys.map((key) => `spec.values.**.${key}`),
});

/** The keys of a value, from the root of all values. */
export const keysOf = ({ path }: Pick<Place, 'path'>): JsonPath => path.slice('spec.values'.split('.').length);

/** All values, before and after. */
export const valuesOf = ({ from, to }: Pick<Place, 'from' | 'to'>): readonly [JsonObject, JsonObject] => [
  rootOf(from),
  rootOf(to),
];

const rootOf = ({ spec }: JsonObject): JsonObject => fieldsOf(fieldsOf(spec)['values']);

/** Of an object in a chart's templates: with `keep`, Helm doesn't delete it. https://helm.sh/docs/howto/charts_tips_and_tricks/#tell-helm-not-to-uninstall-a-resource */
export const KEEP = 'helm.sh/resource-policy';
