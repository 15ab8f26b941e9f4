import { describe, expect, it } from 'vitest';
import { makeState, ROOT } from '../../../src/applied/cluster-state.js';
import { chartOf } from '../../../src/diff/helm/release-chart.js';
import type { JsonObject } from '../../../src/json/json-value.js';

const metadata = (name: string) => ({ name, namespace: 'web' });
const release: JsonObject = {
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: metadata('web'),
  spec: { chartRef: { kind: 'ExternalArtifact', name: 'web-chart' } },
};
const repository = (ref: JsonObject): JsonObject => ({
  apiVersion: 'source.toolkit.fluxcd.io/v1',
  kind: 'OCIRepository',
  metadata: metadata('web'),
  spec: { url: 'oci://charts.example.org/web', ref },
});
const generator = (copy: readonly JsonObject[], kind = 'OCIRepository'): JsonObject => ({
  apiVersion: 'source.extensions.fluxcd.io/v1beta1',
  kind: 'ArtifactGenerator',
  metadata: metadata('web'),
  spec: { sources: [{ alias: 'chart', kind, name: 'web' }], artifacts: [{ name: 'web-chart', copy }] },
});
const found = (...objects: readonly JsonObject[]) => {
  const entries = objects.map((json, at) => ({ json, owner: ROOT, path: `clusters/dev/${at}.yaml` }));
  return chartOf(
    release,
    'web',
    makeState(entries, () => true),
  );
};

describe('the chart of a release in an ExternalArtifact', () => {
  it.each(['@chart/', '@chart/**'])('is that of the OCIRepository that is copied from %s', (from) => {
    expect(found(repository({ tag: '1.2.0' }), generator([{ from, to: '@artifact/' }]))).toEqual({
      url: 'oci://charts.example.org/web',
      name: 'web',
      version: '1.2.0',
      hasDigestInVersion: true,
      isDigestKnown: false,
    });
  });

  it.each<readonly [string, readonly JsonObject[]]>([
    ['in parts', [{ from: '@chart/charts/web/', to: '@artifact/' }]],
    ['somewhere else', [{ from: '@chart/', to: '@artifact/web/' }]],
    ['without some files', [{ from: '@chart/', to: '@artifact/', exclude: ['*.md'] }]],
    [
      'with other values',
      [
        { from: '@chart/', to: '@artifact/' },
        { from: '@repo/values.yaml', to: '@artifact/values.yaml', strategy: 'Merge' },
      ],
    ],
  ])('is not known where it is copied %s', (_, copy) => {
    expect(found(repository({ tag: '1.2.0' }), generator(copy))).toMatch(
      /^an ArtifactGenerator puts its chart together/,
    );
  });

  it('is not known of another source, nor without its source or generator', () => {
    const whole = [{ from: '@chart/', to: '@artifact/' }];
    expect(found(generator(whole, 'GitRepository'))).toMatch(/^an ArtifactGenerator puts/);
    expect(found(generator(whole))).toMatch(/^OCIRepository "web", from which .* is not in the tree$/);
    expect(found(repository({}))).toMatch(/^no ArtifactGenerator of the tree makes ExternalArtifact "web-chart"/);
  });
});
