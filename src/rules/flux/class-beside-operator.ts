import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { defineRule, placeIn, type StateObject } from '../rule.js';
import type { FoundSchemas } from '../schemas/find-schemas.js';

const classBesideOperator = defineDiagnostic({
  code: 'FX607',
  name: 'class-beside-operator',
  severity: 'error',
  summary:
    'An object whose kind ends in Class is in the same Kustomization as a release: Flux applies the class first and waits for it. As a warning or a notice: the class may have no condition that Flux waits for.',
  page: {
    example: 'one addon makes the release of karpenter and an EC2NodeClass',
    flux: "… EC2NodeClass/default status: 'InProgress' …; and the release beside it is not applied until that ends",
    right: 'put the class into an addon of its own, in a later stage',
  },
  exceptable: true,
});

/** Classes without a status, or whose status has no condition that Flux looks at, by group. */
const STATIC: Readonly<Record<string, readonly string[]>> = {
  'authentication.stackable.tech': ['AuthenticationClass'],
  // Its controller is a part of EKS, so no release makes it ready.
  'eks.amazonaws.com': ['NodeClass'],
  'gateway.networking.k8s.io': ['GatewayClass'],
  'groupsnapshot.storage.k8s.io': ['VolumeGroupSnapshotClass'],
  'groupsnapshot.storage.openshift.io': ['VolumeGroupSnapshotClass'],
  'kueue.x-k8s.io': ['WorkloadPriorityClass'],
  'listeners.stackable.tech': ['ListenerClass'],
  'objectstorage.k8s.io': ['BucketClass', 'BucketAccessClass'],
  'secrets.stackable.tech': ['SecretClass'],
  'snapshot.storage.k8s.io': ['VolumeSnapshotClass'],
};

/** Karpenter requires the condition Ready of the node classes of each cloud. */
const hasReady = ({ group, kind }: Pick<StateObject, 'group' | 'kind'>): boolean =>
  group.startsWith('karpenter.') && kind.endsWith('NodeClass');

/** Flux takes an object without conditions as ready. Undefined if nothing says whether objects of a kind have a status. */
const hasStatus = ({ group, kind, apiVersion }: StateObject, kinds: FoundSchemas): boolean | undefined => {
  if (hasReady({ group, kind })) return true;
  if (isBuiltInGroup(group) || STATIC[group]?.includes(kind) === true) return false;
  const schema = kinds.find(group, kind)?.versions[apiVersion.slice(apiVersion.indexOf('/') + 1)];
  const isOpen = schema?.['x-kubernetes-preserve-unknown-fields'] === true;
  return schema === undefined || isOpen ? undefined : Object.hasOwn(fieldsOf(schema['properties']), 'status');
};

/** Flux applies every kind that ends in Class early and waits for it, before it starts the release next to it. */
export const classBesideOperatorRule = defineRule(
  [classBesideOperator],
  ({ units }, report, { kinds }) => {
    for (const { objects, declared } of units) {
      const releases = objects.filter(({ kind }) => kind === 'HelmRelease');
      for (const object of objects) {
        if (!object.kind.endsWith('Class')) continue;
        // Its own operator, if the name shows which one that is.
        const [own = ''] = object.group.split('.');
        const release = releases.find(({ name }) => name.split('-').includes(own)) ?? releases[0];
        if (release === undefined) break;
        const isWaited = hasStatus(object, kinds);
        if (isWaited === false) continue;
        report(
          diagnose(classBesideOperator, {
            message: `${object.title} is in one Kustomization with HelmRelease/${release.name}; Flux applies a kind that ends in "Class" first and waits ${hasReady(object) ? 'until it is ready' : 'while its status says that it is not ready'}`,
            // A class with no condition Ready in its status never holds anything up.
            ...(hasReady(object)
              ? {}
              : { severity: isWaited === undefined ? ('notice' as const) : ('warning' as const) }),
            at: placeIn(object),
            fix:
              declared === undefined
                ? 'apply it by a Kustomization of its own, with this one in dependsOn'
                : 'make it in an addon of its own, in a later stage',
          }),
        );
      }
    }
  },
  { looksAtTree: true },
);
