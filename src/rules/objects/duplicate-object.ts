import type { ApiObject } from 'cdk8s';
import { duplicateObject } from '../../constructs/diagnostics.js';
import { type NameOrigin, nameOriginOf } from '../../constructs/name-after-id.js';
import { FLUX_NAMESPACE } from '../../contract/index.js';
import { diagnose, type Place, ties } from '../../diagnostics/index.js';
import { annotationsOf } from '../../json/manifest-fields.js';
import { tenantOf } from '../../tenants/tenant-mark.js';
import { arrivingText } from '../context/arriving-text.js';
import { defineRule, placeIn, type RuleState, type StateObject, sourceOf, type Unit, unitTitle } from '../rule.js';

/** Group, kind, namespace and name, which identify an object in the API server and in Flux's inventory. */
const identityOf = (
  { group, kind, name }: StateObject,
  namespace: string | undefined,
  textOf = (text: string) => text,
): string => `${group}/${kind}/${textOf(namespace ?? '')}/${textOf(name)}`;

/**
 * Flux's root and its source. flux bootstrap creates them from a GitRepository in the root's folder, the Flux Operator
 * from its `sync`. https://fluxcd.io/flux/installation/bootstrap/
 */
const rootOf = ({ source, fluxSettings }: RuleState): readonly string[] => {
  const sync = fluxSettings?.operator?.sync;
  const kind =
    sync?.kind ?? (source.name === NAME && source.namespace === FLUX_NAMESPACE ? source.kind : 'GitRepository');
  const name = sync?.name ?? NAME;
  return [`kustomize.toolkit.fluxcd.io/Kustomization`, `source.toolkit.fluxcd.io/${kind}`].map(
    (one) => `${one}/${FLUX_NAMESPACE}/${name}`,
  );
};

const NAME = 'flux-system';

/** Owners of objects that exist in the cluster outside of all units. */
const othersOf = (state: RuleState): ReadonlyMap<string, string> =>
  new Map([
    ...(state.declared === undefined ? [] : rootOf(state)).map((identity) => [identity, "Flux's own"] as const),
    ...(state.declared?.contract.configMaps ?? []).map(
      ({ namespace, name }) => [`/ConfigMap/${namespace}/${name}`, 'written by Terraform'] as const,
    ),
  ]);

const originOf = ({ construct }: StateObject): NameOrigin | undefined =>
  construct === undefined ? undefined : nameOriginOf(construct);

/** Whether both objects come with others that are one object twice too, and have their names from those. */
const isBroughtByDuplicates = (one: StateObject, other: StateObject): boolean => {
  const [bringer, otherBringer] = [originOf(one)?.bringer, originOf(other)?.bringer];
  return (
    bringer !== undefined &&
    otherBringer !== undefined &&
    bringer !== otherBringer &&
    titleOf(bringer) === titleOf(otherBringer) &&
    bringer.metadata.namespace === otherBringer.metadata.namespace
  );
};

const titleOf = ({ kind, name }: ApiObject): string => `${kind}/${name}`;

/** What to name otherwise, where one of the two objects has its name from the constructs around it. */
const fixOfDerivedName = (one: StateObject, other: StateObject): string | undefined => {
  const [origin, otherOrigin] = [originOf(one), originOf(other)];
  if (origin === undefined && otherOrigin === undefined) return undefined;
  const [listed, otherListed] = [origin?.listed ?? [], otherOrigin?.listed ?? []];
  const clashing = [
    ...listed.filter((construct) => !otherListed.includes(construct)),
    ...otherListed.filter((construct) => !listed.includes(construct)),
  ]
    .map(({ node }) => `"${node.path}"`)
    .sort();
  if (clashing.length > 1) {
    return `give one of the constructs ${clashing.join(' and ')} another id: the name ends in what they are called`;
  }
  const bringers = [...new Set([origin?.bringer, otherOrigin?.bringer])].filter((bringer) => bringer !== undefined);
  const [bringer] = bringers;
  if (bringer === undefined) {
    return 'give one of the two constructs metadata: { name: … }; without it, a construct is named after its id';
  }
  const why = `${one.title} comes with ${bringers.map(titleOf).join(' and with ')}, and is named after it`;
  if (one.kind === 'Service' && bringer.kind === 'Deployment') {
    return `pass a name, exposeViaService({ name: '…' }): ${why}`;
  }
  return origin?.bringer === undefined || otherOrigin?.bringer === undefined
    ? `give the other one another \`name\`: ${why}`
    : `give ${bringers.length > 1 ? 'one of these two' : titleOf(bringer)} another name: ${why}`;
};

const madeAt = (object: StateObject): Place => {
  const source = object.file === undefined ? sourceOf(object) : undefined;
  return { ...placeIn(object), ...(source === undefined ? {} : { source }) };
};

const both = (one: StateObject, other: StateObject): string =>
  one.addon === undefined || other.addon === undefined
    ? `${unitTitle(one)} and ${unitTitle(other)}`
    : `addons "${one.addon}" and "${other.addon}"`;

/** Of a Kustomization that no code declares, its parent is the maker. */
const madeByParent = (object: StateObject, { entry, parent, declared }: Unit): StateObject =>
  declared === undefined && parent !== undefined && entry.includes(object) ? { ...object, unit: parent } : object;

/** Whether Flux leaves an object alone once it is there. */
const isOnlyMade = ({ json }: StateObject): boolean =>
  /^ifnotpresent$/i.test(String(annotationsOf(json)['kustomize.toolkit.fluxcd.io/ssa']));

const isNamespace = ({ group, kind }: StateObject): boolean => group === '' && kind === 'Namespace';

/** No object is declared twice in a cluster: it would have two owners, or break the build. */
export const duplicateObjectRule = defineRule(
  [duplicateObject],
  (state, report, { sets }) => {
    const { units, scopeOf } = state;
    const first = new Map<string, StateObject>();
    const makerOf = new Map<StateObject, StateObject>();
    const others = othersOf(state);
    const tenants = new Set(
      units.flatMap(({ name, declared }) =>
        declared === undefined || tenantOf(declared.built.instance) === undefined ? [] : [name],
      ),
    );
    for (const unit of units) {
      for (const object of [...unit.objects, ...unit.entry]) {
        // The API server drops the namespace of a cluster-scoped object.
        const namespace = scopeOf(object.group, object.kind) === 'Cluster' ? undefined : object.namespace;
        // What Flux substitutes in an entry comes from its parent.
        const identity = identityOf(object, namespace, (text) =>
          unit.entry.includes(object) ? text : arrivingText(text, unit),
        );
        const owner = others.get(identity);
        if (owner !== undefined) {
          report(
            diagnose(duplicateObject, {
              message: `${unitTitle(object)} makes ${object.title} in namespace "${namespace}", which is ${owner}`,
              at: placeIn(object),
              fix: 'give it a name of its own, or leave it to its owner',
            }),
          );
        }
        const other = first.get(identity);
        if (other === undefined) {
          first.set(identity, object);
          makerOf.set(object, madeByParent(object, unit));
          continue;
        }
        // The fix of that error is the fix of this one.
        if (isBroughtByDuplicates(object, other)) continue;
        const where = namespace === undefined ? '' : ` in namespace "${namespace}"`;
        const [place, otherPlace] = [sourceOf(object), sourceOf(other)];
        const [maker, otherMaker] = [madeByParent(object, unit), makerOf.get(other) ?? other];
        const isOne = maker.unit === otherMaker.unit;
        const isShared = !isOne && isOnlyMade(object) && isOnlyMade(other);
        const subject = { name: `${object.title}${where}`, owner: both(otherMaker, maker) };
        report(
          diagnose(duplicateObject, {
            message: isOne
              ? `${unitTitle(maker)} makes ${subject.name} twice`
              : `${subject.owner} both make ${subject.name}`,
            at: madeAt(object),
            ...(isShared ? { severity: 'notice' as const } : {}),
            ties: {
              ...(isOne ? {} : { subject }),
              // In a namespace of its own, a tenant makes nothing that others make.
              ...(tenants.has(object.unit) || tenants.has(other.unit)
                ? { follows: [ties.claimed(isNamespace(object) ? object.name : (namespace ?? ''))] }
                : {}),
            },
            // What a generator makes may have no place.
            notes: [
              ...(otherPlace === undefined || otherPlace === '' || otherPlace === place
                ? []
                : [`the other one is made at ${otherPlace}`]),
              ...(isShared ? ['by ssa: IfNotPresent, neither changes it; the one that made it deletes it'] : []),
            ],
            fix:
              fixOfDerivedName(object, other) ??
              (isOne
                ? 'take one of them out, or give it a `name` of its own'
                : 'let one of them make it and the other refer to it'),
          }),
        );
      }
    }
    // The Flux Operator applies and deletes what a ResourceSet generates.
    const setOf = new Map<string, StateObject>();
    for (const object of sets.objects) {
      const { set } = object.madeBy;
      const namespace = scopeOf(object.group, object.kind) === 'Cluster' ? undefined : object.namespace;
      const identity = identityOf(object, namespace);
      const [other, maker] = [first.get(identity), setOf.get(identity)];
      if (maker === undefined) setOf.set(identity, set);
      // Two units may make one and the same set, which is reported above: in the cluster, it owns what it makes alone.
      const otherSet =
        maker !== undefined && identityOf(maker, maker.namespace) === identityOf(set, set.namespace)
          ? undefined
          : maker;
      if (other === undefined && otherSet === undefined) continue;
      const where = namespace === undefined ? '' : ` in namespace "${namespace}"`;
      const whose = otherSet === undefined ? unitTitle(other!) : `${otherSet.title} of ${unitTitle(otherSet)}`;
      report(
        diagnose(duplicateObject, {
          message: `${set.title} of ${unitTitle(set)} makes ${object.title}${where}, and so does ${whose}: the Flux Operator and ${otherSet === undefined ? 'Flux' : 'the other set'} take it from each other, and the first that loses it deletes it`,
          at: madeAt(set),
          fix: 'let one of them make it',
        }),
      );
    }
  },
  { looksAtTree: true },
);
