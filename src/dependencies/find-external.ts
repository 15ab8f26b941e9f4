import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { duplicateName } from '../declared/diagnostics.js';
import {
  type DeclaredExternal,
  type Dependency,
  externalKey,
  printDeclaration,
} from '../declared/external-kustomization.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { twoProviders } from './diagnostics.js';

/** The external Kustomization that a dependency names; without a namespace, one in `flux-system`. */
export const findExternal = (
  { externals }: Pick<AnyFluxCluster, 'externals'>,
  dependency: Dependency,
): DeclaredExternal | undefined => {
  const wanted = typeof dependency === 'string' ? { name: dependency, namespace: 'flux-system' } : dependency;
  return externals.find(({ name, namespace }) => name === wanted.name && namespace === wanted.namespace);
};

/** The addons that a dependency names: those of a stage, or one. */
export const addonsOf = ({ stages }: Pick<AnyFluxCluster, 'stages'>, dependency: Dependency): readonly string[] => {
  if (typeof dependency !== 'string') return [];
  const stage = stages.find(({ name }) => name === dependency);
  return stage === undefined ? [dependency] : stage.addons.map(({ name }) => name);
};

/** What is there without an addon: capabilities that the cluster's code lists, and those of external Kustomizations. */
export const capabilitiesFromElsewhere = ({
  provides,
  externals,
}: Pick<AnyFluxCluster, 'provides' | 'externals'>): ReadonlySet<string> =>
  new Set([...provides, ...externals.flatMap((one) => one.provides)]);

/**
 * The external Kustomizations that provide each capability. One in `flux-system` provides its own name, too.
 *
 * @param addons the addons that provide each capability
 */
export const externalProviders = (
  { externals }: Pick<AnyFluxCluster, 'externals'>,
  addons: ReadonlyMap<string, readonly { readonly name: string }[]>,
  report: (problem: Diagnostic) => void,
): ReadonlyMap<string, readonly DeclaredExternal[]> => {
  const found = new Map<string, DeclaredExternal[]>();
  for (const external of externals) {
    const own = external.namespace === 'flux-system' ? [external.name] : [];
    for (const capability of new Set([...own, ...external.provides])) {
      const there = found.get(capability);
      if (there === undefined) found.set(capability, [external]);
      else there.push(external);
      const other = addons.get(capability)?.[0]?.name ?? (there === undefined ? undefined : there[0]?.name);
      // Of an API group a cluster has one provider.
      if (other !== undefined && capability.includes('.')) report(secondProvider(external, capability, other));
    }
  }
  return found;
};

const secondProvider = (external: DeclaredExternal, capability: string, other: string): Diagnostic =>
  diagnose(twoProviders, {
    message: `external Kustomization "${external.name}" and "${other}" both provide the API group "${capability}"`,
    at: { path: 'provides', ...placeOf(external) },
    fix: 'let one of them have the CRDs: two owners of one CRD overwrite each other',
  });

/** Addons whose Kustomization has the name and namespace of an external one: Flux would have one object for both. */
export const namesTaken = (
  { externals }: Pick<AnyFluxCluster, 'externals'>,
  drafts: readonly { readonly name: string; readonly kustomizationNamespace: string }[],
): readonly Diagnostic[] => {
  const declared = new Map(externals.map((one) => [externalKey(one), one]));
  return drafts.flatMap(({ name, kustomizationNamespace: namespace }) => {
    const external = declared.get(externalKey({ name, namespace }));
    return external === undefined
      ? []
      : [
          diagnose(duplicateName, {
            message: `the Kustomization of addon "${name}" is in namespace "${namespace}", and so is the external one of that name`,
            at: { addon: name },
            fix: `rename the addon, or take ${printDeclaration(external)} out of external if the addon replaces it`,
          }),
        ];
  });
};

const placeOf = ({ place }: DeclaredExternal): { readonly source?: string } => {
  const source = place();
  return source === undefined ? {} : { source };
};
