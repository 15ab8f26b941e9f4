import { tryFindSource } from '../../applied/find-source.js';
import { jsonOf } from '../../applied/holding.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import type { ReplacementCause } from '../model/replacement-cause.js';
import { type ChartIdentity, chartOf, compareCharts } from '../releases/chart-identity.js';
import { releaseOf } from '../releases/release-of.js';
import type { Change } from './change.js';
import { kubeConfigDifference, type ReplacementDifference, textDifference } from './replacement-differences.js';

/**
 * Finds why helm-controller uninstalls a release and installs it again: the change makes it another release for Helm.
 * Follows `ReleaseTargetChanged` in helm-controller's internal/action/verify.go.
 */
export const replacedRelease = ({ object, before, next, after }: Change): ReplacementCause | undefined => {
  if (object.id.kind !== 'HelmRelease' || object.id.group !== 'helm.toolkit.fluxcd.io') return undefined;
  const [old, target] = [releaseOf(object), releaseOf(next)];
  const differences = [
    ...textDifference('storage namespace', old.storage, target.storage),
    ...textDifference('target namespace', old.namespace, target.namespace),
    ...textDifference('release name', old.name, target.name),
  ];
  const kubeConfig = kubeConfigDifference(specOf(jsonOf(object))['kubeConfig'], specOf(jsonOf(next))['kubeConfig']);
  const charts = [chartOf(object, before), chartOf(next, after)] as const;
  const chart = inPlace({ object, next, after }, chartDifference(...charts));
  const all = [...kubeConfig, ...differences, ...chart];
  if (all.length === 0) return undefined;
  const release = `release "${old.name}" in namespace "${old.namespace}"`;
  const onlyChart = all.length === chart.length;
  const certain = all.some((one) => one.certain);
  return {
    differences: all.map(({ words }) => words),
    certain,
    effect:
      kubeConfig.length > 0
        ? `${release} is installed again in the cluster that the new kubeConfig names; all that it installed so far stays in the old one, where nothing updates or deletes it any more, unless both are the same cluster`
        : `Helm uninstalls ${release} with all that its chart installed, PersistentVolumeClaims and CRDs among its templates included, and installs it again${specOf(jsonOf(next))['suspend'] === true ? ', as soon as the HelmRelease is resumed' : ''}`,
    ...(onlyChart ? { instead: chartAdvice(certain, upgradesInPlace(specOf(jsonOf(next))), charts) } : {}),
  };
};

const chartAdvice = (
  certain: boolean,
  isInPlace: boolean,
  [before, after]: readonly [ChartIdentity, ChartIdentity],
): string => {
  if (isInPlace) return 'set InPlaceUpdate in a change of its own before this one';
  const upgrade =
    "to upgrade the release in place (Flux 2.9 and later), give it upgrade: { chartNameChangeStrategy: 'InPlaceUpdate' }";
  if (certain) return upgrade;
  return after.address === undefined
    ? `compare the name in both charts' Chart.yaml: if it stays, nothing is replaced; ${upgrade}`
    : `if the chart's name stays, declare it where the chart is pinned: helmChart({ …, chart: '${before.name ?? before.likelyName ?? 'NAME'}' })`;
};

const upgradesInPlace = (spec: JsonObject): boolean =>
  isObject(spec['upgrade']) && spec['upgrade']['chartNameChangeStrategy'] === 'InPlaceUpdate';

/**
 * The remaining risk of a changed chart where the release upgrades in place. A source that another Kustomization
 * applies may bring the chart before the HelmRelease gets that setting.
 */
const inPlace = (
  { object, next, after }: Pick<Change, 'object' | 'next' | 'after'>,
  differences: readonly ReplacementDifference[],
): readonly ReplacementDifference[] => {
  if (differences.length === 0 || !upgradesInPlace(specOf(jsonOf(next)))) return differences;
  const source = tryFindSource(specOf(jsonOf(next))['chartRef'], next.id.namespace, after);
  const owners = new Set(next.holdings.map(({ owner }) => owner));
  const isLate =
    source?.holdings.some(({ owner }) => !owners.has(owner)) === true && !upgradesInPlace(specOf(jsonOf(object)));
  return isLate
    ? differences.map(({ words }) => ({ words: `${words}, before InPlaceUpdate is set`, certain: false }))
    : [];
};

const chartDifference = (before: ChartIdentity, after: ChartIdentity): readonly ReplacementDifference[] => {
  const verdict = compareCharts(before, after);
  if (verdict === 'same') return [];
  if (verdict === 'uncertain') {
    const words = `chart ${before.shown} → ${after.shown}, whose names may differ`;
    return [{ words, certain: false }];
  }
  const nameOf = ({ name, likelyName }: ChartIdentity) => name ?? likelyName;
  return [{ words: `chart name "${nameOf(before)}" → "${nameOf(after)}"`, certain: true }];
};
