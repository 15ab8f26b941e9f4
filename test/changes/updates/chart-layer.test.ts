import { expect, it } from 'vitest';
import { makeState, ROOT } from '../../../src/applied/cluster-state.js';
import { chartLayerRule } from '../../../src/changes/rules/updates/chart-layer.js';
import { CHART_LAYER } from '../../../src/constructs/chart-layer.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { askRule } from '../ask-rule.js';

const entry = (apiVersion: string, kind: string, name: string, spec: JsonObject) => ({
  json: { apiVersion, kind, metadata: { name, namespace: 'flux-system' }, spec },
  owner: ROOT,
  path: 'clusters/dev/web.yaml',
});
const state = (layerSelector: JsonObject | undefined, chartRef: JsonObject = { kind: 'OCIRepository', name: 'web' }) =>
  makeState(
    [
      entry('source.toolkit.fluxcd.io/v1', 'OCIRepository', 'web', {
        url: 'oci://registry.example.org/charts/web',
        ref: { tag: '1.0.0' },
        ...(layerSelector === undefined ? {} : { layerSelector }),
      }),
      ...['web', 'admin'].map((name) => entry('helm.toolkit.fluxcd.io/v2', 'HelmRelease', name, { chartRef })),
    ],
    () => true,
  );
const reported = (before: JsonObject | undefined, after: JsonObject | undefined, chartRef?: JsonObject) =>
  askRule(chartLayerRule, { before: state(before, chartRef), after: state(after, chartRef) })
    .map(printDiagnostic)
    .join('');

it('reports a source that no longer picks the layer of the chart, once for all its releases', () => {
  expect(reported(CHART_LAYER, undefined)).toBe(
    `warning FX562 chart-layer: OCIRepository/web in flux-system no longer picks the layer "application/vnd.cncf.helm.chart.content.v1.tar+gzip" of the chart that releases "admin" and "web" read: Flux takes the first layer, which may be the provenance of a signed chart
  at   dev/OCIRepository/web in flux-system  spec.layerSelector
  fix  keep layerSelector: { mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip', operation: 'copy' }
`,
  );
  expect(reported(CHART_LAYER, { operation: 'extract' })).toContain('Flux takes the first layer');
});

it('reports another layer, which the artifact may not have', () => {
  const own = { mediaType: 'application/vnd.example.chart', operation: 'copy' };
  expect(reported(own, CHART_LAYER)).toContain(
    `no longer picks the layer "application/vnd.example.chart" of the chart that releases "admin" and "web" read: Flux looks for "${CHART_LAYER.mediaType}", and fails where the artifact has none`,
  );
});

it('reports nothing where the layer stays, is new, or no release reads it', () => {
  expect(reported(CHART_LAYER, { ...CHART_LAYER, operation: 'extract' })).toBe('');
  expect(reported(undefined, CHART_LAYER)).toBe('');
  expect(reported(CHART_LAYER, undefined, { kind: 'OCIRepository', name: 'other' })).toBe('');
});
