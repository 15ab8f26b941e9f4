import type { FoundReference } from './find-references.js';
import type { Targets } from './targets.js';

/** Kinds that are easily confused. */
const siblings: readonly (readonly string[])[] = [
  ['SecretStore', 'ClusterSecretStore'],
  ['Issuer', 'ClusterIssuer'],
  ['Role', 'ClusterRole'],
  ['Deployment', 'StatefulSet'],
];

/** The kind of an existing object with the name, if that kind was most likely intended. */
export const siblingOf = ({ group, kind, name, object }: FoundReference, targets: Targets): string | undefined =>
  siblings
    .find((kinds) => kinds.includes(kind))
    ?.find(
      (one) => one !== kind && targets.find({ group, kind: one, name, namespace: object.namespace }) !== undefined,
    );
