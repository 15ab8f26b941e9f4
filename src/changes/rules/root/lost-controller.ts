import type { ClusterState, OwnedObject } from '../../../applied/cluster-state.js';
import { titleOf } from '../../../applied/object-id.js';
import { type Diagnostic, defineDiagnostic, diagnose, nameSome, ties } from '../../../diagnostics/index.js';
import { type Component, componentOf, kindsOfComponent, requiredComponents } from '../../../flux/components.js';
import { defineChangeRule } from '../../change-rule.js';
import {
  controllersOf,
  installedControllers,
  isDeployment,
  isFluxInstance,
  isLeftAlone,
  isScaledDown,
} from '../../root/installed-controllers.js';
import { componentsOfInstance } from '../../root/operator-takes.js';

const controllerLost = defineDiagnostic({
  code: 'FX549',
  name: 'controller-lost',
  severity: 'error',
  summary:
    'A controller of Flux is removed from a FluxInstance or gotk-components.yaml, patched out or gets no pod, while objects of its kinds exist: nothing reconciles them any more. Without source-controller or kustomize-controller, no commit reaches the cluster.',
  page: {
    example: 'spec.components of FluxInstance/flux without helm-controller, and HelmRelease/web in the tree',
    flux: 'nothing: the release stays as it is, and no commit changes or removes it',
    right: 'keep helm-controller in spec.components; or remove the releases first, in a change of its own',
  },
});

/** A message names this many objects, then counts the rest. */
const NAMED = 4;

/** A controller that the change stops, and the object that ran it. */
interface LostController {
  readonly name: Component;
  readonly object: OwnedObject;
  /** The same object after the change. `undefined` if Flux deletes it. */
  readonly next: OwnedObject | undefined;
}

/**
 * Reports Flux controllers that a FluxInstance or `gotk-components.yaml` no longer runs while objects of their kinds
 * exist, and the loss of all controllers.
 */
export const lostControllerRule = defineChangeRule(
  [controllerLost],
  ({ cluster, changes: { deleted }, before, after }, report) => {
    const left = installedControllers(after);
    const going = new Set(deleted.map(({ object }) => object.key));
    const lost = [...before.objects.values()].flatMap((object): readonly LostController[] => {
      const next = after.objects.get(object.key);
      const isGoing =
        next === undefined
          ? isDeployment(object.id) && going.has(object.key)
          : !(isFluxInstance(next.id) && isLeftAlone(next.holdings[0].json));
      const names = isGoing ? controllersOf(object).filter((one) => !left.has(one)) : [];
      return names.map((name) => ({ name, object, next }));
    });
    if (lost.length === 0) return;
    if (left.size === 0) {
      report(allLost(cluster, lost));
      return;
    }
    const problems = lost.flatMap((one) => {
      const isRequired = requiredComponents.some((name) => name === one.name);
      const needing = isRequired ? [] : objectsOf(one.name, before, after);
      const mayNeed = isRequired ? [] : setsFor(one.name, before, after);
      if (needing.length + mayNeed.length === 0 && !isRequired) return [];
      return [problemOf(cluster, one, needing, mayNeed)];
    });
    for (const problem of problems) report(problem);
  },
);

/**
 * The objects that a controller reconciles, from both states: the controller must also clean up after a deleted object.
 */
const objectsOf = (name: Component, ...states: readonly ClusterState[]): readonly string[] => {
  const titles = states.flatMap(({ objects }) =>
    [...objects.values()].flatMap(({ id }) => (componentOf(id.group, id.kind) === name ? [titleOf(id)] : [])),
  );
  return [...new Set(titles)].sort();
};

/** ResourceSets that may make objects for a controller, from templates or inputs that aren't known. */
const setsFor = (name: Component, ...states: readonly ClusterState[]): readonly string[] => {
  const kinds = new RegExp(`\\bkind\\W{1,6}(?:${kindsOfComponent(name).join('|')})\\b`);
  const titles = states.flatMap(({ owners }) =>
    [...owners.values()].flatMap(({ set }) =>
      set !== undefined && set.unknown.length > 0 && kinds.test(JSON.stringify(set.object.holdings[0].json['spec']))
        ? [titleOf(set.object.id)]
        : [],
    ),
  );
  return [...new Set(titles)].sort();
};

const placeOf = (cluster: string, { object, next }: LostController): Diagnostic['at'] => {
  const [{ path }] = (next ?? object).holdings;
  return { cluster, object: titleOf(object.id), ...(path === '' ? {} : { file: path }) };
};

/** How a controller stops, and how to keep it. */
const endOf = ({ name, object, next }: LostController): { readonly end: string; readonly keep: string } => {
  if (next === undefined) return { end: 'is removed: Flux deletes it', keep: `keep ${name} among Flux's components` };
  if (isDeployment(object.id) && isScaledDown(next.holdings[0].json))
    return { end: 'gets no pod any more (replicas: 0)', keep: `take replicas: 0 of ${name} out` };
  const effect = 'Flux Operator deletes it, and may delete its CRDs with every object of them in the cluster';
  const { json } = next.holdings[0];
  const isPatched = componentsOfInstance(json).includes(name);
  return isPatched
    ? {
        end: `ends by a patch of ${titleOf(object.id)}`,
        keep: `take the patch of ${name} out of spec.kustomize.patches`,
      }
    : { end: `leaves ${titleOf(object.id)}: ${effect}`, keep: `keep '${name}' in spec.components` };
};

const problemOf = (
  cluster: string,
  lost: LostController,
  needing: readonly string[],
  mayNeed: readonly string[],
): Diagnostic => {
  const { end, keep } = endOf(lost);
  const isRequired = needing.length + mayNeed.length === 0;
  const effect = isRequired
    ? 'Without it, no commit reaches the cluster any more'
    : needing.length > 0
      ? `Nothing reconciles ${nameSome(needing, NAMED)} any more`
      : `Nothing reconciles what ${nameSome(mayNeed, NAMED)} may make for it any more`;
  return diagnose(controllerLost, {
    message: `${lost.name} ${end}. ${effect}`,
    at: placeOf(cluster, lost),
    // What a set makes depends on templates or inputs that aren't known.
    ...(isRequired || needing.length > 0 ? {} : { severity: 'warning' }),
    fix: isRequired ? keep : `${keep}; to do without it, remove what it reconciles first, in a change of its own`,
  });
};

/** Reports that Flux removes itself. A lost root deletes the controllers with all else. */
const allLost = (cluster: string, lost: readonly LostController[]): Diagnostic => {
  const [first] = lost as [LostController];
  const names = lost.map(({ name }) => name);
  return diagnose(controllerLost, {
    message: `Flux ends its own controllers, ${names.join(', ')}: no commit reaches the cluster any more`,
    at: placeOf(cluster, first),
    fix: `${endOf(first).keep}, and so the others; if something else has them from now on, put kustomize.toolkit.fluxcd.io/prune: disabled on their Deployments first, in a change of its own`,
    ties: { follows: [ties.lostRoot] },
  });
};
