import { nameBeforeHash } from '../../constructs/kustomize-hash.js';
import type { Rbac } from '../../rbac/index.js';
import type { DataSources } from '../context/data-sources.js';
import type { MadeObjects } from '../context/made-objects.js';
import type { RuleState, StateObject, Unit } from '../context/rule-state.js';
import { type StateIndex, specOf } from '../context/state-index.js';
import { type FoundReference, referencesOf } from './find-references.js';
import { openKnown } from './known.js';
import { findMakers, type Makers } from './makers.js';
import { findTargets, type TargetName, type Targets } from './targets.js';

export type { FoundPart, FoundReference, NamingObject } from './find-references.js';
export { referencesOf } from './find-references.js';
export type { Makers } from './makers.js';
export type { Target, TargetName, Targets } from './targets.js';

/** All references in a cluster, and what is known about their targets. */
export interface References {
  readonly all: readonly FoundReference[];
  readonly targets: Targets;
  readonly makers: Makers;
  /** The ConfigMap or Secret whose name is the target's name plus a hash of its content. */
  hashed(target: TargetName): StateObject | undefined;
  /** The same in other namespaces, if nothing reads it there. */
  hashedElsewhere(target: TargetName): StateObject | undefined;
  /** Whether an object exists without the tree: it comes with Kubernetes or Flux, or the cluster's code declares it. */
  isKnown(target: TargetName): boolean;
}

/** A Kustomization with a kubeConfig applies its objects to another cluster, which isn't known here. */
const isRemote = (entry: Unit['entry']): boolean =>
  entry.some((one) => one.kind === 'Kustomization' && specOf(one)['kubeConfig'] !== undefined);

const openHashed = (
  { byKind }: StateIndex,
  all: readonly FoundReference[],
): Pick<References, 'hashed' | 'hashedElsewhere'> => {
  const found = new Map<string, StateObject[]>();
  for (const kind of ['ConfigMap', 'Secret']) {
    for (const one of byKind.get(`/${kind}`) ?? []) {
      const base = one.nameWithoutHash ?? (one.addon === undefined ? nameBeforeHash(one.name) : undefined);
      if (base === undefined) continue;
      const there = found.get(`${kind}/${base}`);
      if (there === undefined) found.set(`${kind}/${base}`, [one]);
      else there.push(one);
    }
  }
  const named = ({ group, kind, name }: TargetName) => (group === '' ? (found.get(`${kind}/${name}`) ?? []) : []);
  return {
    hashed: (target) => named(target).find(({ namespace }) => namespace === target.namespace),
    hashedElsewhere: (target) =>
      named(target).find(
        ({ kind, name, namespace }) =>
          namespace !== target.namespace &&
          !all.some((one) => one.group === '' && one.kind === kind && one.name === name && one.namespace === namespace),
      ),
  };
};

export const findReferences = (
  state: RuleState,
  index: StateIndex,
  dataSources: DataSources,
  open: MadeObjects['open'],
  rbac: () => Rbac,
  isKnownElsewhere: (target: TargetName) => boolean = () => false,
): References => {
  const { scopeOf, units } = state;
  const isKnownHere = openKnown(state);
  const all = units.flatMap(({ objects, entry }) =>
    [...(isRemote(entry) ? [] : objects), ...entry].flatMap((object) => referencesOf(object, scopeOf)),
  );
  return {
    all,
    targets: findTargets(index, dataSources, scopeOf),
    makers: findMakers(state, open, rbac),
    ...openHashed(index, all),
    isKnown: (target) => isKnownHere(target) || isKnownElsewhere(target),
  };
};
