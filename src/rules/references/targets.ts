import { valueAt } from '../../json/json-path.js';
import type { DataSource, DataSources } from '../context/data-sources.js';
import type { StateObject } from '../context/rule-state.js';
import { objectsOfKind, type StateIndex, specOf } from '../context/state-index.js';

/** An object that others may name, whoever makes it. */
export interface Target {
  readonly name: string;
  /** Undefined for an object that lives in no namespace. */
  readonly namespace: string | undefined;
  /** The object of the tree that it is, or that an operator makes it for; absent where Terraform writes it. */
  readonly maker: StateObject | undefined;
  /** The object, where the tree has it. */
  readonly object: StateObject | undefined;
  /** What is known of a ConfigMap or Secret. */
  readonly data: DataSource | undefined;
}

/** What is looked for. */
export interface TargetName {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** Everything that the objects of a cluster can name, as far as the tree and the contract tell. */
export interface Targets {
  find(target: TargetName): Target | undefined;
  /** Every object of a kind. */
  ofKind(group: string, kind: string): readonly Target[];
}

export const findTargets = (index: StateIndex, dataSources: DataSources): Targets => {
  const byKind = new Map<string, ReadonlyMap<string, readonly Target[]>>();
  // A kind that nothing names is never looked at.
  const kindOf = (key: string): ReadonlyMap<string, readonly Target[]> => {
    const known = byKind.get(key);
    if (known !== undefined) return known;
    const all =
      key === '/ConfigMap' || key === '/Secret'
        ? targetsOfData(key.slice(1), dataSources)
        : objectsOfKind(index, key).map(targetOfObject);
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

/** A StatefulSet makes a claim for each template and pod: `data-db-0`. */
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

/** source-watcher makes an ExternalArtifact for each artifact of an ArtifactGenerator, in its namespace. */
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

const targetOfObject = (object: StateObject): Target => ({
  name: object.name,
  namespace: object.namespace,
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
