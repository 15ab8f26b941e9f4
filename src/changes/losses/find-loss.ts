import { applySettings } from '../../applied/apply-settings.js';
import {
  type ClusterState,
  type Holding,
  isFluxKustomization,
  type OwnedObject,
  ownerKey,
} from '../../applied/cluster-state.js';
import { compositeKindsOf } from '../../applied/composite-kinds.js';
import { keyOf, type ObjectId, titleOf } from '../../applied/object-id.js';
import { deletes, objectsOfOwner } from '../../applied/owned-objects.js';
import { tryFindOwnerObject } from '../../applied/owner-object.js';
import type { ProtectedKind } from '../../declared/protected-kind.js';
import { nameSome } from '../../diagnostics/index.js';
import { isResourceSet } from '../../flux/resource-sets/resource-set.js';
import { isObject } from '../../json/is-object.js';
import { specOf } from '../../json/manifest-fields.js';
import { readField } from '../../json/read-field.js';
import { lossOfManaged } from '../../knowledge/crossplane.js';
import { effectsOn, holdsSettings } from '../../knowledge/effects.js';
import type { EffectRow } from '../../knowledge/form/effect.js';
import { isInGroup } from '../../knowledge/form/in-group.js';
import type { Applied } from '../../knowledge/form/keeps.js';
import { albOf, hasAddressOfGke, isIngress } from './balancer-of-ingress.js';

/** What the deletion of an object destroys in addition to the object. */
export interface Loss {
  /** In words that follow "and with it". */
  readonly loses: string;
  /** Settings that each prevent the loss. */
  readonly settings: readonly string[];
  /** Set if nothing proves the loss: no CRD of the kind could be obtained. */
  readonly isUnproven?: true;
}

/** A sentence names this many objects, then counts the rest. */
const NAMED = 6;

/**
 * What dies with an object, or `undefined` if nothing else does. Flux acts on what it has applied, so the state before
 * counts.
 */
export const tryFindLoss = (object: OwnedObject, state: ClusterState): Loss | undefined => {
  if (isResourceSet(object.id)) return lossOfSet(titleOf(object.id), state);
  const parent = lossWithParent(object, state);
  if (parent !== undefined) return { loses: parent, settings: [] };
  const own = state.protectedKinds.find((one) => isProtected(one, object.id));
  if (own !== undefined) return { loses: own.loses ?? 'what it manages outside of the cluster', settings: [] };
  const row = rowOf(object, state);
  if (row === undefined) return undefined;
  const applied = object.holdings.map((holding) => appliedBy(holding, object.id, state));
  const { destroys = '', keeps = [], isUnproven } = row;
  const isKept = applied.every((one) => keeps.some((policy) => policy.keeps(one)));
  if (isKept && object.holdings.every((holding) => reachesCluster(holding, state))) return undefined;
  return {
    loses: typeof destroys === 'string' ? destroys : destroys(applied[0]!),
    settings: [...new Set(keeps.flatMap(({ setting }) => setting ?? []))],
    ...(isUnproven === true ? { isUnproven } : {}),
  };
};

/** The same as plain words. */
export const consequenceOf = (object: OwnedObject, state: ClusterState): string | undefined =>
  tryFindLoss(object, state)?.loses;

/** The objects that Kubernetes or a controller deletes together with the given one. */
const lossWithParent = (object: OwnedObject, state: ClusterState): string | undefined => {
  const { id, holdings } = object;
  if (id.kind === 'CustomResourceDefinition') {
    const { group, names } = specOf(holdings[0].json) as { group?: string; names?: { kind?: string } };
    return `every ${names?.kind ?? 'object'} of ${group ?? 'its group'} in the cluster${named(state.index.ofKind(group, names?.kind), ': ')}`;
  }
  const composites = compositeKindsOf(id, holdings[0].json);
  if (composites.length > 0) {
    const known = composites.flatMap(({ group, kind }) => state.index.ofKind(group, kind));
    return `every ${composites.map(({ kind }) => kind).join(' and ')} in the cluster, and what is composed of them${named(known, ': ')}`;
  }
  if (id.kind === 'Namespace') {
    return `all that is in the namespace${named(state.index.inNamespace(id.name), ': ')}`;
  }
  if (isEntrance(id)) {
    const routes = state.index.ofGateway(id);
    if (routes.length === 0) return undefined;
    // An Istio Gateway and a ListenerSet only add listeners to an object that has the address.
    const address = id.kind === 'Gateway' && id.group === 'gateway.networking.k8s.io' ? 'its address, and ' : '';
    return `${address}what reaches the cluster through it${named(routes, ': ')}`;
  }
  if (id.kind === 'Service' && id.group === '' && readField(holdings[0].json, 'spec.type') === 'LoadBalancer') {
    return 'its load balancer and its addresses: a new one gets others';
  }
  if (isIngress(object)) {
    const alb = albOf(holdings[0].json, state);
    // Other Ingresses may share its group.
    const isItsOwn = alb !== undefined && alb.group === undefined && !alb.isOpen;
    return isItsOwn || hasAddressOfGke(holdings[0].json)
      ? 'its load balancer and its address: a new one gets another'
      : undefined;
  }
  if (!isFluxKustomization(id)) return undefined;
  const owner = state.owners.get(ownerKey(id));
  if (owner === undefined || !deletes(owner)) return undefined;
  if (!owner.seen) return 'all that it applies, which is not seen here';
  const objects = objectsOfOwner(state, object);
  return objects.length === 0 ? undefined : `its objects${named(objects, ': ')}`;
};

const lossOfSet = (key: string, state: ClusterState): Loss | undefined => {
  const owner = state.owners.get(key);
  // The operator keeps the objects of a disabled set.
  if (owner?.suspend === true) return undefined;
  const going = state.index
    .ofOwner(key)
    .filter(({ holdings }) => holdings.some((one) => one.owner === key && !one.kept));
  if (going.length === 0 && owner?.seen === true) return undefined;
  return { loses: `all objects that it has made${named(going, ': ')}`, settings: [] };
};

/** Whether routes attach to the object. */
const isEntrance = ({ group, kind }: ObjectId): boolean =>
  (kind === 'Gateway' && (group === 'gateway.networking.k8s.io' || group === 'networking.istio.io')) ||
  (kind === 'ListenerSet' && group === 'gateway.networking.k8s.io') ||
  (kind === 'XListenerSet' && group === 'gateway.networking.x-k8s.io');

const isProtected = ({ group, kind }: ProtectedKind, id: ObjectId): boolean =>
  isInGroup(group, id.group) && (kind === undefined || kind === id.kind);

/** The first row that covers an object's kind, or the row that its fields reveal. */
const rowOf = (
  object: OwnedObject,
  state: ClusterState,
): Pick<EffectRow, 'destroys' | 'keeps' | 'isUnproven'> | undefined => {
  const { id, holdings } = object;
  const row = effectsOn(id).find(({ at }) => at === undefined);
  if (row !== undefined || holdsSettings(id.group)) return row;
  const spec = holdings[0].json['spec'];
  if (!isObject(spec)) return undefined;
  // No other project has a field of this name, in any group.
  if (isObject(spec['forProvider'])) return lossOfManaged;
  const isComposite =
    state.compositeKinds.has(`${id.kind}.${id.group}`) || compositeFields.some((name) => isObject(spec[name]));
  return isComposite ? { destroys: 'all resources that Crossplane composes for it' } : undefined;
};

/** Fields that Crossplane adds to composite resources and claims. */
const compositeFields = ['compositionRef', 'compositionSelector', 'compositionRevisionRef', 'crossplane'];

/**
 * Whether Flux keeps the object in the cluster the same as its file. If not, Flux may have applied it without the
 * policy.
 */
const reachesCluster = (holding: Holding, state: ClusterState): boolean => {
  const { isLeftAlone, isSuspended } = applySettings(state, holding);
  return !isLeftAlone && !isSuspended;
};

const appliedBy = ({ json, owner }: Holding, id: ObjectId, state: ClusterState): Applied => {
  const added = annotationsIn(tryFindOwnerObject(state, owner), 'spec.commonMetadata.annotations');
  const own = readField(json, 'metadata.annotations');
  const place = keyOf({ group: '', kind: 'Namespace', namespace: '', name: id.namespace });
  return {
    json,
    kind: id.kind,
    group: id.group,
    annotations: { ...(isObject(own) ? own : {}), ...added },
    ofNamespace: annotationsIn(state.objects.get(place), 'metadata.annotations'),
  };
};

const annotationsIn = (object: OwnedObject | undefined, path: string): Readonly<Record<string, unknown>> => {
  const found = object === undefined ? undefined : readField(object.holdings[0].json, path);
  return isObject(found) ? found : {};
};

const named = (objects: readonly OwnedObject[], lead: string): string => {
  if (objects.length === 0) return '';
  const titles = objects.map(({ id }) => titleOf(id)).sort();
  return `${lead}${nameSome(titles, NAMED)}`;
};
