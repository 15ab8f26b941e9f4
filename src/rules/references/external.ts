import type { ExternalObject } from '../../declared/external-object.js';
import { isTwin } from './is-twin.js';
import type { TargetName } from './targets.js';

type Fields = Pick<TargetName, 'kind' | 'group' | 'namespace'>;

const isOfKindAndPlace = (one: ExternalObject, { kind, group, namespace }: Fields): boolean =>
  one.kind === kind &&
  // A cluster-scoped object may be listed with a namespace, which means nothing.
  (one.namespace === undefined || namespace === undefined || one.namespace === namespace) &&
  (one.group === undefined || one.group === group);

/** Whether an entry of the cluster's `external` is the named object. */
export const isListed = (one: ExternalObject, target: TargetName): boolean =>
  one.name === target.name && isOfKindAndPlace(one, target);

/** Whether an entry of the cluster's `external` is most likely the intended object. */
export const isListedTwin = (one: ExternalObject, target: TargetName): boolean =>
  isTwin(one.name, target.name) && isOfKindAndPlace(one, target);
