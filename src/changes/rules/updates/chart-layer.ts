import type { ClusterState, OwnedObject } from '../../../applied/cluster-state.js';
import { tryFindSource } from '../../../applied/find-source.js';
import { jsonOf } from '../../../applied/holding.js';
import { titleOf } from '../../../applied/object-id.js';
import { CHART_LAYER } from '../../../constructs/chart-layer.js';
import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { compareText } from '../../../json/compare-text.js';
import { isObject } from '../../../json/is-object.js';
import { specOf } from '../../../json/manifest-fields.js';
import { defineChangeRule } from '../../change-rule.js';

const chartLayer = defineDiagnostic({
  code: 'FX562',
  name: 'chart-layer',
  severity: 'warning',
  summary:
    'An OCIRepository that holds a chart loses the layerSelector that picks it. source-controller then takes the first layer of the artifact, which may be the provenance of a signed chart: Helm sorts layers by their digests.',
  page: {
    example: 'a hand-written OCIRepository with operation: copy is adopted by one that has no layerSelector',
    flux: 'failed to extract layer contents from artifact: gzip: invalid header, with a version of the chart whose provenance has the lower digest',
    right: `layerSelector: { mediaType: '${CHART_LAYER.mediaType}', operation: '${CHART_LAYER.operation}' }, which helmChart() sets by itself`,
  },
});

interface Lost {
  readonly source: OwnedObject;
  readonly from: string;
  readonly to: string | undefined;
  readonly releases: string[];
}

/** Reports OCIRepositories whose new state no longer picks the layer of the chart that releases read from it. */
export const chartLayerRule = defineChangeRule([chartLayer], ({ cluster, before, after }, report) => {
  const found = new Map<string, Lost>();
  for (const release of releasesOf(after)) {
    const source = tryFindSource(specOf(jsonOf(release))['chartRef'], release.id.namespace, after);
    const old = source === undefined ? undefined : before.objects.get(source.key);
    if (source === undefined || old === undefined) continue;
    const [from, to] = [layerOf(old), layerOf(source)];
    if (from === undefined || from === to) continue;
    const known = found.get(source.key) ?? { source, from, to, releases: [] };
    known.releases.push(release.id.name);
    found.set(source.key, known);
  }
  for (const { source, from, to, releases } of [...found.values()].sort((a, b) =>
    compareText(a.source.key, b.source.key),
  )) {
    const names = releases.sort(compareText).map((name) => `"${name}"`);
    report(
      diagnose(chartLayer, {
        message: `${titleOf(source.id)} no longer picks the layer "${from}" of the chart that ${names.length === 1 ? 'release' : 'releases'} ${names.join(' and ')} ${names.length === 1 ? 'reads' : 'read'}: ${to === undefined ? 'Flux takes the first layer, which may be the provenance of a signed chart' : `Flux looks for "${to}", and fails where the artifact has none`}`,
        at: { cluster, object: titleOf(source.id), path: 'spec.layerSelector' },
        fix: `keep layerSelector: { mediaType: '${from}', operation: '${CHART_LAYER.operation}' }`,
      }),
    );
  }
});

const releasesOf = ({ index }: ClusterState): readonly OwnedObject[] =>
  index.ofKind('helm.toolkit.fluxcd.io', 'HelmRelease');

/** The media type of the layer that a source picks. */
const layerOf = (source: OwnedObject): string | undefined => {
  const { layerSelector } = specOf(jsonOf(source));
  const type = isObject(layerSelector) ? layerSelector['mediaType'] : undefined;
  return typeof type === 'string' ? type : undefined;
};
