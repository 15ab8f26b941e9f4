import type { CompiledCluster } from '../compile/compiled-cluster.js';
import { compareText } from '../json/compare-text.js';
import { valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { stripCrd } from '../kinds/strip-crd.js';
import { type CheckContext, isFluxGroup, objectsOfKind, specOf } from '../rules/rule.js';
import { isBuiltInGroup } from '../schema/kubernetes-groups.js';
import { openPackageSchemas } from '../schema/package-schemas.js';
import { readCrd } from '../schema/read-crd.js';
import type { OfferedGroup, OfferedKind } from '../tenants/offer/offer.js';

/** The API groups of a cluster beside those of Kubernetes and Flux, with the kinds whose CRDs the tree has. */
export const offeredApis = (
  { ownKinds, cluster }: Pick<CompiledCluster, 'ownKinds' | 'cluster'>,
  { index, state }: Pick<CheckContext, 'index' | 'state'>,
): Readonly<Record<string, OfferedGroup>> => {
  const known = openPackageSchemas();
  const groups = new Map<string, Map<string, OfferedKind>>();
  const groupOf = (name: string): Map<string, OfferedKind> => {
    const there = groups.get(name) ?? new Map<string, OfferedKind>();
    groups.set(name, there);
    return there;
  };
  const inTree = new Set<string>();
  for (const { json } of objectsOfKind(index, 'apiextensions.k8s.io/CustomResourceDefinition')) {
    const crd = readCrd(json);
    if (typeof crd === 'string') continue;
    const { group, kind, scope } = crd;
    inTree.add(group);
    const facts = stripCrd(json);
    const versions = Object.keys(crd.versions).map((version) => {
      const isKnown = known.find(group, kind)?.versions[version] !== undefined;
      return [version, isKnown ? true : schemaOf(facts, version)] as const;
    });
    const plural = String(valueAt(json, ['spec', 'names', 'plural']));
    groupOf(group).set(kind, { plural, scope, versions: Object.fromEntries(versions) });
  }
  // Files of CRDs that charts install.
  for (const { group, kind, scope, versions } of ownKinds.all()) {
    const there = groupOf(group);
    if (there.has(kind)) continue;
    there.set(kind, { scope, versions: versions as OfferedKind['versions'] });
  }
  const provided = [...cluster.provides, ...state.units.flatMap(({ provides }) => provides)];
  for (const group of provided) if (group.includes('.')) groupOf(group);
  const others = new Set(
    state.units.flatMap((unit) =>
      unit.isElsewhere || unit.objects.some(({ kind }) => kind === 'HelmRelease' || kind === 'Kustomization')
        ? unit.provides
        : [],
    ),
  );
  return Object.fromEntries(
    [...groups]
      .filter(([group]) => !isBuiltInGroup(group) && !isFluxGroup(group))
      .sort(([a], [b]) => compareText(a, b))
      .map(([group, kinds]) => [
        group,
        {
          isComplete: inTree.has(group) && !others.has(group) && !cluster.provides.includes(group),
          kinds: Object.fromEntries([...kinds].sort(([a], [b]) => compareText(a, b))),
        },
      ]),
  );
};

const schemaOf = (crd: Readonly<Record<string, unknown>>, version: string): JsonObject => {
  const all = specOf({ json: crd })['versions'] as readonly { readonly name: string; readonly schema: JsonObject }[];
  return all.find(({ name }) => name === version)!.schema['openAPIV3Schema'] as JsonObject;
};
