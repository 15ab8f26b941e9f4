import type { ScopeOf } from '../../compile/kind-scopes.js';
import { valueAt } from '../../json/json-path.js';
import type { DataSource, DataSources } from '../context/data-sources.js';
import type { StateObject } from '../context/rule-state.js';
import { objectsOfKind, type StateIndex, specOf } from '../context/state-index.js';

/** An object that others may name, whatever creates it. */
export interface Target {
  readonly name: string;
  /** Undefined for an object that lives in no namespace. */
  readonly namespace: string | undefined;
  /** The object of the tree itself, or the one for which an operator creates it; absent if Terraform writes it. */
  readonly maker: StateObject | undefined;
  /** The object, if the tree has it. */
  readonly object: StateObject | undefined;
  /** What is known about a ConfigMap or Secret. */
  readonly data: DataSource | undefined;
}

/** The identity of the object that a reference names. */
export interface TargetName {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** All objects that references can name, as far as the tree and the contract show them. */
export interface Targets {
  find(target: TargetName): Target | undefined;
  /** Every object of a kind. */
  ofKind(group: string, kind: string): readonly Target[];
}

/** @param scopeOf tells the cluster-scoped objects, whose `metadata.namespace` the API server drops */
export const findTargets = (index: StateIndex, dataSources: DataSources, scopeOf: ScopeOf): Targets => {
  const byKind = new Map<string, ReadonlyMap<string, readonly Target[]>>();
  // Kinds that nothing references are never indexed.
  const kindOf = (key: string): ReadonlyMap<string, readonly Target[]> => {
    const known = byKind.get(key);
    if (known !== undefined) return known;
    const all =
      key === '/ConfigMap' || key === '/Secret'
        ? targetsOfData(key.slice(1), dataSources)
        : objectsOfKind(index, key).map((object) => targetOfObject(object, scopeOf));
    const found = new Map<string, Target[]>();
    for (const target of all) {
      const there = found.get(target.name);
      if (there === undefined) found.set(target.name, [target]);
      else there.push(target);
    }
    byKind.set(key, found);
    return found;
  };
  return {
    find: ({ group, kind, name, namespace }) =>
      kindOf(`${group}/${kind}`)
        .get(name)
        ?.find((one) => one.namespace === undefined || one.namespace === namespace) ??
      (group === '' && kind === 'PersistentVolumeClaim' ? claimOfSet(index, name, namespace) : undefined) ??
      (group === 'source.toolkit.fluxcd.io' && kind === 'ExternalArtifact'
        ? artifactOf(index, name, namespace)
        : undefined),
    ofKind: (group, kind) => [...kindOf(`${group}/${kind}`).values()].flat(),
  };
};

/** A StatefulSet creates a claim for each template and pod: `data-db-0`. */
const claimOfSet = ({ byKind }: StateIndex, name: string, namespace: string | undefined): Target | undefined => {
  const maker = (byKind.get('apps/StatefulSet') ?? []).find((set) => {
    const templates = specOf(set)['volumeClaimTemplates'];
    return (
      set.namespace === namespace &&
      Array.isArray(templates) &&
      templates.some((one) => isClaim(name, `${String(valueAt(one, ['metadata', 'name']))}-${set.name}-`))
    );
  });
  return maker && { name, namespace, maker, object: undefined, data: undefined };
};

const isClaim = (name: string, start: string): boolean =>
  name.startsWith(start) && /^\d+$/.test(name.slice(start.length));

/** source-watcher creates an ExternalArtifact in the namespace of an ArtifactGenerator for each of its artifacts. */
const artifactOf = ({ byKind }: StateIndex, name: string, namespace: string | undefined): Target | undefined => {
  const maker = (byKind.get('source.extensions.fluxcd.io/ArtifactGenerator') ?? []).find((generator) => {
    const { artifacts } = specOf(generator);
    return (
      generator.namespace === namespace &&
      Array.isArray(artifacts) &&
      artifacts.some((one) => valueAt(one, ['name']) === name)
    );
  });
  return maker && { name, namespace, maker, object: undefined, data: undefined };
};

const targetOfObject = (object: StateObject, scopeOf: ScopeOf): Target => ({
  name: object.name,
  namespace: scopeOf(object.group, object.kind) === 'Cluster' ? undefined : object.namespace,
  maker: object,
  object,
  data: undefined,
});

const targetsOfData = (kind: string, sources: DataSources): readonly Target[] =>
  [...sources.values()].flat().flatMap((data) =>
    data.kind === kind
      ? [
          {
            name: data.name,
            namespace: data.namespace,
            maker: data.writer,
            object: data.object,
            data,
          },
        ]
      : [],
  );
