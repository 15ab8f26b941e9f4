import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, one } from '../rule-programs.js';

const SOURCE = 'source.toolkit.fluxcd.io/v1';
const NOTIFICATION = 'notification.toolkit.fluxcd.io';
const secretRef = { name: 'token' };

const object =
  (apiVersion: string, kind: string, name: string, spec: object): Build =>
  (scope) => {
    new ApiObject(scope, `${kind} ${name}`, { apiVersion, kind, metadata: { name }, spec: spec as never });
  };
const verified = (verify: object) => ({ interval: '1h', url: 'oci://example.org/web', ref: { tag: '1' }, verify });
const bucket = (name: string, spec: object): Build =>
  object(SOURCE, 'Bucket', name, { interval: '1h', bucketName: 'manifests', endpoint: 's3.example.org', ...spec });
const provider = (name: string, spec: object): Build => object(`${NOTIFICATION}/v1beta3`, 'Provider', name, spec);
const image = (name: string, text: string): Build =>
  object('image.toolkit.fluxcd.io/v1', 'ImageRepository', name, { interval: '1h', image: text });
const chart = (name: string, text: string, kind = 'HelmRepository'): Build =>
  object(SOURCE, 'HelmChart', name, { interval: '1h', chart: text, sourceRef: { kind, name: 'charts' } });
const receiver = (resource: object): Build =>
  object(`${NOTIFICATION}/v1`, 'Receiver', 'web', { type: 'github', secretRef, resources: [resource] });

const program = (...builds: readonly Build[]) =>
  one(
    { build: both(...builds) },
    {
      external: [
        { kind: 'Secret', name: 'token' },
        { kind: 'HelmRepository', name: 'charts' },
        { kind: 'GitRepository', name: 'charts' },
      ],
    },
  ).filter(({ code }) => code !== 'FX638' && code !== 'FX652');

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX662',
    bad: () =>
      program(
        object(SOURCE, 'GitRepository', 'app', {
          interval: '1h',
          url: 'https://github.com/example/web',
          ref: { branch: 'main' },
          provider: 'github',
        }),
        object(SOURCE, 'OCIRepository', 'signed', verified({ provider: 'notation' })),
        bucket('scheme', { endpoint: 'https://s3.example.org/x' }),
        bucket('path', { endpoint: 's3.example.org/x' }),
        bucket('name', { bucketName: 'my bucket' }),
        provider('no-url', { type: 'slack' }),
        provider('no-scheme', { type: 'slack', address: 'hooks.slack.com/x' }),
        provider('no-token', { type: 'telegram', channel: 'web' }),
        provider('no-github', { type: 'github', address: 'https://github.com/example/web' }),
        provider('no-channel', { type: 'telegram', secretRef }),
        receiver({ kind: 'GitRepository', name: '*' }),
        image('scheme', 'https://ghcr.io/example/web'),
        image('tag', 'localhost:5000/example/web:1.0'),
        image('case', 'ghcr.io/Example/web'),
        chart('path', './charts/web'),
        chart('case', 'Web'),
        object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'named', {
          interval: '1h',
          releaseName: 'Web_App',
          chartRef: { kind: 'HelmChart', name: 'case' },
          install: { strategy: { name: 'RetryOnFailure' } },
          upgrade: { strategy: { name: 'RetryOnFailure' } },
        }),
      ),
    good: () =>
      program(
        object(SOURCE, 'GitRepository', 'app', {
          interval: '1h',
          url: 'https://github.com/example/web',
          ref: { branch: 'main' },
          provider: 'github',
          secretRef,
        }),
        object(SOURCE, 'OCIRepository', 'signed', verified({ provider: 'notation', secretRef })),
        object(SOURCE, 'OCIRepository', 'keyless', verified({ provider: 'cosign' })),
        bucket('port', { endpoint: 'minio.example.org:9000', bucketName: 'My_bucket.1' }),
        bucket('azure', { endpoint: 'https://example.blob.core.windows.net/', provider: 'azure', secretRef }),
        provider('url', { type: 'slack', address: 'https://hooks.slack.com/x' }),
        provider('var', { type: 'slack', address: '${SLACK:=https://example.org}' }),
        provider('secret', { type: 'slack', secretRef }),
        provider('token', { type: 'telegram', channel: 'web', secretRef }),
        provider('other', { type: 'github', address: 'https://github.com/example/web', secretRef }),
        receiver({ kind: 'GitRepository', name: '*', matchLabels: { team: 'web' } }),
        image('port', 'localhost:5000/example/web'),
        image('hub', 'library/nginx'),
        chart('name', 'example/web-1.x'),
        chart('path', './charts/Web', 'GitRepository'),
        object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'named', {
          interval: '1h',
          releaseName: 'web-app.1',
          chartRef: { kind: 'HelmChart', name: 'name' },
          install: { strategy: { name: 'RetryOnFailure' } },
          upgrade: { strategy: { name: 'RetryOnFailure' } },
        }),
      ),
    mutation: () => platform.mutate('karpenter', platform.karpenter, platform.set('spec.releaseName', 'Karpenter_1')),
    fault: { none: 'it is not among the known faults of Flux trees' },
    // Of those that image and notification controllers refuse, none: a live run has neither.
    live: 'refusals',
  },
];
