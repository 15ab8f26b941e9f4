import { holdsExpression } from '../../substitution/holds-expression.js';
import type { RuleState, StateObject, Unit } from '../context/rule-state.js';
import { specOf } from '../context/state-index.js';

/** A ServiceAccount. */
export interface Account {
  readonly name: string;
  readonly namespace: string;
  /** Where it is named; absent if it is the cluster's `defaultServiceAccount`. */
  readonly path?: string;
}

/** A Kustomization that Flux applies as an account. */
export interface Applier {
  readonly unit: Unit;
  readonly kustomization: StateObject;
  readonly account: Account;
  /** What it applies, as far as that is known. */
  readonly objects: readonly StateObject[];
}

/** The account as which Flux applies a Kustomization or release; undefined for its own, and for another cluster. */
export const accountOf = (
  object: StateObject,
  { fluxSettings }: Pick<RuleState, 'fluxSettings'>,
): Account | undefined => {
  const { serviceAccountName, kubeConfig } = specOf(object);
  const name = serviceAccountName ?? fluxSettings?.defaultServiceAccount;
  const { namespace } = object;
  if (kubeConfig !== undefined || typeof name !== 'string' || name === '' || namespace === undefined) return undefined;
  if (holdsExpression(`${name} ${namespace}`)) return undefined;
  return { name, namespace, ...(serviceAccountName === undefined ? {} : { path: 'spec.serviceAccountName' }) };
};

/** The Kustomizations of a cluster's units that Flux applies as an account. */
export const findAppliers = (state: RuleState): readonly Applier[] => {
  const inside = new Map<string, StateObject[]>();
  for (const { parent, entry } of state.units) {
    if (parent !== undefined) inside.set(parent, [...(inside.get(parent) ?? []), ...entry]);
  }
  return state.units.flatMap((unit): readonly Applier[] => {
    const kustomization = unit.entry.find(({ kind }) => kind === 'Kustomization');
    const account = kustomization && accountOf(kustomization, state);
    if (kustomization === undefined || account === undefined) return [];
    // The Flux Operator applies what a ResourceSet generates, as an account of its own.
    const own = unit.objects.filter(({ madeBy }) => madeBy === undefined);
    return [{ unit, kustomization, account, objects: [...own, ...(inside.get(unit.name) ?? [])] }];
  });
};
