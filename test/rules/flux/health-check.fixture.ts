import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { inner, one, text } from '../rule-programs.js';

const program = (...healthChecks: readonly object[]) => one({ build: inner({ retryInterval: '1m', healthChecks }) });
const namespace = 'elsewhere';

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX654',
    bad: () =>
      program(
        { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', name: 'web' },
        { kind: 'Job', name: 'web', namespace },
        { apiVersion: 'v1', kind: 'Deployment', name: 'web', namespace },
        { apiVersion: 'apps/v1', kind: 'statefulset', name: 'web', namespace },
      ),
    good: () =>
      program(
        // Without apiVersion it is apps/v1, and Flux looks at no version.
        { kind: 'Deployment', name: 'web', namespace },
        { apiVersion: 'apps/v1beta1', kind: 'StatefulSet', name: 'web', namespace },
        { apiVersion: 'batch/v1', kind: 'Job', name: 'web', namespace },
        { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: 'webs.example.org' },
        { apiVersion: 'example.org/v1', kind: 'Deployment', name: 'web' },
      ),
    mutation: () =>
      platform.mutate('karpenter', 'Kustomization/karpenter', (json) => {
        const { spec } = json as never as { spec: { wait?: boolean; healthChecks?: object[] } };
        delete spec.wait;
        spec.healthChecks = [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'karpenter' }];
      }),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: {
      twins: {
        'health-check': {
          says: 'is namespace scoped, but namespace is not set',
          make: (bad) => ({
            build: text('a'),
            kustomization: {
              wait: false,
              healthChecks: [
                {
                  apiVersion: 'v1',
                  kind: 'ConfigMap',
                  name: 'kube-root-ca.crt',
                  ...(bad ? {} : { namespace: 'default' }),
                },
              ],
            },
          }),
        },
      },
    },
  },
];
