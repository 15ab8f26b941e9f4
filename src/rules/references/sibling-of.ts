import type { FoundReference } from './find-references.js';
import type { Targets } from './targets.js';

/** Kinds that are easily taken for each other. */
const siblings: readonly (readonly string[])[] = [
  ['SecretStore', 'ClusterSecretStore'],
  ['Issuer', 'ClusterIssuer'],
  ['Role', 'ClusterRole'],
  ['Deployment', 'StatefulSet'],
];

/** The kind of an object that has the name, and is of the kind that was most likely meant. */
export const siblingOf = ({ group, kind, name, object }: FoundReference, targets: Targets): string | undefined =>
  siblings
    .find((kinds) => kinds.includes(kind))
    ?.find(
      (one) => one !== kind && targets.find({ group, kind: one, name, namespace: object.namespace }) !== undefined,
    );
