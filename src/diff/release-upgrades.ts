import type { ClusterState, OwnedObject } from '../applied/cluster-state.js';
import { type ObjectId, titleOf } from '../applied/object-id.js';
import { fieldsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import { valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import type { ChangedObject, Effect } from './effect.js';

/**
 * The releases that helm-controller upgrades: it compares the chart's name and version, the composed values,
 * post-renderers and common metadata with those of the last release, and nothing else of a HelmRelease.
 */
export const upgradesOf = (changed: ChangedObject, after: ClusterState): readonly Effect[] => {
  const { id } = changed;
  if (id.kind === 'HelmRelease' && id.group === HELM) return ofRelease(changed);
  return id.group === SOURCES ? ofSource(changed, after) : [];
};

const HELM = 'helm.toolkit.fluxcd.io';
const SOURCES = 'source.toolkit.fluxcd.io';

const ofRelease = ({ from, to, fields, hasUnknownValues }: ChangedObject): readonly Effect[] => {
  if (valueAt(to, ['spec', 'suspend']) === true)
    return [{ text: 'the release is suspended: Helm does nothing', kind: 'none' }];
  const has = (...starts: readonly string[]) => fields.some(({ path }) => isIn(path, starts));
  const charts = [from, to].map(chartSpec);
  const isCertain =
    has('values', 'spec.postRenderers', 'spec.commonMetadata') ||
    (has('spec.chart.spec.version') && charts.every(({ version }) => isVersion(version)) && charts.every(isOfIndex)) ||
    (has('spec.chart.spec.chart') && charts.every(isOfIndex)) ||
    has('spec.chart.spec.valuesFiles') ||
    isRepackaged(charts, to, has);
  if (isCertain) return [{ text: 'Helm upgrades the release', kind: 'upgrade' }];
  const isOtherChart =
    has('spec.chartRef', 'spec.chart.spec.chart', 'spec.chart.spec.sourceRef') ||
    (has('spec.chart.spec.version') && charts.some(isOfIndex)) ||
    (has('spec.chart.spec.reconcileStrategy') && !charts.every(isOfIndex));
  const unsure = [
    ...(isOtherChart ? ['the source has another version of the chart'] : []),
    ...(hasUnknownValues === true && has('spec.valuesFrom') ? ['the values from the cluster differ'] : []),
  ];
  if (unsure.length === 0) return [];
  return [{ text: `Helm upgrades the release if ${unsure.join(', or ')}`, kind: 'upgrade', isUnsure: true }];
};

const chartSpec = (release: JsonObject): JsonObject => {
  const spec = valueAt(release, ['spec', 'chart', 'spec']);
  return fieldsOf(spec);
};

/** Elsewhere, `version` isn't read, and `chart` is a path. */
const isOfIndex = ({ sourceRef }: JsonObject): boolean => isObject(sourceRef) && sourceRef['kind'] === 'HelmRepository';

/** One, and no range. */
const isVersion = (version: unknown): boolean =>
  typeof version === 'string' && /^v?\d+\.\d+\.\d+(?:[-+].*)?$/.test(version);

/** With values files, source-controller puts the generation of the HelmChart into the version of the chart. */
const isRepackaged = (
  charts: readonly JsonObject[],
  to: JsonObject,
  has: (...starts: readonly string[]) => boolean,
): boolean => {
  const isPacked = charts.every(({ valuesFiles }) => Array.isArray(valuesFiles) && valuesFiles.length > 0);
  // The interval of the release counts where the chart has none.
  const isInterval = has('spec.interval') && chartSpec(to)['interval'] === undefined;
  return isPacked && (has('spec.chart.spec') || isInterval);
};

const isIn = (path: string, starts: readonly string[]): boolean =>
  starts.some((start) => path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`));

const ofSource = ({ id, from, to, fields }: ChangedObject, after: ClusterState): readonly Effect[] => {
  const changed = fields.map(({ path }) => path).filter((path) => /^spec\.(?:ref|url|layerSelector)\b/.test(path));
  if (changed.length === 0) return [];
  const releases = after.index
    .ofKind(HELM, 'HelmRelease')
    .filter((one) => reads(one, id))
    .map((one) => titleOf(one.id));
  if (releases.length === 0) return [];
  const names = releases.sort().join(', ');
  // A tag or digest of an artifact is a version of its chart; what else there is, only the source knows.
  const isCertain =
    id.kind === 'OCIRepository' &&
    changed.some((path) => path.startsWith('spec.ref')) &&
    [from, to].every((one) => isPinned(valueAt(one, ['spec', 'ref'])));
  if (isCertain) return [{ text: `Helm upgrades ${names}`, kind: 'upgrade' }];
  const whose = releases.length === 1 ? 'its chart has' : 'their charts have';
  return [{ text: `Helm upgrades ${names} if ${whose} another version then`, kind: 'upgrade', isUnsure: true }];
};

const isPinned = (ref: unknown): boolean =>
  isObject(ref) && ref['semver'] === undefined && (typeof ref['tag'] === 'string' || typeof ref['digest'] === 'string');

/** Whether a HelmRelease has its chart from a source. */
const reads = ({ id: release, holdings }: OwnedObject, { kind, namespace, name }: ObjectId): boolean =>
  [
    ['spec', 'chartRef'],
    ['spec', 'chart', 'spec', 'sourceRef'],
  ].some((path) => {
    const ref = valueAt(holdings[0].json, path);
    return (
      isObject(ref) &&
      ref['kind'] === kind &&
      ref['name'] === name &&
      (ref['namespace'] ?? release.namespace) === namespace
    );
  });
