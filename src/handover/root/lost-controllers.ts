import type { ClusterState, OwnedObject } from '../../base/cluster-state.js';
import { type ObjectId, titleOf } from '../../base/object-id.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { type Component, componentOf, components, requiredComponents } from '../../flux/components.js';
import { isOwnMarked } from '../../resource-sets/marks.js';
import { OPERATOR_GROUP } from '../../resource-sets/resource-set.js';
import type { OwnerChanges } from '../compare-owners.js';
import { controllerLost } from './diagnostics.js';
import { componentsOfInstance } from './operator-takes.js';

/** How many objects a message names before it counts the rest. */
const NAMED = 4;

/**
 * Controllers of Flux that a FluxInstance or `gotk-components.yaml` no longer has, while objects of their kinds are there.
 * Where no controller is left, Flux is installed in another way, or removed, which is told by what goes.
 */
export const lostControllers = (
  cluster: string,
  { deleted }: Pick<OwnerChanges, 'deleted'>,
  { before, after }: { readonly before: ClusterState; readonly after: ClusterState },
): readonly Diagnostic[] => {
  const left = new Set([...after.objects.values()].flatMap(controllersOf));
  if (left.size === 0) return [];
  const going = new Set(deleted.map(({ object }) => object.key));
  return [...before.objects.values()].flatMap((object) => {
    const isGoing = isDeployment(object.id) ? going.has(object.key) : after.objects.has(object.key);
    const lost = isGoing ? controllersOf(object).filter((one) => !left.has(one)) : [];
    return lost.flatMap((name) => {
      const needing = objectsOf(name, before, after);
      const isRequired = requiredComponents.some((one) => one === name);
      if (needing.length === 0 && !isRequired) return [];
      return [report(cluster, name, object, isRequired ? [] : needing)];
    });
  });
};

const isDeployment = ({ group, kind }: ObjectId): boolean => group === 'apps' && kind === 'Deployment';

/** The controllers that an object runs: one that is a Deployment, or those of a FluxInstance that the operator acts on. */
const controllersOf = ({ id, holdings: [{ json }] }: OwnedObject): readonly Component[] => {
  if (isDeployment(id)) return components.filter((one) => one === id.name);
  if (id.kind !== 'FluxInstance' || id.group !== OPERATOR_GROUP) return [];
  if (isOwnMarked(json, 'reconcile', 'disabled')) return [];
  return componentsOfInstance(json);
};

/** What a controller reconciles, of both states: of an object that goes it has to remove what it has made. */
const objectsOf = (name: Component, ...states: readonly ClusterState[]): readonly string[] => {
  const titles = states.flatMap(({ objects }) =>
    [...objects.values()].flatMap(({ id }) => (componentOf(id.group, id.kind) === name ? [titleOf(id)] : [])),
  );
  return [...new Set(titles)].sort();
};

const report = (
  cluster: string,
  name: Component,
  { id, holdings: [{ path }] }: OwnedObject,
  needing: readonly string[],
) => {
  const isOperator = !isDeployment(id);
  const rest = needing.length - NAMED;
  const them = `${needing.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  const keep = isOperator ? `keep '${name}' in spec.components` : `keep ${name} among Flux's components`;
  return diagnose(controllerLost, {
    message: `${name} ${isOperator ? `leaves ${titleOf(id)}: Flux Operator deletes it, and may delete its CRDs with every object of them in the cluster` : 'goes: Flux deletes it'}. ${needing.length === 0 ? 'Without it, no commit reaches the cluster any more' : `Nothing reconciles ${them} any more`}`,
    at: { cluster, object: titleOf(id), ...(path === '' ? {} : { file: path }) },
    fix:
      needing.length === 0
        ? keep
        : `${keep}; to do without it, remove what it reconciles first, in a change of its own`,
  });
};
