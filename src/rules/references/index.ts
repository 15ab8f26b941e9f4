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
  /** The ConfigMap whose name is the target's name plus a hash of its content. */
  hashed(target: TargetName): StateObject | undefined;
  /** Whether an object exists without the tree: it comes with Kubernetes or Flux, or the cluster's code declares it. */
  isKnown(target: TargetName): boolean;
}

/** A Kustomization with a kubeConfig applies its objects to another cluster, which isn't known here. */
const isRemote = (entry: Unit['entry']): boolean =>
  entry.some((one) => one.kind === 'Kustomization' && specOf(one)['kubeConfig'] !== undefined);

const openHashed = ({ byKind }: StateIndex): References['hashed'] => {
  const found = new Map<string, StateObject>();
  for (const one of byKind.get('/ConfigMap') ?? []) {
    if (one.nameWithoutHash !== undefined) found.set(`${one.namespace}/${one.nameWithoutHash}`, one);
  }
  return ({ group, kind, name, namespace }) =>
    group === '' && kind === 'ConfigMap' ? found.get(`${namespace}/${name}`) : undefined;
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
  return {
    all: units.flatMap(({ objects, entry }) =>
      [...(isRemote(entry) ? [] : objects), ...entry].flatMap((object) => referencesOf(object, scopeOf)),
    ),
    targets: findTargets(index, dataSources, scopeOf),
    makers: findMakers(state, open, rbac),
    hashed: openHashed(index),
    isKnown: (target) => isKnownHere(target) || isKnownElsewhere(target),
  };
};
