import { startsWithout, waitAgain } from '../../compile/starts-without.js';
import type { ReferenceMark } from '../../constructs/reference.js';
import { addNamespace } from '../../declared/external.js';
import { defineDiagnostic, diagnose, nearest, suggest, ties } from '../../diagnostics/index.js';
import { isProvider, isResourceSet } from '../../flux/resource-sets/resource-set.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { isUnknown, nameOf, placeOf } from '../references/describe.js';
import { isListedTwin } from '../references/external.js';
import { accountNotes, isAccountOfFlux } from '../references/flux-account.js';
import type { FoundReference, References, Target } from '../references/index.js';
import { isTwin } from '../references/is-twin.js';
import { siblingOf } from '../references/sibling-of.js';
import { defineRule, isFluxGroup, type Report, type RuleState, type StateObject, unitTitle, waitFor } from '../rule.js';

export const unseen = defineDiagnostic({
  code: 'FX631',
  name: 'unseen-reference',
  severity: 'notice',
  summary:
    'An object refers to a store, Gateway, Issuer or EC2NodeClass that nothing in the tree makes, while the tree makes others of that kind; a route refers to such a Service, in a namespace where the tree makes others; or an object of Flux refers to a ServiceAccount that nothing in the tree makes.',
  missesObject: true,
  page: {
    example: 'secretStoreRef: { kind: "ClusterSecretStore", name: "vault" }   // and the tree\'s only store is "main"',
    right: 'use the name of the store; or set external: [{ kind: "ClusterSecretStore", name: "vault" }] on the cluster',
  },
  exceptable: true,
});

export const unknownReference = defineDiagnostic({
  code: 'FX307',
  name: 'unknown-reference',
  severity: 'error',
  summary:
    "An object refers to one that no addon of the cluster makes. As a warning: its addon doesn't wait for the addon that makes it.",
  missesObject: true,
  page: {
    example:
      'new HTTPRoute(scope, "route", { spec: { parentRefs: [{ name: "main" }] } })   // and nothing makes the Gateway',
    flux: 'could not get Source object: HelmRepository.source.toolkit.fluxcd.io "podinfo" not found',
    right:
      'put the addon that makes it into an earlier stage and into `requires`; or set external: [{ kind: "Gateway", name: "main" }] on the cluster',
  },
  exceptable: true,
});

const otherCluster = defineDiagnostic({
  code: 'FX308',
  name: 'other-cluster',
  severity: 'error',
  summary: 'An object refers to a construct of another cluster.',
});

export const misnamed = defineDiagnostic({
  code: 'FX630',
  name: 'misnamed-reference',
  severity: 'error',
  summary:
    "An object refers to one that doesn't exist, while one with almost that name, or in another namespace, does; or to one that nothing can create, in a namespace that only this tree fills.",
  missesObject: true,
  page: {
    example:
      'scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "wbe" }   // and the Deployment is "web"',
    flux: 'the HPA controller was unable to get the target\'s current scale: deployments.apps "wbe" not found',
    right: 'scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" }',
  },
  exceptable: true,
});

/** Every referenced object comes from the same addon, from one that the addon waits for, or is known to exist. */
export const referenceRule = defineRule(
  [unknownReference, otherCluster, misnamed, unseen],
  (state, report, { index, references }) => {
    const partial = state.units.filter(({ isPartial }) => isPartial).map(({ name }) => name);
    // Without declarations, the unknown part of a folder may have any object.
    const mayBeMissing = (unit: string) =>
      partial.some((name) => state.declared === undefined || name === unit || index.waitsFor(unit, name));
    // What isn't seen hardly has a Kustomization of almost the same name.
    const isPlainTypo = (reference: FoundReference): boolean =>
      state.declared === undefined &&
      isFluxGroup(reference.group) &&
      reference.kind === 'Kustomization' &&
      twinOf(state, references.targets, reference) !== undefined;
    const isMissing = (reference: FoundReference): boolean =>
      !isUnknown(reference) &&
      markOf(reference)?.external !== true &&
      references.targets.find(reference) === undefined &&
      !reference.isOptional &&
      !references.isKnown(reference) &&
      (!mayBeMissing(reference.object.unit) || isPlainTypo(reference)) &&
      // Another rule reports a name without its hash.
      references.hashed(reference) === undefined;
    const builtOf = (unit: string) => index.unitOf.get(unit)?.declared?.built;
    let waiting: Waiting | undefined;
    for (const reference of references.all) {
      const { object, row } = reference;
      const mark = markOf(reference);
      if (mark !== undefined && isForeign(mark, reference)) {
        report(foreignCluster(reference));
        continue;
      }
      if (
        row.isValues === true ||
        (row.isOrderAlone === true && !isOfOperator(reference)) ||
        mark?.external === true ||
        isUnknown(reference)
      )
        continue;
      const found = references.targets.find(reference);
      if (found === undefined) {
        if (!isMissing(reference)) continue;
        waiting ??= {
          stalled: findStalled(references, isMissing),
          misspelt: findMisspelt(state, references, isMissing),
        };
        judgeMissing(state, references, reference, { mark, ...waiting }, report);
      } else if (found.maker !== undefined && isOrdered(reference)) {
        const maker = found.maker.unit;
        if (maker === object.unit || index.comesAfter(object.unit, maker)) continue;
        const own = builtOf(object.unit);
        const apart = own && startsWithout(own, builtOf(maker));
        // A controller attaches a route whenever its Gateway appears. For a store, it retries less and less often.
        if ((own === undefined || apart !== undefined) && reference.kind === 'Gateway') continue;
        report(
          diagnose(unknownReference, {
            message: `${unitTitle(object)} reads ${nameOf(reference)} of ${unitTitle(found.maker)}, and doesn't wait for it`,
            at: placeOf(reference),
            // It heals by itself once the other is there, since the reader's controller tries again.
            severity: 'warning',
            ties: {
              same: ties.object(`${titleOf(reference)} of ${maker}`),
              follows: [ties.lateAddon(maker), ties.waiting(object.unit)],
            },
            fix:
              own === undefined
                ? waitFor(maker, object.unit)
                : apart === undefined
                  ? `move it to a stage after "${maker}" and let the addon require "${maker}", or set dependsOn: ['${maker}'] on the stage`
                  : waitAgain(apart, object.unit),
          }),
        );
      }
    }
  },
  { looksAtApplied: true },
);

/** Kinds whose readers fail, and hold up a health check until they are tried again, if the object comes later. */
const ordered: ReadonlySet<string> = new Set([
  'external-secrets.io/ClusterSecretStore',
  'external-secrets.io/SecretStore',
  'gateway.networking.k8s.io/Gateway',
]);

const isOrdered = ({ group, kind }: FoundReference): boolean => ordered.has(`${group}/${kind}`);

/** Kinds of the Flux Operator, which only come from trees. */
const isOfOperator = ({ group, kind }: FoundReference): boolean =>
  isResourceSet({ group, kind }) || isProvider({ group, kind });

/** Objects that do nothing before their targets exist. */
interface Waiting {
  /** {@link findStalled} */
  readonly stalled: ReadonlySet<StateObject>;
  /** {@link findMisspelt} */
  readonly misspelt: ReadonlySet<StateObject>;
}

const judgeMissing = (
  state: RuleState,
  { targets, makers }: References,
  reference: FoundReference,
  { mark, stalled, misspelt }: Waiting & { readonly mark: ReferenceMark | undefined },
  report: Report,
): void => {
  const { units } = state;
  const { group, kind, name, namespace, object, row } = reference;
  if (mark === undefined && kind === 'SecretStore' && isClusterStore(targets, name)) return;
  const all = targets.ofKind(group, kind).filter((one) => one.object !== object);
  // One of these may be the missing object.
  if (all.some((one) => holdsExpression(one.name) || holdsExpression(one.namespace ?? ''))) return;
  const at = placeOf(reference);
  const elsewhere = all.filter((one) => one.name === name && one.namespace !== namespace);
  // It has no namespace yet: that is another rule's.
  if (namespace === undefined && elsewhere.some((one) => one.namespace !== undefined)) return;
  const isInOwn = row.namespace !== undefined && elsewhere.some((one) => one.namespace === object.namespace);
  const spaces = [...new Set(elsewhere.map((one) => `"${one.namespace}"`))].join(' and in ');
  if (mark !== undefined || (row.isSoft !== true && makers.isTreesAlone(reference, waitingFor(reference, stalled)))) {
    report(
      diagnose(unknownReference, {
        message: `${object.addon === undefined ? 'nothing' : 'no addon of the cluster'} makes ${nameOf(reference)}`,
        at,
        ties: { same: ties.object(titleOf(reference)), follows: [ties.maker(object.unit, kind)] },
        fix: isInOwn
          ? `"${name}" is in namespace "${object.namespace}", as ${object.title} is: take the namespace out of the reference`
          : elsewhere.length > 0
            ? `"${name}" is in namespace ${spaces}: ${row.namespace === undefined ? `make it in "${namespace}", where it is looked for` : 'give the reference that namespace'}`
            : kind === 'Namespace'
              ? `set install: { createNamespace: true }${object.addon === undefined ? '' : `, or ${declare(reference, mark)} if it is there already`}`
              : object.addon === undefined
                ? `make it, or correct the name${others(reference, all)}`
                : `add the addon that makes it, or set ${declare(reference, mark)} if it is there already${others(reference, all)}`,
      }),
    );
    return;
  }
  const twin = twinOf(state, targets, reference);
  const waiting = waitingFor(reference, twin === undefined ? new Set() : misspelt);
  const isAccount = isAccountOfFlux(reference);
  const mayBeMade = makers.mayMake(reference, waiting);
  if (mayBeMade && !(twin !== undefined && makers.isOfTrees(reference))) {
    // A chart brings accounts for its own pods, and none for Flux.
    if (!isAccount || makers.mayBeOfTree(reference, waiting)) return;
  }
  const isAlone =
    makers.isOwnNamespace(namespace) &&
    (closedKinds.has(`${group}/${kind}`) || (isAccount && isFluxGroup(object.group)));
  const sibling = siblingOf(reference, targets);
  if (twin === undefined && row.isSoft === true) return;
  const isUnsure = mayBeMade && isAccount;
  if (isUnsure || (twin === undefined && sibling === undefined && elsewhere.length === 0 && !isAlone)) {
    const isMadeHere = isBackend(reference)
      ? all.some((one) => one.namespace === namespace)
      : madeByTrees.has(`${group}/${kind}`) && all.length > 0;
    if (!isMadeHere && !isAccount) return;
    report(
      diagnose(unseen, {
        message: `${object.title} names ${nameOf(reference)}, which nothing in the tree makes`,
        at,
        ties: { same: ties.object(titleOf(reference)), follows: [ties.maker(object.unit, kind)] },
        ...(isAccount ? { notes: accountNotes(reference) } : {}),
        fix: `${object.addon === undefined ? 'make it, or correct the name' : `list it if it is there already: ${declare(reference, undefined)}`}${others(reference, all)}`,
      }),
    );
    return;
  }
  const listed = (or: string) => (object.addon === undefined ? '' : `${or} list it: ${declare(reference, undefined)}`);
  const isOther = units.length > 1 && elsewhere.length > 0;
  report(
    diagnose(misnamed, {
      message:
        elsewhere.length > 0 && twin === undefined
          ? `${object.title} names ${nameOf(reference)}, and the ${kind} "${name}" is in namespace ${spaces}`
          : `${object.title} names ${nameOf(reference)}, which nothing makes`,
      at,
      ties: { same: ties.object(titleOf(reference)), follows: [ties.maker(object.unit, kind)] },
      ...(isAccount ? { notes: accountNotes(reference) } : {}),
      fix:
        twin !== undefined
          ? `did you mean "${twin.name}"?${listed(' else')}`
          : sibling !== undefined
            ? `set kind: '${sibling}', which is there by that name${listed('; else')}`
            : elsewhere.length > 0
              ? `make it in namespace "${namespace}"${isOther ? ' too' : ''}${listed(', or')}`
              : `make it${listed(', or')}${others(reference, all)}`,
    }),
  );
};

/** Objects that can't create the missing one, since they wait for it or for another missing one. */
const waitingFor = ({ row, object }: FoundReference, stalled: ReadonlySet<StateObject>): ReadonlySet<StateObject> =>
  new Set(row.isOfOwnFolder === true ? [] : [object, ...stalled]);

/** The intended name of a missing object, if it's most likely a typo. */
const twinOf = (
  { elsewhere }: RuleState,
  targets: References['targets'],
  reference: FoundReference,
): { readonly name: string } | undefined =>
  targets
    .ofKind(reference.group, reference.kind)
    .find(
      (one) =>
        one.object !== reference.object && one.namespace === reference.namespace && isTwin(one.name, reference.name),
    ) ?? elsewhere.externalObjects.find((one) => isListedTwin(one, reference));

/**
 * Objects that don't start because of a name that looks misspelt, and whose target could only come from objects that
 * don't start either.
 */
const findMisspelt = (
  state: RuleState,
  references: References,
  isMissing: (reference: FoundReference) => boolean,
): ReadonlySet<StateObject> => {
  const { all, makers, targets } = references;
  const waits = all.filter((one) => holdsUp(one) && isMissing(one) && twinOf(state, targets, one) !== undefined);
  for (let left = waits; ; ) {
    const waiting = withFollowers(references, new Set(left.map(({ object }) => object)));
    const next = left.filter((one) => !makers.mayMake(one, waiting));
    if (next.length === left.length) return waiting;
    left = next;
  }
};

/** Whether an object does nothing without its target. An input provider does nothing except become ready. */
const holdsUp = ({ row, object }: FoundReference): boolean =>
  row.blocks === 'start' || (row.blocks === 'ready' && isProvider(object));

/** Adds the ResourceSets that wait for inputs of these objects. */
const withFollowers = ({ all, targets }: References, objects: ReadonlySet<StateObject>): ReadonlySet<StateObject> => {
  const providers = new Set([...objects].filter(isProvider));
  if (providers.size === 0) return objects;
  const followers = all.filter((one) => {
    const maker = isResourceSet(one.object) && one.row.blocks === 'start' ? targets.find(one)?.maker : undefined;
    return maker !== undefined && providers.has(maker);
  });
  return new Set([...objects, ...followers.map(({ object }) => object)]);
};

/** Objects that never start: their target is missing, and could only come from objects that never start either. */
const findStalled = (
  { all, makers }: References,
  isMissing: (reference: FoundReference) => boolean,
): ReadonlySet<StateObject> => {
  const waits = new Map<StateObject, FoundReference[]>();
  for (const one of all) {
    if (one.row.blocks !== 'start' || !isMissing(one)) continue;
    const known = waits.get(one.object);
    if (known === undefined) waits.set(one.object, [one]);
    else known.push(one);
  }
  for (;;) {
    const stalled = new Set(waits.keys());
    const started = [...waits].filter(([, missing]) => !missing.some((one) => makers.isTreesAlone(one, stalled)));
    if (started.length === 0) return stalled;
    for (const [object] of started) waits.delete(object);
  }
};

const markOf = ({ object, path }: FoundReference): ReferenceMark | undefined =>
  object.references?.find((mark) => mark.path === path);

/** Another rule reports an ExternalSecret without the kind of its store. */
const isClusterStore = (targets: References['targets'], name: string): boolean =>
  targets.ofKind('external-secrets.io', 'ClusterSecretStore').some((one) => one.name === name);

/** Kinds of which a cluster has few objects, most often all from one tree. */
const madeByTrees: ReadonlySet<string> = new Set([
  ...ordered,
  'cert-manager.io/ClusterIssuer',
  'cert-manager.io/Issuer',
  'karpenter.k8s.aws/EC2NodeClass',
]);

/** A Service that a route or Ingress sends requests to. Charts and Gateways create some; people rarely do. */
const isBackend = ({ group, kind, object }: FoundReference): boolean =>
  group === '' && kind === 'Service' && (object.kind === 'Ingress' || object.kind.endsWith('Route'));

/**
 * Kinds that only come from a tree, a chart or an operator. People also create Secrets and ConfigMaps by hand, and
 * ServiceAccounts to give pods rights in a cloud.
 */
const closedKinds: ReadonlySet<string> = new Set([
  '/PersistentVolumeClaim',
  '/Service',
  'apps/Deployment',
  'apps/StatefulSet',
  'external-secrets.io/SecretStore',
  'gateway.networking.k8s.io/Gateway',
  'rbac.authorization.k8s.io/Role',
]);

/** The same text for the same object, whatever names it. */
const titleOf = ({ group, kind, namespace = '', name }: FoundReference): string =>
  [group, kind, namespace, name].join('/');

/** How the user's code declares that the object exists. */
const declare = ({ kind, name, namespace, group }: FoundReference, mark: ReferenceMark | undefined): string => {
  if (mark !== undefined) return 'external: true';
  if (group === '' && kind === 'Namespace') return addNamespace(name);
  const where = namespace === undefined ? '' : ` namespace: '${namespace}',`;
  return `external: [{ kind: '${kind}',${where} name: '${name}' }] on the cluster`;
};

/** Other objects of the kind: in the same namespace, or else with their namespace. */
const others = ({ name, namespace }: FoundReference, candidates: readonly Target[]): string => {
  const near = candidates.filter((one) => one.namespace === undefined || one.namespace === namespace);
  const names = new Set(near.map((one) => one.name));
  if (names.size > 5 && nearest(name, names) === undefined) return '';
  if (names.size > 0) return `; ${suggest(name, names)}`;
  const elsewhere = new Set(candidates.map((one) => `"${one.name}" in namespace "${one.namespace}"`));
  return elsewhere.size === 0 || elsewhere.size > 5 ? '' : `; there is ${[...elsewhere].sort().join(', ')}`;
};

const clusterOf = (path: string): string => path.split('/')[0]!;

const isForeign = ({ target }: ReferenceMark, { object }: FoundReference): boolean =>
  target !== undefined &&
  object.construct !== undefined &&
  (target.node.root !== object.construct.node.root ||
    clusterOf(target.node.path) !== clusterOf(object.construct.node.path));

const foreignCluster = (reference: FoundReference) =>
  diagnose(otherCluster, {
    message: `${nameOf(reference)} is a construct of another cluster or app`,
    at: placeOf(reference),
    fix: 'refer to the object by name, as an option of the addon; each cluster has its own',
  });
