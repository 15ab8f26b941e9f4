import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, listOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { mayFillPods, runningPods } from '../context/pods.js';
import { defineRule, objectsOfKind, placeIn } from '../rule.js';

const podSecurity = defineDiagnostic({
  code: 'FX682',
  name: 'pod-security',
  severity: 'error',
  summary: 'Pods violate the pod security level that their namespace enforces, so the API server refuses them.',
  page: {
    example:
      "namespaceLabels: { 'pod-security.kubernetes.io/enforce': 'restricted' }   // and a container without securityContext",
    flux: 'nothing, or a timeout: the ReplicaSet reports: pods "web-…" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false',
    right:
      "securityContext: { allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } }",
  },
  exceptable: true,
});

type Json = Readonly<Record<string, unknown>>;

/** Something that pods of a level must not have, or must have. */
interface Check {
  readonly level: 'baseline' | 'restricted';
  /** What to do: "must not set privileged: true". */
  readonly words: string;
  /** A path into the pod's spec or a container. */
  readonly at: string;
  readonly of: 'pod' | 'container' | 'both';
  readonly isBad: (value: unknown) => boolean;
  /** The violation is a missing field. A webhook may fill it in, and Windows pods don't need it. */
  readonly isMissing?: true;
}

const isTrue = (value: unknown): boolean => value === true;
const isWrongProfile = (value: unknown): boolean => value === 'Unconfined';
const someOutside =
  (allowed: string, key?: string) =>
  (value: unknown): boolean =>
    listOf(value)
      .map((one) => (key === undefined ? one : fieldsOf(one)[key]))
      .some((one) => typeof one === 'string' && !holdsExpression(one) && !allowed.split(' ').includes(one));

const security = 'securityContext.';
const volumes = 'name configMap csi downwardAPI emptyDir ephemeral image persistentVolumeClaim projected secret';

/** The policies of https://kubernetes.io/docs/concepts/security/pod-security-standards/, as of Kubernetes 1.25. */
const checks: readonly Check[] = [
  ...['hostNetwork', 'hostPID', 'hostIPC'].map(
    (at): Check => ({ level: 'baseline', of: 'pod', at, words: `must not set ${at}: true`, isBad: isTrue }),
  ),
  {
    level: 'baseline',
    of: 'pod',
    at: 'volumes',
    words: 'must not have a hostPath volume',
    isBad: (value) => objectsOf(value).some(({ hostPath }) => isObject(hostPath)),
  },
  {
    level: 'baseline',
    of: 'container',
    at: 'ports',
    words: 'must not have a hostPort',
    isBad: (value) => objectsOf(value).some(({ hostPort }) => typeof hostPort === 'number' && hostPort !== 0),
  },
  {
    level: 'baseline',
    of: 'container',
    at: `${security}privileged`,
    words: 'must not set privileged: true',
    isBad: isTrue,
  },
  {
    level: 'baseline',
    of: 'container',
    at: `${security}capabilities.add`,
    words: 'must not add capabilities that runtimes do not give by default',
    isBad: someOutside(
      'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT',
    ),
  },
  ...['seccompProfile', 'appArmorProfile'].map(
    (profile): Check => ({
      level: 'baseline',
      of: 'both',
      at: `${security}${profile}.type`,
      words: `must not set ${profile}.type: Unconfined`,
      isBad: isWrongProfile,
    }),
  ),
  {
    level: 'baseline',
    of: 'both',
    at: `${security}windowsOptions.hostProcess`,
    words: 'must not set windowsOptions.hostProcess: true',
    isBad: isTrue,
  },
  {
    level: 'baseline',
    of: 'pod',
    at: `${security}sysctls`,
    words: 'must not set sysctls other than the safe ones',
    isBad: someOutside(
      `kernel.shm_rmid_forced ${['ip_local_port_range', 'tcp_syncookies', 'ping_group_range', 'ip_unprivileged_port_start', 'ip_local_reserved_ports', 'tcp_keepalive_time', 'tcp_fin_timeout', 'tcp_keepalive_intvl', 'tcp_keepalive_probes', 'tcp_rmem', 'tcp_wmem'].map((one) => `net.ipv4.${one}`).join(' ')}`,
      'name',
    ),
  },
  {
    level: 'restricted',
    of: 'pod',
    at: 'volumes',
    words: 'must not have volumes other than of configMap, emptyDir, persistentVolumeClaim, secret and the like',
    isBad: (value) => objectsOf(value).some((one) => someOutside(volumes)(Object.keys(one))),
  },
  {
    level: 'restricted',
    of: 'container',
    at: `${security}capabilities.add`,
    words: 'must not add capabilities other than NET_BIND_SERVICE',
    isBad: someOutside('NET_BIND_SERVICE'),
  },
  {
    level: 'restricted',
    of: 'both',
    at: `${security}runAsUser`,
    words: 'must not set runAsUser: 0',
    isBad: (value) => value === 0,
  },
  {
    level: 'restricted',
    of: 'both',
    at: `${security}runAsNonRoot`,
    words: 'must not set runAsNonRoot: false',
    isBad: (value) => value === false,
  },
  {
    level: 'restricted',
    of: 'container',
    at: `${security}allowPrivilegeEscalation`,
    words: 'must not set allowPrivilegeEscalation: true',
    isBad: isTrue,
  },
  {
    level: 'restricted',
    of: 'container',
    at: `${security}allowPrivilegeEscalation`,
    words: 'must set allowPrivilegeEscalation: false',
    isBad: (value) => (value ?? undefined) === undefined,
    isMissing: true,
  },
  {
    level: 'restricted',
    of: 'container',
    at: `${security}capabilities.drop`,
    words: "must set capabilities.drop: ['ALL']",
    isBad: (value) => !listOf(value).some((one) => one === 'ALL' || holdsExpression(String(one))),
    isMissing: true,
  },
];

/** Fields that a container inherits from its pod. */
const inherited: readonly (readonly [at: string, words: string])[] = [
  ['runAsNonRoot', 'runAsNonRoot: true'],
  ['seccompProfile.type', 'seccompProfile.type: RuntimeDefault'],
];

const PREFIX = 'pod-security.kubernetes.io/';

const read = (json: Json, at: string): unknown => valueAt(json, at.split('.'));

/** Pods comply with the level that the labels of their namespace enforce. */
export const podSecurityRule = defineRule([podSecurity], (state, report, { index }) => {
  const enforced = new Map<string, Json>();
  for (const { name, labels, creator } of state.namespaces)
    if (creator === 'terraform') enforced.set(name, fieldsOf(labels));
  for (const { json, name } of objectsOfKind(index, '/Namespace')) {
    enforced.set(name, fieldsOf(valueAt(json, ['metadata', 'labels'])));
  }
  if (![...enforced.values()].some((labels) => `${PREFIX}enforce` in labels)) return;
  const isFilled = mayFillPods(index);
  for (const { object, spec, containers } of runningPods(index)) {
    const { [`${PREFIX}enforce`]: level, [`${PREFIX}enforce-version`]: version = 'latest' } =
      enforced.get(object.namespace ?? '') ?? {};
    const minor = /^v1\.(\d+)$/.exec(String(version));
    if ((level !== 'baseline' && level !== 'restricted') || (version !== 'latest' && Number(minor?.[1] ?? 0) < 25))
      continue;
    // A runtime class may be exempt, and a user namespace relaxes some checks.
    if (spec['runtimeClassName'] !== undefined || spec['hostUsers'] === false) continue;
    const isWindows = read(spec, 'os.name') === 'windows';
    const needsAll = !isWindows && !isFilled;
    const found = checks
      .filter((one) => (one.level === 'baseline' || level === 'restricted') && (one.isMissing !== true || needsAll))
      .flatMap(({ of, at, words, isBad }) => [
        ...(of !== 'container' && isBad(read(spec, at)) ? [`the pod ${words}`] : []),
        ...(of === 'pod'
          ? []
          : toldOf(
              containers.filter(({ json }) => isBad(read(json, at))),
              words,
            )),
      ]);
    for (const [at, words] of level === 'restricted' && needsAll ? inherited : []) {
      const isAbsent = (json: Json) => (read(json, security + at) ?? undefined) === undefined;
      if (isAbsent(spec))
        found.push(
          ...toldOf(
            containers.filter(({ json }) => isAbsent(json)),
            `must set ${words}, unless the pod does`,
          ),
        );
    }
    if (found.length === 0) continue;
    const { title, namespace } = object;
    report(
      diagnose(podSecurity, {
        message: `${title}: the API server refuses its pods, since the namespace "${namespace}" enforces the pod security level "${level}": ${found[0]}`,
        at: placeIn(object),
        notes: found.slice(1),
        fix: `change the pods, or give the label ${PREFIX}enforce a level that takes them`,
      }),
    );
  }
});

const toldOf = (containers: readonly { readonly name: string }[], words: string): readonly string[] =>
  containers.length === 0
    ? []
    : [
        `${containers.length === 1 ? 'container' : 'containers'} ${containers.map(({ name }) => `"${name}"`).join(', ')} ${words}`,
      ];
