import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const service = (spec: object): Build => object('v1', 'Service', { selector: { app: 'web' }, ...spec });
const workload = (spec: object, container: object = {}, kind = 'Deployment'): Build => {
  const labels = { app: 'web' };
  const pod = { containers: [{ name: 'main', image: 'web:1', ...container }], ...spec };
  return object('apps/v1', kind, {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: pod },
  });
};
/** An object without a spec. */
const bare =
  (kind: string, fields: object): Build =>
  (scope) => {
    new ApiObject(scope, kind, { apiVersion: 'v1', kind, metadata: { name: kind.toLowerCase() }, ...fields } as never);
  };
const listener = (fields: object): Build =>
  object('gateway.networking.k8s.io/v1', 'Gateway', {
    gatewayClassName: 'a',
    listeners: [{ name: 'web', port: 443, ...fields }],
  });
const options = { external: ['gateway.networking.k8s.io'] };
const restricted = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX617',
    bad: () =>
      one(
        {
          build: both(
            service({
              type: 'NodePort',
              ports: [
                { name: 'low', port: 80, nodePort: 8080 },
                { name: 'none', port: 81, nodePort: 70000 },
                { name: 'self', port: 82, nodePort: 30080, targetPort: 0 },
              ],
            }),
            workload(
              { terminationGracePeriodSeconds: -5, securityContext: { runAsUser: 0 } },
              {
                securityContext: restricted,
                livenessProbe: { httpGet: { path: '/', port: 80 }, periodSeconds: 0 },
              },
            ),
            workload({ securityContext: { runAsNonRoot: true } }, { securityContext: { runAsUser: 0 } }, 'StatefulSet'),
            object('networking.k8s.io/v1', 'NetworkPolicy', { policyTypes: ['Ingress'] }),
            listener({ protocol: 'HTTPS' }),
          ),
        },
        options,
      ),
    good: () =>
      one(
        {
          build: both(
            service({
              type: 'LoadBalancer',
              ports: [
                { name: 'first', port: 80, nodePort: 30000 },
                { name: 'last', port: 81, nodePort: 32767, targetPort: 8080 },
                { name: 'any', port: 82, nodePort: 0, targetPort: 8443 },
              ],
            }),
            workload(
              { terminationGracePeriodSeconds: 0, securityContext: { runAsUser: 0 } },
              {
                securityContext: { ...restricted, runAsUser: 1000 },
                livenessProbe: { httpGet: { path: '/', port: 80 }, periodSeconds: 1, initialDelaySeconds: 0 },
              },
            ),
            workload(
              { securityContext: { runAsNonRoot: true } },
              { securityContext: { runAsNonRoot: false, runAsUser: 0 } },
              'StatefulSet',
            ),
            object('networking.k8s.io/v1', 'NetworkPolicy', { podSelector: {}, policyTypes: ['Ingress'] }),
            listener({ protocol: 'HTTPS', tls: { certificateRefs: [{ name: 'web-tls' }] } }),
            bare('ConfigMap', { data: { a: '' } }),
          ),
        },
        { external: [...options.external, { kind: 'Secret', name: 'web-tls', namespace: 'default' }] },
      ),
    mutation: {
      adds: () => platform.extended({ build: service({ type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] }) }),
    },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'test/live/taken-values.test.ts shows each of its values in the cluster' },
  },
];
