import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const container = (fields: object) => ({
  selector: { matchLabels: { app: 'web' } },
  template: {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: 'web:1', ...fields }] },
  },
});
const configured = (key: string): Build =>
  both(
    object('v1', 'ConfigMap', undefined, { name: 'settings' }),
    object(
      'apps/v1',
      'Deployment',
      container({ env: [{ name: 'HOST', valueFrom: { secretKeyRef: { name: 'db', key } } }] }),
    ),
    object('external-secrets.io/v1', 'ExternalSecret', {
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' },
      target: { name: 'db' },
      data: [{ secretKey: 'host', remoteRef: { key: 'db' } }],
    }),
  );
const routed = (sectionName: string, port: number): Build =>
  both(
    object('gateway.networking.k8s.io/v1', 'Gateway', {
      gatewayClassName: 'a',
      listeners: [{ name: 'https', protocol: 'HTTP', port: 80 }],
    }),
    object('v1', 'Service', { ports: [{ name: 'http', port: 8080 }] }),
    object('gateway.networking.k8s.io/v1', 'HTTPRoute', {
      parentRefs: [{ name: 'web', sectionName }],
      rules: [{ backendRefs: [{ name: 'web', port }] }],
    }),
  );

const options = { external: ['external-secrets.io', 'gateway.networking.k8s.io'] };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX632',
    bad: () => one({ build: both(configured('hots'), routed('htps', 80)) }, options),
    good: () => one({ build: both(configured('host'), routed('https', 8080)) }, options),
    mutation: () =>
      platform.mutate('headlamp', 'HTTPRoute/headlamp', (json) => {
        const { parentRefs } = (json as never as { spec: { parentRefs: { sectionName: string }[] } }).spec;
        parentRefs[0]!.sectionName = 'tls';
      }),
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'the kubelet says so, and none runs here' },
  },
];
