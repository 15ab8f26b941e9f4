import type { OwnedObject } from '../../applied/cluster-state.js';
import { titleOf } from '../../applied/object-id.js';
import { nameSome } from '../../diagnostics/index.js';
import { readField } from '../../json/read-field.js';
import { hasClaimTemplates, takesClaims } from '../losses/claims-of-set.js';
import type { OwnerChanges } from '../model/owner-changes.js';

/** A line names this many objects, then counts the rest. */
const NAMED = 6;

/**
 * Lists in words what the deleted objects leave in a namespace, and what the deletion of the namespace would delete.
 */
export const leftInNamespace = (namespace: string, changes: OwnerChanges): string | undefined => {
  const left = [
    ...changes.deleted.flatMap(({ object }) => leftOf(object, namespace)),
    ...changes.leftBehind.flatMap(({ object }) =>
      object.id.namespace === namespace ? [titleOf({ ...object.id, namespace: '' })] : [],
    ),
  ];
  if (left.length === 0) return undefined;
  return nameSome(left, NAMED);
};

/** What stays when Flux deletes an object. */
const leftOf = (object: OwnedObject, namespace: string): readonly string[] => {
  const { id, holdings } = object;
  if (hasClaimTemplates(object)) {
    return id.namespace === namespace && !takesClaims(object)
      ? [`the volume claims of StatefulSet/${id.name} and their data`]
      : [];
  }
  if (id.kind === 'HelmRelease' && id.group === 'helm.toolkit.fluxcd.io') {
    const target = readField(holdings[0].json, 'spec.targetNamespace') ?? id.namespace;
    return target === namespace ? [`any volume claims of HelmRelease/${id.name} and their data`] : [];
  }
  return [];
};
