import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { type DeclaredExternal, externalKey } from '../../declared/external-kustomization.js';

/** An external Kustomization that addons depend on. */
export interface NeededExternal {
  readonly key: string;
  readonly declared: DeclaredExternal;
  /** Names of the addons that depend on it, in the cluster's order. */
  readonly addons: readonly string[];
  /** The capabilities that they require from it. Empty if they only name it. */
  readonly capabilities: readonly string[];
}

/** The external Kustomizations that addons depend on. A Kustomization that an addon generates isn't external. */
export const neededExternals = ({ cluster, addons }: CompiledCluster): readonly NeededExternal[] => {
  const own = new Set(
    addons.flatMap(({ objects }) =>
      objects
        .filter(({ kind }) => kind === 'Kustomization')
        .map(({ namespace = '', name }) => externalKey({ namespace, name })),
    ),
  );
  return cluster.externals.flatMap((declared): readonly NeededExternal[] => {
    const key = externalKey(declared);
    const dependents = addons.filter(({ built }) => built.externals.includes(declared));
    if (dependents.length === 0 || own.has(key)) return [];
    const required = new Set<string>(dependents.flatMap(({ built }) => built.instance.definition.requires ?? []));
    return [
      {
        key,
        declared,
        addons: dependents.map(({ built }) => built.name),
        capabilities: declared.provides.filter((one) => required.has(one)),
      },
    ];
  });
};

/** `addon "web"`, `addons "shop" and "web"`, `5 addons`. */
export const printAddons = (names: readonly string[]): string => {
  if (names.length > MAX_NAMED) return `${names.length} addons`;
  const quoted = names.map((name) => `"${name}"`);
  return quoted.length === 1 ? `addon ${quoted[0]}` : `addons ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
};

const MAX_NAMED = 4;
