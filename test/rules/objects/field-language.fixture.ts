import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one, text } from '../rule-programs.js';

const source = 'source.toolkit.fluxcd.io/v1';
const health = (current: string) => ({
  healthCheckExprs: [{ apiVersion: 'v1', kind: 'ConfigMap', current, failed: "data.state == 'failed'" }],
});
const replicas = '- op: replace\n  path: /data/a\n  value: b\n';

const programs = (bad: boolean): Build =>
  both(
    object(source, 'GitRepository', {
      interval: '1h',
      url: 'https://example.org/web.git',
      ref: { semver: bad ? '>=1.0.0 latest' : '>=1.0.0 <2.0.0' },
    }),
    object(source, 'OCIRepository', {
      interval: '1h',
      url: 'oci://example.org/web',
      ref: { semver: '1.x', semverFilter: bad ? '.*-rc(?!1)' : '.*-rc\\d+$' },
      verify: {
        provider: 'cosign',
        matchOIDCIdentity: [{ issuer: '^https://.*$', subject: bad ? '*/web' : '.*/web' }],
      },
    }),
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
      interval: '1h',
      chartRef: { kind: 'OCIRepository', name: 'web' },
      install: { strategy: { name: 'RetryOnFailure' } },
      upgrade: { strategy: { name: 'RetryOnFailure' } },
      driftDetection: {
        mode: 'enabled',
        ignore: [{ paths: bad ? ['spec.replicas', '/metadata/a~b'] : ['/spec/replicas', '/metadata/a~1b', ''] }],
      },
    }),
    object('notification.toolkit.fluxcd.io/v1beta3', 'Provider', {
      type: 'github',
      address: 'https://github.com/example/web',
      secretRef: { name: 'github' },
      commitStatusExpr: bad ? "(event.involvedObject.kind + '/'" : "(event.involvedObject.kind + '/' + 'web')",
    }),
    object('notification.toolkit.fluxcd.io/v1beta3', 'Alert', {
      providerRef: { name: 'web' },
      eventSources: [{ kind: 'Kustomization', name: '*' }],
      exclusionList: [bad ? '*.waiting' : '.*waiting'],
    }),
    (scope) => {
      new ApiObject(scope, 'secret', {
        apiVersion: 'external-secrets.io/v1',
        kind: 'ExternalSecret',
        metadata: { name: 'web' },
        spec: {
          refreshInterval: bad ? '1d' : '24h',
          syncWindows: { kind: 'allow', windows: [{ schedule: bad ? '0 25 * * *' : '0 5 * * 1-5', duration: '1h' }] },
          secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' },
          dataFrom: [{ find: { name: { regexp: bad ? '^(web' : '^(web)' } } }],
        },
      } as never);
    },
  );

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX648',
    bad: () =>
      one(
        { build: both(text('a'), programs(true)) },
        { provides: ['external-secrets.io'] },
        {
          kustomization: {
            wait: false,
            healthChecks: [],
            ...health("data.state = 'ready'"),
            patches: [
              { patch: `${replicas} broken`, target: { kind: 'ConfigMap' } },
              { patch: replicas, target: { kind: 'Config(Map', labelSelector: 'app in web' } },
            ],
          },
        },
      ),
    good: () =>
      one(
        { build: both(text('a'), programs(false)) },
        { provides: ['external-secrets.io'] },
        {
          kustomization: {
            wait: false,
            healthChecks: [],
            ...health("data.state == 'ready'"),
            patches: [{ patch: replicas, target: { kind: 'Config(Map|)', labelSelector: 'app in (web)' } }],
          },
        },
      ),
    mutation: () =>
      platform.mutate(
        'karpenter',
        'Kustomization/karpenter',
        platform.set('spec.healthCheckExprs', [{ apiVersion: 'v1', kind: 'ConfigMap', current: 'data.a ==' }]),
      ),
    fault: 'an expression that its controller cannot parse',
    live: {
      twins: {
        'field-language-patch': {
          says: 'unable to parse SM or JSON patch from',
          make: (bad) => ({
            build: text('a'),
            kustomization: {
              patches: [
                { patch: bad ? 'data: {' : '- {op: test, path: /data/text, value: a}', target: { kind: 'ConfigMap' } },
              ],
            },
          }),
        },
      },
    },
  },
];
