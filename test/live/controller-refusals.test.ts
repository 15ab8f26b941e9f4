import { ApiObject } from 'cdk8s';
import { ConfigMap, FluxApp } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import type { DiagnosticCode } from '../../src/diagnostics/index.js';
import { addon, clusterOf, type LooseDefinition } from '../support/synthesize.js';
import { describeLive } from './describe-live.js';
import { helmReleases, kustomization } from './flux-kinds.js';
import type { ObjectRef } from './kube-object.js';
import { shownIn } from './rule-twins.js';

const SOURCE = 'source.toolkit.fluxcd.io/v1';
const OCI = 'oci://charts.example.org/web';
const HELM = 'https://charts.example.org';
const GIT = 'https://git.example.org/web';

/** Where the sources of this cluster are: their URLs aren't replaced, nor what else a source says. */
type UrlOf = (url: string) => string;

interface Refusal {
  readonly code: DiagnosticCode;
  readonly make: (bad: boolean, urlOf: UrlOf) => LooseDefinition;
  readonly settings?: (bad: boolean) => object;
  /** Who refuses; each is named after its addon unless `as` is given. */
  readonly by: Omit<ObjectRef, 'name'>;
  readonly says: string;
}

const objects =
  (
    ...all: readonly (readonly [apiVersion: string, kind: string, spec: object])[]
  ): NonNullable<LooseDefinition['build']> =>
  (scope) => {
    for (const [apiVersion, kind, spec] of all)
      new ApiObject(scope, kind, { apiVersion, kind, metadata: { name: scope.node.id }, spec: spec as never });
  };
const interval = '1h';
const from = (kind: string) => ({ apiVersion: SOURCE, kind, namespace: 'default' });
const release = { ...helmReleases, namespace: 'default' };
const git = (fields: object): Refusal['make'] => {
  return (bad, urlOf) => ({
    build: objects([
      SOURCE,
      'GitRepository',
      { interval, url: urlOf(GIT), ref: { branch: 'main' }, ...(bad && fields) },
    ]),
  });
};
const oci = (fields: object): Refusal['make'] => {
  return (bad, urlOf) => {
    const spec = { interval, url: urlOf(OCI), insecure: true, ref: { tag: '1.0.0' }, ...(bad && fields) };
    return { build: objects([SOURCE, 'OCIRepository', spec]) };
  };
};
const released = (name: string, fields: object): Refusal['make'] => {
  return (bad, urlOf) => ({
    build: objects(
      [SOURCE, 'OCIRepository', { interval, url: urlOf(OCI), insecure: true, ref: { tag: '1.0.0' } }],
      [
        'helm.toolkit.fluxcd.io/v2',
        'HelmRelease',
        {
          interval,
          releaseName: name,
          chartRef: { kind: 'OCIRepository', name },
          install: { strategy: { name: 'RetryOnFailure', retryInterval: '5s' } },
          upgrade: { strategy: { name: 'RetryOnFailure', retryInterval: '5s' } },
          ...(bad && fields),
        },
      ],
    ),
  });
};

const refusedSettings: Readonly<Record<string, Refusal>> = {
  'ref-branch': {
    code: 'FX659',
    make: git({ ref: { branch: 'feature 1' } }),
    by: from('GitRepository'),
    says: "couldn't find remote ref",
  },
  'ref-name': {
    code: 'FX659',
    make: git({ ref: { name: 'main' } }),
    by: from('GitRepository'),
    says: 'main',
  },
  'ref-commit': {
    code: 'FX659',
    make: git({ ref: { branch: 'main', commit: '4f53cda' } }),
    by: from('GitRepository'),
    says: "unable to resolve commit object for '4f53cda': object not found",
  },
  'ref-tag': {
    code: 'FX659',
    make: oci({ ref: { tag: '1.0.0+build' } }),
    by: from('OCIRepository'),
    says: '1.0.0+build',
  },
  'ref-digest': {
    code: 'FX659',
    make: oci({ ref: { digest: 'sha256:4f53cda' } }),
    by: from('OCIRepository'),
    says: 'wrong number of hex digits for sha256: 4f53cda',
  },
  'labels-applied': {
    code: 'FX661',
    make: () => ({ build: (scope) => void new ConfigMap(scope, 'data', { name: 'labels-applied', data: {} }) }),
    settings: (bad) => ({ commonMetadata: { labels: { team: bad ? 'Platform Team' : 'platform-team' } } }),
    by: { ...kustomization(''), namespace: 'flux-system' },
    says: 'metadata.labels: Invalid value: "Platform Team"',
  },
  'labels-released': {
    code: 'FX661',
    make: released('labels-released', { commonMetadata: { labels: { team: 'Platform Team' } } }),
    by: release,
    says: 'metadata.labels: Invalid value: "Platform Team"',
  },
  'release-name': {
    code: 'FX662',
    make: released('release-name', { releaseName: 'Web_App' }),
    by: release,
    says: 'invalid release name, must match regex',
  },
  'chart-name': {
    code: 'FX662',
    make: (bad, urlOf) => ({
      build: objects(
        [SOURCE, 'HelmRepository', { interval, url: urlOf(HELM) }],
        [
          SOURCE,
          'HelmChart',
          { interval, chart: bad ? 'Web' : 'web', sourceRef: { kind: 'HelmRepository', name: 'chart-name' } },
        ],
      ),
    }),
    by: from('HelmChart'),
    says: "invalid chart name 'Web'",
  },
  'github-app': {
    code: 'FX662',
    make: git({ provider: 'github' }),
    by: from('GitRepository'),
    says: 'secretRef with github app data must be specified when provider is set to github',
  },
  notation: {
    code: 'FX662',
    make: oci({ verify: { provider: 'notation' } }),
    by: from('OCIRepository'),
    says: 'verification secret cannot be empty',
  },
  'bucket-endpoint': {
    code: 'FX662',
    make: (bad) =>
      bad
        ? { build: objects([SOURCE, 'Bucket', { interval, bucketName: 'web', endpoint: 'https://s3.example.org/x' }]) }
        : {},
    by: from('Bucket'),
    says: 'Endpoint url cannot have fully qualified paths.',
  },
};

const gates: Readonly<Record<string, Refusal>> = {
  'gate-artifact': {
    code: 'FX664',
    make: (bad) =>
      bad
        ? {
            build: objects([
              'kustomize.toolkit.fluxcd.io/v1',
              'Kustomization',
              { interval, path: './', prune: true, sourceRef: { kind: 'ExternalArtifact', name: 'apps' } },
            ]),
          }
        : {},
    by: { ...kustomization(''), namespace: 'default' },
    says: "can't access 'ExternalArtifact/default/apps', ExternalArtifact feature gate is disabled",
  },
  'gate-chart': {
    code: 'FX664',
    make: released('gate-chart', { chartRef: { kind: 'ExternalArtifact', name: 'apps' } }),
    by: release,
    says: 'ExternalArtifact feature gate is disabled',
  },
  'gate-decryption': {
    code: 'FX664',
    make: () => ({ build: (scope) => void new ConfigMap(scope, 'data', { name: 'gate-decryption', data: {} }) }),
    settings: (bad) => (bad ? { decryption: { provider: 'sops', serviceAccountName: 'default' } } : {}),
    by: { ...kustomization(''), namespace: 'flux-system' },
    says: 'to use spec.decryption.serviceAccountName for decryption authentication please enable the ObjectLevelWorkloadIdentity feature gate',
  },
  'gate-source': {
    code: 'FX664',
    make: oci({ provider: 'aws', serviceAccountName: 'default' }),
    by: from('OCIRepository'),
    says: 'to use spec.serviceAccountName for provider authentication please enable the ObjectLevelWorkloadIdentity feature gate',
  },
};

const refusals: Readonly<Record<string, Refusal>> = { ...refusedSettings, ...gates };

const synthesize = (bad: boolean, urlOf: UrlOf) =>
  synthCluster(
    clusterOf(
      {
        all: Object.entries(refusals).map(([name, { make, settings }]) =>
          addon(name, make(bad, urlOf), {
            kustomization: { wait: false, timeout: '20s', retryInterval: '5s', ...settings?.(bad) },
          }),
        ),
      },
      { app: new FluxApp() },
    ),
  );

it('each code whose failure is shown here has a case', () => {
  expect([...new Set(Object.values(refusals).map(({ code }) => code))].sort()).toEqual([...shownIn('refusals')].sort());
});

describeLive(
  'settings that the API server takes and a controller of Flux refuses',
  (live) => {
    const codes = new Set(Object.values(refusals).map(({ code }) => code));
    const apply = async (bad: boolean) => {
      live().pushCharts([OCI, HELM].map((url) => ({ url, name: 'web', version: '1.0.0' })));
      await live().pushRepository(GIT, { 'README.md': 'web\n' });
      const { files, diagnostics } = synthesize(bad, (url) => live().redirects()[url]!);
      await live().applyTree(Object.fromEntries(Object.entries(files).map(([path, text]) => [`k8s/${path}`, text])));
      return diagnostics.filter(({ code }) => codes.has(code)).map(({ code, at }) => `${at.addon}: ${code}`);
    };

    it('are reported by synth, and refused', async () => {
      expect((await apply(true)).sort()).toEqual(
        Object.entries(refusals)
          .map(([name, { code }]) => `${name}: ${code}`)
          .sort(),
      );
      for (const [name, { by, says }] of Object.entries(refusals)) {
        let last: unknown;
        await live().until(
          `${name}: ${says}`,
          async () => {
            const { status } = (await live().get({ ...by, name })) ?? {};
            last = status?.conditions?.map(({ message }) => message);
            return status?.conditions?.some(
              (one) => one.type === 'Ready' && one.status === 'False' && one.message?.includes(says),
            );
          },
          { timeout: 30_000, explain: () => `it says: ${JSON.stringify(last)}` },
        );
      }
    }, 240_000);

    it('work once they are right', async () => {
      expect(await apply(false)).toEqual([]);
      await live().untilReady();
    }, 180_000);
  },
  { long: true },
);
