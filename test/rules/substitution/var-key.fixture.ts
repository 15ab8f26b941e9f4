import { ConfigMap } from 'fluxspan';
import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, inner, one, watched } from '../rule-programs.js';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX628',
    bad: () => [...substitutedFrom({ 'tls.crt': '', '1st': '' }), ...substituted({ 'cluster-name': 'a', '1st': 'b' })],
    good: () => [...substitutedFrom({ tls_crt: '', FIRST: '' }), ...substituted({ cluster_name: 'a', _1st: 'b' })],
    mutation: () =>
      platform.add('karpenter', {
        ...platform.configMap(
          {},
          { kind: 'Kustomization', group: 'kustomize.toolkit.fluxcd.io', title: 'Kustomization/extra' },
        ),
        apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
        namespace: 'karpenter',
        json: {
          apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
          kind: 'Kustomization',
          metadata: { name: 'extra', namespace: 'karpenter' },
          // What Terraform writes for a release has one key, `values.yaml`.
          spec: {
            retryInterval: '1m',
            postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'karpenter-values-terraform' }] },
          },
        },
      }),
    fault: 'a key that cannot be a var',
    live: {
      twins: {
        'var-key': {
          says: "'tls.crt' var name is invalid",
          by: {
            apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
            kind: 'Kustomization',
            namespace: 'default',
            name: 'twin',
          },
          make: (bad) => ({
            build: twin.both(
              twin.object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', {
                spec: {
                  interval: '10m',
                  retryInterval: '5s',
                  path: './k8s/inner',
                  prune: true,
                  sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
                  postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'inner-vars' }] },
                },
              }),
              (scope) => {
                const values = { FIRST: 'a', [bad ? 'tls.crt' : 'TLS_CRT']: '' };
                new ConfigMap(scope, 'inner-vars', { name: 'inner-vars', labels: twin.labels, data: values });
              },
            ),
          }),
        },
      },
    },
  },
];

const substitutedFrom = (data: Readonly<Record<string, string>>) =>
  one({
    build: both(
      inner({ retryInterval: '1m', postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'vars' }] } }),
      (scope) => {
        new ConfigMap(scope, 'vars', { name: 'vars', labels: watched, data });
      },
    ),
  });

const substituted = (substitute: Readonly<Record<string, string>>) =>
  one({ build: inner({ retryInterval: '1m', postBuild: { substitute } }) });
