import { podSpecs } from '../../../check/references/kubernetes-rows.js';
import { fieldsOf, listOf, objectsOf } from '../../../json/as-shape.js';
import { valueAt } from '../../../json/json-path.js';
import type { JsonObject } from '../../../json/json-value.js';
import type { Transition, When } from '../transition.js';
import { becomes, leaves } from '../when.js';

const securityOf = (container: unknown) => fieldsOf(fieldsOf(container)['securityContext']);
const isPrivileged = (container: unknown): boolean => securityOf(container)['privileged'] === true;

const strong = ['ALL', 'SYS_ADMIN', 'CAP_SYS_ADMIN'];
const added = (container: unknown): readonly unknown[] =>
  listOf(fieldsOf(securityOf(container)['capabilities'])['add']);

/** Folders and sockets by which a pod controls its node. */
const hostPathOf = (volume: unknown): string =>
  String(fieldsOf(fieldsOf(volume)['hostPath'])['path'] ?? '').replace(/(?<=.)\/+$/, '');
const isNode = (volume: unknown): boolean =>
  hostPathOf(volume) === '/' || /\/(?:docker|containerd|crio)\.sock$/.test(hostPathOf(volume));

const node = {
  severity: 'notice',
  says: 'controls its node from now on',
  effect: 'what runs in the pod can read and change all that is on the node, with the other pods there',
} as const;
const shared = [
  [
    'hostNetwork',
    'uses the network of its node from now on',
    "its pods have the node's addresses and ports, reach what listens on localhost there, and most network plugins apply no NetworkPolicy to them",
  ],
  [
    'hostPID',
    'sees the processes of its node from now on',
    'its pods can read what those processes have, and signal them, if they run as the same user',
  ],
  [
    'hostIPC',
    'shares memory with its node from now on',
    'its pods can read what processes of the node have in shared memory',
  ],
] as const;
const weaker = {
  severity: 'notice',
  says: 'gets more rights in its containers',
} as const;

/** What pods may do on their nodes. https://kubernetes.io/docs/concepts/security/pod-security-standards/ */
const rowsOf = ([on, spec]: readonly [string, string]): readonly Transition[] => {
  const specOf = (json: JsonObject) => fieldsOf(valueAt(json, spec.split('.')));
  const nonRootOf = (one: unknown): unknown => securityOf(one)['runAsNonRoot'];
  const lists = ['containers', 'initContainers'];
  /** Some container that has no setting of its own. */
  const isFollowed: When = (_, __, { to }) =>
    lists.some((list) => objectsOf(specOf(to)[list]).some((one) => nonRootOf(one) === undefined));
  return [
    ...shared.map(
      ([field, says, effect]): Transition => ({
        on,
        at: `${spec}.${field}`,
        when: becomes(true),
        severity: 'notice',
        says,
        effect,
      }),
    ),
    {
      on,
      at: `${spec}.volumes[name]`,
      when: (was, is) => isNode(is) && !isNode(was),
      shows: 'hostPath.path',
      ...node,
    },
    {
      on,
      at: `${spec}.securityContext.runAsNonRoot`,
      when: (was, is, sides) => leaves(true)(was, is, sides) && isFollowed(was, is, sides),
      ...weaker,
      effect: 'its containers may run as root, if their images do',
    },
    ...lists.flatMap((list): readonly Transition[] => [
      {
        on,
        at: `${spec}.${list}[name]`,
        when: (was, is) => isPrivileged(is) && !isPrivileged(was),
        shows: 'securityContext.privileged',
        ...node,
      },
      {
        on,
        at: `${spec}.${list}[name]`,
        when: (was, is) =>
          !isPrivileged(is) && added(is).some((one) => strong.includes(String(one)) && !added(was).includes(one)),
        shows: 'securityContext.capabilities.add',
        ...node,
      },
      {
        on,
        at: `${spec}.${list}[name].securityContext`,
        when: (was, is) => {
          const [old, now] = [fieldsOf(was)['allowPrivilegeEscalation'], fieldsOf(is)['allowPrivilegeEscalation']];
          return old === false && now !== false && fieldsOf(is)['privileged'] !== true;
        },
        shows: 'allowPrivilegeEscalation',
        ...weaker,
        effect: 'its processes can get more rights than they start with, by a program with setuid',
      },
      {
        on,
        at: `${spec}.${list}[name].securityContext.runAsNonRoot`,
        when: (was, is, { to }) =>
          was === true && (is === false || (is === undefined && nonRootOf(specOf(to)) !== true)),
        ...weaker,
        effect: 'the container may run as root, if its image does',
      },
    ]),
  ];
};

export const podAccessRows: readonly Transition[] = Object.entries(podSpecs).flatMap(rowsOf);
