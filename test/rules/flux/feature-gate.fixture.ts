import { ConfigMap, existingSource, type FluxSettings } from 'fluxspan';
import { addon, diagnosticsOf } from '../../support/synthesize.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, object } from '../rule-programs.js';

const external = [
  { kind: 'ExternalArtifact', name: 'apps', namespace: 'flux-system' },
  { kind: 'ServiceAccount', name: 'reader', namespace: 'default' },
  { kind: 'ServiceAccount', name: 'reader', namespace: 'flux-system' },
];
const source = existingSource({ kind: 'ExternalArtifact', name: 'apps', external: true });
const SOURCE = 'source.toolkit.fluxcd.io/v1';
const interval = '1h';
const bucket = { bucketName: 'web', endpoint: 's3.example.org', interval };
const objects = (provider: string) =>
  both(
    object(
      SOURCE,
      'Bucket',
      provider === 'generic' ? bucket : { ...bucket, provider: 'aws', serviceAccountName: 'reader' },
    ),
    object(SOURCE, 'GitRepository', {
      interval,
      url: 'https://example.org/web',
      ref: { branch: 'main' },
      ...(provider === 'generic' ? {} : { provider, serviceAccountName: 'reader' }),
    }),
    object('image.toolkit.fluxcd.io/v1', 'ImageRepository', {
      image: 'example.org/web',
      interval,
      serviceAccountName: 'reader',
      provider,
    }),
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
      interval,
      kubeConfig: { configMapRef: { name: 'remote' } },
      chartRef:
        provider === 'generic'
          ? { kind: 'OCIRepository', name: 'web' }
          : { kind: 'ExternalArtifact', name: 'apps', namespace: 'flux-system' },
    }),
    object('notification.toolkit.fluxcd.io/v1beta3', 'Provider', {
      type: 'googlepubsub',
      channel: 'web',
      address: 'project',
      ...(provider === 'generic' ? {} : { serviceAccountName: 'reader' }),
    }),
    (scope) =>
      void new ConfigMap(scope, 'remote', {
        name: 'remote',
        labels: { 'reconcile.fluxcd.io/watch': 'Enabled' },
        data: { provider: 'aws', cluster: 'arn', ...(provider === 'generic' ? {} : { serviceAccountName: 'reader' }) },
      }),
    object(SOURCE, 'OCIRepository', {
      interval,
      url: 'oci://example.org/web',
      ref: { tag: '1.0.0' },
      serviceAccountName: 'reader',
      provider,
    }),
  );
const decrypted = { kustomization: { decryption: { provider: 'sops' as const, serviceAccountName: 'reader' } } };

/** @param needs whether its objects need a gate */
const programs = (flux: FluxSettings | undefined, needs = true) =>
  diagnosticsOf(
    {
      all: [
        ...(needs ? [addon('apps', { source, path: '.' })] : []),
        addon('web', { build: objects(needs ? 'azure' : 'generic') }, needs ? decrypted : {}),
      ],
    },
    { options: { external, ...(flux === undefined ? {} : { flux }) } },
  ).filter(({ severity, code }) => severity === 'error' || code === 'FX664');

const on = { ExternalArtifact: true, ObjectLevelWorkloadIdentity: true } as const;

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX664',
    bad: () => [
      ...programs({ version: '2.9' }),
      ...programs({ version: '2.9', featureGates: { ...on, ExternalArtifact: { 'helm-controller': true } } }),
      ...programs(undefined).slice(0, 1),
    ],
    good: () => [...programs({ version: '2.9', featureGates: on }), ...programs({ version: '2.9' }, false)],
    mutation: () =>
      platform.mutate(
        'karpenter',
        'HelmRelease/karpenter',
        platform.set('spec.chartRef', { kind: 'ExternalArtifact', name: 'karpenter' }),
      ),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: 'refusals',
  },
];
