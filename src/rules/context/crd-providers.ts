import type { RuleState, Unit } from './rule-state.js';
import { specOf } from './state-index.js';

/** By API group: the unit that brings its CRDs, as objects or through a release or folder, as its addon declares. */
export const findCrdProviders = ({ units }: RuleState): ReadonlyMap<string, Unit> => {
  const providers = new Map<string, Unit>();
  for (const unit of units) {
    for (const group of unit.provides) providers.set(group, unit);
    for (const object of unit.objects) {
      if (object.kind !== 'CustomResourceDefinition') continue;
      providers.set(String((specOf(object) as { group?: unknown }).group), unit);
    }
  }
  return providers;
};

/** Whether a unit has a CRD of the group as a plain object. Flux applies those first and waits for them. */
export const hasCrd = ({ objects }: Unit, group: string): boolean =>
  objects.some(
    (one) => one.kind === 'CustomResourceDefinition' && (specOf(one) as { group?: unknown }).group === group,
  );
