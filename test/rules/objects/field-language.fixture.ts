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
      ref: { semver: bad ? ' 1.x' : '1.x', semverFilter: bad ? '.*-rc(?!1)' : '.*-rc\\d+$' },
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
          dataFrom: [
            {
              find: { name: { regexp: bad ? '^(web' : '^(web)' } },
              rewrite: [{ regexp: { source: bad ? 'web/(?<=a)' : 'web/(.*)', target: '$1' } }],
            },
          ],
        },
      } as never);
    },
    object('external-secrets.io/v1', 'ClusterExternalSecret', {
      namespaceSelectors: [{ matchLabels: { a: 'b' } }],
      externalSecretSpec: {
        secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' },
        dataFrom: [{ extract: { key: 'a' }, rewrite: [{ regexp: { source: bad ? '[' : '.', target: '' } }] }],
      },
    }),
    object('external-secrets.io/v1alpha1', 'PushSecret', {
      refreshInterval: bad ? '1 h' : '1h',
      secretStoreRefs: [{ kind: 'ClusterSecretStore', name: 'main' }],
      selector: { secret: { name: 'web' } },
      dataTo: [
        {
          storeRef: { kind: 'ClusterSecretStore', name: 'main' },
          match: { regexp: bad ? '*.crt' : '.*crt' },
          rewrite: [{ regexp: { source: bad ? '(' : '(a)', target: '$1' } }],
        },
      ],
    }),
    object('external-secrets.io/v1alpha1', 'ClusterPushSecret', {
      refreshTime: bad ? '1d' : '24h',
      namespaceSelectors: [{ matchLabels: { a: 'b' } }],
      pushSecretSpec: {
        secretStoreRefs: [{ kind: 'ClusterSecretStore', name: 'main' }],
        selector: { secret: { name: 'web' } },
        dataTo: [{ storeRef: { kind: 'ClusterSecretStore', name: 'main' }, match: { regexp: bad ? '(?!a)' : 'a' } }],
      },
    }),
    object('fluxcd.controlplane.io/v1', 'ResourceSetInputProvider', {
      type: 'GitHubBranch',
      url: 'https://github.com/example/web',
      filter: { includeBranch: bad ? '*-rc' : '.*-rc', excludeBranch: bad ? '(?=x)' : 'x' },
      schedule: [{ cron: bad ? '0 8 * * FUNDAY' : '0 8 * * 1-5', window: '1h' }],
    }),
    (scope) => {
      new ApiObject(scope, 'tags', {
        apiVersion: 'fluxcd.controlplane.io/v1',
        kind: 'ResourceSetInputProvider',
        metadata: { name: 'tags' },
        spec: {
          type: 'OCIArtifactTag',
          url: 'oci://ghcr.io/example/web',
          filter: {
            semver: bad ? '> 1.0 latest' : '>=1.0.0',
            includeTag: bad ? '^v(\\d' : '^v\\d',
            excludeTag: bad ? 'a{2,1}' : 'a{1,2}',
          },
        },
      } as never);
      new ApiObject(scope, 'environments', {
        apiVersion: 'fluxcd.controlplane.io/v1',
        kind: 'ResourceSetInputProvider',
        metadata: { name: 'environments' },
        spec: {
          type: 'GitLabEnvironment',
          url: 'https://gitlab.com/example/web',
          filter: { includeEnvironment: bad ? '(' : 'a', excludeEnvironment: bad ? ')' : 'b' },
        },
      } as never);
      new ApiObject(scope, 'instance', {
        apiVersion: 'fluxcd.controlplane.io/v1',
        kind: 'FluxInstance',
        metadata: { name: 'flux' },
        spec: {
          distribution: { version: bad ? '2.8,2.9' : '2.x', registry: 'ghcr.io/fluxcd' },
          kustomize: {
            patches: [
              {
                patch: bad ? '- op: remove\n path' : '- op: remove\n  path: /a',
                target: { kind: bad ? '(' : 'Deployment' },
              },
            ],
          },
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
        { external: ['external-secrets.io', 'fluxcd.controlplane.io'] },
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
        { external: ['external-secrets.io', 'fluxcd.controlplane.io'] },
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
