import { type Diagnostic, defineDiagnostic, diagnose, type Place } from '../../diagnostics/index.js';
import { type Cycle, type Edge, findCycles } from '../order/find-cycles.js';
import { orderEdges } from '../order/order-edges.js';
import type { Hop } from '../order/order-graph.js';
import { declaredOthers, type OtherKustomization, titleOfKey } from '../order/other-kustomization.js';
import { printHops } from '../order/print-hops.js';
import { nameOf, placeOf } from '../references/describe.js';
import {
  type CheckContext,
  defineRule,
  isEntry,
  type Report,
  type StateIndex,
  type StateObject,
  shortName,
  unitTitle,
} from '../rule.js';
import { isSopsEncrypted } from '../sops/sops.js';

export const deadlock = defineDiagnostic({
  code: 'FX640',
  name: 'deadlock',
  severity: 'error',
  summary:
    'Objects wait for each other, directly or through the Kustomizations that apply them: none of them ever becomes ready. As a warning: a Kustomization decrypts the Secret with its own key, which somebody must make first.',
  page: {
    example:
      'HelmRelease "web" reads a Secret that an ExternalSecret makes, in an addon that requires the addon of "web"',
    flux: "dependency 'flux-system/web' is not ready; and of web: could not resolve Secret chart values reference 'web/db' with key 'values.yaml': secrets \"db\" not found",
    right: 'put the ExternalSecret into the addon of "web", or into one before it',
  },
  exceptable: true,
});

/** Nothing waits for something that comes only after it: Flux's order has no circle. */
export const deadlockRule = defineRule(
  [deadlock],
  (state, report, context) => findDeadlocks(declaredOthers(state), report, context),
  { looksAtApplied: true },
);

/**
 * Finds the circles through Kustomizations of others. The rule has already found all other circles, and those that
 * follow from the code.
 */
export const otherDeadlocks = (others: readonly OtherKustomization[], report: Report, context: CheckContext): void => {
  for (const cycle of findCycles(orderEdges(context, others), isOther)) report(throughOther(cycle, context.index));
};

const findDeadlocks = (others: readonly OtherKustomization[], report: Report, context: CheckContext): void => {
  const { index } = context;
  // The reference at fault in a circle is one to something later, or else one to another addon.
  const isSuspect = [(edge: Edge<Hop>) => isLater(edge, index), isOfOtherAddon, () => true];
  let edges = orderEdges(context, others);
  // A circle of dependsOn alone stops all else: what only goes through it isn't another fault.
  const ofDependencies = findCycles(
    edges.filter((edge) => edge.hop === undefined || isDependency(edge)),
    isHead,
  );
  const inCircle = new Set(ofDependencies.flat().filter(isDependency));
  edges = edges.filter((edge) => !inCircle.has(edge));
  const ofObjects = isSuspect.flatMap((is) => {
    const found = findCycles(edges, (edge) => isHead(edge) && is(edge));
    const shown = new Set(found.map(([head]) => head));
    if (shown.size > 0) edges = edges.filter((edge) => !shown.has(edge));
    return found;
  });
  const cycles = [...ofDependencies, ...ofObjects];
  const told = new Set<string>();
  for (const cycle of cycles) {
    const [{ from, to, hop }] = cycle as readonly [Edge<Hop>];
    // One object may name another in several fields, as a store does with its credentials.
    if (told.has(`${from}\0${to}`)) continue;
    told.add(`${from}\0${to}`);
    const { reference, path, maker } = hop!;
    const { object } = reference!;
    if (maker !== undefined && isKeyInItself(path, object, maker)) {
      report(keyInItself(object, maker, placeOf(reference!)));
      continue;
    }
    report(
      diagnose(deadlock, {
        message: `${object.title} waits for ${nameOf(reference!)}, which itself comes only after ${object.title}`,
        at: placeOf(reference!),
        notes: printHops(cycle, index),
        fix:
          maker?.unit === object.unit && isEntry(index, object)
            ? `move ${maker.title} into ${object.addon === undefined ? 'a Kustomization' : 'an addon'} before "${shortName(object.unit)}", or remove ${path}${reference!.row.optional === undefined ? '' : ', or set optional: true there'}`
            : maker === undefined || maker.unit === object.unit
              ? `remove ${path} or another of these references`
              : `move ${maker.title} into ${unitTitle(object)}${isBefore(maker.unit, object.unit, index) ? '' : ' or one before it'}, or remove ${path}`,
      }),
    );
  }
  for (const cycle of findCycles(edges, isOther)) report(throughOther(cycle, index));
};

/**
 * Whether a Kustomization decrypts its own key. Without the key it could never have been applied, so it was made by hand
 * before, and what is in the tree keeps it.
 */
const isKeyInItself = (path: string | undefined, object: StateObject, maker: StateObject): boolean =>
  path?.startsWith('spec.decryption.') === true && maker.unit === object.unit && isSopsEncrypted(maker);

const keyInItself = (object: StateObject, key: StateObject, at: Place): Diagnostic =>
  diagnose(deadlock, {
    message: `${object.title} decrypts ${key.title}, which is encrypted and holds the key that it decrypts with`,
    at,
    severity: 'warning',
    notes: ['Flux needs the key before it can decrypt anything: it never makes it in a new cluster'],
    fix: `make ${key.title} by hand in each new cluster before Flux runs: kubectl create secret generic ${key.name} --namespace ${key.namespace} …`,
  });

const throughOther = (cycle: Cycle<Hop>, index: StateIndex): Diagnostic => {
  const { key, place, waitsOn } = cycle[0]!.hop!.other!;
  const title = titleOfKey(key);
  return diagnose(deadlock, {
    message: `${title} waits for ${waitsOn}, which itself comes only after ${title}`,
    at: place,
    notes: printHops(cycle, index),
    fix: `take one of these dependencies out; ${title} must not wait for what depends on it`,
  });
};

/** Nested Kustomizations form a circle only if one of them depends on an addon. */
const isOther = ({ hop }: Edge<Hop>): boolean => hop?.other?.isDependency === true;

/** Dependencies between the addons' own Kustomizations are derived, and FX208 checks them. */
const isHead = ({ hop }: Edge<Hop>): boolean => hop?.reference !== undefined;

const isDependency = ({ hop }: Edge<Hop>): boolean =>
  hop?.path?.startsWith('spec.dependsOn') === true && hop.object?.kind === 'Kustomization';

const isLater = ({ hop }: Edge<Hop>, { waitsFor }: StateIndex): boolean =>
  hop?.maker !== undefined && hop.object !== undefined && waitsFor(hop.maker.unit, hop.object.unit);

/**
 * A unit in an earlier stage may still wait for one in a later stage whose namespace it uses (FX207). Then an earlier
 * stage doesn't help.
 */
const isBefore = (unit: string, other: string, { unitOf }: StateIndex): boolean =>
  (unitOf.get(unit)?.declared?.built.stage ?? 0) < (unitOf.get(other)?.declared?.built.stage ?? 0);

const isOfOtherAddon = ({ hop }: Edge<Hop>): boolean => hop?.maker !== undefined && hop.maker.unit !== hop.object?.unit;
