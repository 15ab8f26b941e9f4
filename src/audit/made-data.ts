import type { ExternalObject } from '../declared/external-object.js';
import { dataWrittenFor } from '../knowledge/written-data.js';
import type { RuleState, StateObject } from '../rules/context/rule-state.js';
import { specOf } from '../rules/context/state-index.js';
import { type FoundReference, referencesOf } from '../rules/references/find-references.js';

/** Whether something makes a ConfigMap or Secret. */
export type IsMade = (kind: string, namespace: string, name: string) => boolean;

const objectsOf = ({ units }: RuleState): readonly StateObject[] =>
  units.flatMap(({ objects, entry }) => [...entry, ...objects]);

/** The ConfigMaps and Secrets that Flux applies, whole or in parts, or that operators write for objects of the tree. */
export const madeInTree = (state: RuleState): IsMade => {
  const made = new Set<string>();
  for (const object of objectsOf(state)) {
    const { group, kind, namespace = '', name, json } = object;
    if (group === '' && (kind === 'ConfigMap' || kind === 'Secret')) made.add(`${kind}/${namespace}/${name}`);
    for (const one of dataWrittenFor(`${group}/${kind}`, specOf(object), json)) {
      const place = (one.namespace ?? namespace) || '*';
      made.add(`${one.kind ?? 'Secret'}/${place}/${one.name ?? name}`);
    }
  }
  return (kind, namespace, name) => made.has(`${kind}/${namespace}/${name}`) || made.has(`${kind}/*/${name}`);
};

/** The state with all that its objects read and something outside of the tree writes. */
export const withWrittenData = (state: RuleState, isWritten: IsMade): RuleState =>
  withMadeObjects(
    state,
    ({ group, kind, namespace = '', name }) =>
      group === '' && (kind === 'ConfigMap' || kind === 'Secret') && isWritten(kind, namespace, name),
  );

/** The state with those objects that its own name and something outside of the tree makes. */
export const withMadeObjects = (state: RuleState, isMade: (one: FoundReference) => boolean): RuleState => {
  const found = new Map<string, ExternalObject>();
  for (const object of objectsOf(state)) {
    for (const one of referencesOf(object, state.scopeOf)) {
      const { group, kind, namespace, name } = one;
      if (!isMade(one)) continue;
      const at = namespace === undefined ? {} : { namespace };
      found.set(`${group}/${kind}/${namespace ?? ''}/${name}`, { kind, ...at, name, group });
    }
  }
  if (found.size === 0) return state;
  const { externalObjects } = state.elsewhere;
  return { ...state, elsewhere: { ...state.elsewhere, externalObjects: [...externalObjects, ...found.values()] } };
};
