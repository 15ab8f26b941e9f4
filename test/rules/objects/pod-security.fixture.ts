import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const enforce = (level: string, version?: string): Build =>
  object('v1', 'Namespace', undefined, {
    name: 'apps',
    labels: {
      'pod-security.kubernetes.io/enforce': level,
      ...(version && { 'pod-security.kubernetes.io/enforce-version': version }),
    },
  });
const pods = (spec: object = {}, container: object = {}, namespace = 'apps'): Build => {
  const labels = { app: 'web' };
  const pod = { containers: [{ name: 'main', image: 'web:1', ...container }], ...spec };
  const template = { metadata: { labels }, spec: pod };
  return object('apps/v1', 'Deployment', { selector: { matchLabels: labels }, template }, { namespace });
};
const context = (securityContext: object) => ({ securityContext });
const tight = context({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } });
const safe = context({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
const inContainer = context({ ...tight.securityContext, ...safe.securityContext });
const of = (...programs: readonly (readonly [Build, ...Build[]])[]) =>
  programs.flatMap((builds) => one({ build: both(...builds) }, { external: ['kyverno.io'] }));
const restricted = enforce('restricted');
const baseline = enforce('baseline');
const hostPath = { volumes: [{ name: 'host', hostPath: { path: '/var/log' } }] };
const kyverno = object('kyverno.io/v1', 'ClusterPolicy', { rules: [] });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX682',
    bad: () =>
      of(
        [restricted, pods()],
        [restricted, pods(safe)],
        [restricted, pods({}, tight)],
        [restricted, pods({ ...safe, volumes: [{ name: 'a', nfs: { server: 'a.example.org', path: '/' } }] }, tight)],
        [restricted, pods(safe, context({ ...tight.securityContext, runAsUser: 0 }))],
        [restricted, kyverno, pods(context({ runAsNonRoot: false }))],
        [baseline, pods({ hostNetwork: true, ...hostPath })],
        [baseline, pods({}, { ports: [{ containerPort: 80, hostPort: 80 }] })],
        [baseline, pods({}, context({ privileged: true, capabilities: { add: ['SYS_ADMIN'] } }))],
        [baseline, pods(context({ sysctls: [{ name: 'kernel.msgmax', value: '1' }] }))],
        [baseline, pods(context({ seccompProfile: { type: 'Unconfined' } }))],
      ),
    good: () =>
      of(
        [restricted, pods(safe, tight)],
        [restricted, pods({}, inContainer)],
        [restricted, pods({ ...safe, volumes: [{ name: 'a', emptyDir: {} }, { name: 'b' }] }, tight)],
        [enforce('privileged'), pods({ hostNetwork: true, hostPID: true, ...hostPath })],
        [baseline, pods()],
        [baseline, pods(context({ sysctls: [{ name: 'net.ipv4.tcp_rmem', value: '4096' }], runAsUser: 0 }))],
        [baseline, pods({}, context({ capabilities: { add: ['CHOWN'] }, allowPrivilegeEscalation: true }))],
        [baseline, pods({}, { ports: [{ containerPort: 80 }] })],
        // Windows has none of it, a policy may fill it in, and an exemption may be for the class.
        [restricted, pods({ os: { name: 'windows' } })],
        [restricted, kyverno, pods()],
        [restricted, pods({ runtimeClassName: 'kata' })],
        [restricted, pods({ hostUsers: false })],
        // Policies before 1.25 ask for less; and these pods are in another namespace.
        [enforce('restricted', 'v1.18'), pods()],
        [restricted, pods({ hostNetwork: true }, {}, 'default')],
        [object('v1', 'Namespace', undefined, { name: 'apps', labels: {} }), pods({ hostNetwork: true })],
      ),
    mutation: { adds: () => platform.extended({ build: both(restricted, pods()) }) },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'Flux applies the Deployment; its ReplicaSet says that the pods are forbidden' },
  },
];
