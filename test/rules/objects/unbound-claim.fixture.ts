import { ApiObject } from 'cdk8s';
import { addon, diagnosticsOf } from '../../support/synthesize.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object } from '../rule-programs.js';

const storageClass =
  (volumeBindingMode: string): Build =>
  (scope) => {
    const json = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'fast' } };
    new ApiObject(scope, 'class', { ...json, provisioner: 'ebs.csi.aws.com', volumeBindingMode } as never);
  };
const claim = (more: object = {}): Build =>
  object(
    'v1',
    'PersistentVolumeClaim',
    {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      storageClassName: 'fast',
      ...more,
    },
    { name: 'data' },
  );
const pod = (name: string): Build =>
  object(
    'apps/v1',
    'Deployment',
    {
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          containers: [{ name: 'main', image: 'web:1' }],
          volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
        },
      },
    },
    { name },
  );

const platform = (first: Build, mode = 'WaitForFirstConsumer', settings: object = {}) =>
  diagnosticsOf({
    classes: [addon('classes', { build: storageClass(mode) })],
    data: [addon('data', { requires: ['classes'], build: first }, settings as never)],
    apps: [addon('web', { requires: ['data'], build: pod('web') })],
  });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX670',
    bad: () => platform(claim()),
    good: () => [
      ...platform(claim(), 'Immediate'),
      ...platform(claim({ volumeName: 'there' })),
      // The addon has a pod of its own that uses it, or doesn't wait.
      ...platform(both(claim(), pod('own'))),
      ...platform(claim(), undefined, { kustomization: { wait: false } }),
    ],
    mutation: { none: 'the platform has no claims' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'no controller binds claims there' },
  },
];
