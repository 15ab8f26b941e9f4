import { webhookCharts } from '../../knowledge/index.js';
import { chartNamesOf } from './chart-names.js';
import type { StateObject } from './rule-state.js';
import type { StateIndex } from './state-index.js';

/** By API group: the release that runs its operator, if the tree has one. */
export const findOperators = ({ byKind }: StateIndex): ReadonlyMap<string, StateObject> => {
  const operators = new Map<string, StateObject>();
  for (const release of byKind.get('helm.toolkit.fluxcd.io/HelmRelease') ?? []) {
    for (const name of chartNamesOf(release)) {
      for (const group of webhookCharts.get(name) ?? []) operators.set(group, release);
    }
  }
  return operators;
};
