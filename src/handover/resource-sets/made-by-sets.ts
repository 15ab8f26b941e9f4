import { applySettings } from '../../base/apply-settings.js';
import type { ClusterState, OwnedObject } from '../../base/cluster-state.js';
import { keyOf, titleOf, tryReadId } from '../../base/object-id.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { withVars } from '../updates/refused-update.js';
import { expandResourceSet, hasMark, isOff } from './expand-resource-set.js';

export const GROUP = 'fluxcd.controlplane.io';

/** A ResourceSet of one state, with what the Flux Operator makes of it. */
export interface SetOfState {
  readonly set: OwnedObject;
  /** With the vars of its Kustomization. */
  readonly json: JsonObject;
  /** As far as it is known, by key. */
  readonly made: ReadonlyMap<string, OwnedObject>;
  /** What of it follows from templates that aren't followed here; empty: nothing. */
  readonly unknown: readonly unknown[];
  /** The operator leaves the set alone, and with it all that it has made. */
  readonly isDisabled: boolean;
}

/** The ResourceSets of a state, by key. What they make is owned by their titles. */
export const setsOf = (state: ClusterState): ReadonlyMap<string, SetOfState> =>
  new Map(
    state.index.ofKind(GROUP, 'ResourceSet').map((set) => {
      const holding = set.holdings[0];
      const json = withVars(holding.json, applySettings(state, holding));
      const spec = isObject(json['spec']) ? json['spec'] : {};
      const { objects, unknown } = expandResourceSet(spec);
      const common = isObject(spec['commonMetadata']) ? spec['commonMetadata'] : {};
      const keepsAll = [common['annotations'], common['labels']].some((entries) => isOff(entries, 'prune'));
      const made = new Map<string, OwnedObject>();
      for (const one of objects) {
        const id = tryReadId(one, state.scopeOf);
        if (id === undefined || made.has(keyOf(id))) continue;
        const { path, isForeign } = holding;
        const kept = keepsAll || hasMark(one, 'prune');
        const held = { owner: titleOf(set.id), path, kept, json: one, ...(isForeign === true ? { isForeign } : {}) };
        made.set(keyOf(id), { key: keyOf(id), id, holdings: [held] });
      }
      return [set.key, { set, json, made, unknown, isDisabled: hasMark(json, 'reconcile') }];
    }),
  );
