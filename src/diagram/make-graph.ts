import { describeSource } from '../addon/source.js';
import type { BuiltAddon } from '../compile/built-cluster.js';
import type { CompiledAddon, CompiledCluster, CompiledObject } from '../compile/compiled-cluster.js';
import { reachedThroughOthers } from '../compile/reached-through-others.js';
import { externalKey } from '../declared/external-kustomization.js';
import { findCriticalPath, orderWaits, type WaitOrder } from '../dependencies/critical-path.js';
import { compareText } from '../json/compare-text.js';
import { tenantOf } from '../tenants/tenant-mark.js';
import type { ClusterPlan } from '../tree/plan-cluster.js';
import { type SummedTenants, sumTenants } from '../tree/readme/sum-tenants.js';
import type { ClusterGraph, GraphEdge, GraphNode, GraphObject, GraphRelease } from './cluster-graph.js';
import { graphInputs } from './graph-inputs.js';

/**
 * The graph of a compiled cluster.
 *
 * @param plan where its files lie; undefined if its names can't be those of files
 */
export const makeGraph = (compiled: CompiledCluster, plan: ClusterPlan | undefined): ClusterGraph => {
  const { built, cluster, contract } = compiled;
  const order = orderWaits(built);
  const { levels, path: addonPath, others } = findCriticalPath(built, order);
  const { drawn, summed } = sumTenants(built.addons);
  const titles = new Map(summed.flatMap(({ title, members }) => members.map(({ name }) => [name, title] as const)));
  const path = addonPath.map((name) => titles.get(name) ?? name);
  const fileOf = new Map(plan?.objects.map((one) => [one.object, compiled.appLayout.inProject(one.path)]));
  const externals = [...cluster.externals].sort((a, b) => compareText(externalKey(a), externalKey(b)));
  const nodes: readonly GraphNode[] = [
    ...compiled.addons
      .filter((addon) => drawn.includes(addon.built))
      .map((addon) => addonNode(compiled, addon, order, fileOf)),
    ...summed.map((one) => tenantsNode(compiled, one, order)),
    ...externals.map((external): GraphNode => {
      const id = externalKey(external);
      const place = { id, kind: 'external', kustomization: id, ...levelOf(order, id) } as const;
      return { ...place, requires: [], provides: [...external.provides].sort(), releases: [], objects: [] };
    }),
  ];
  return {
    cluster: cluster.name,
    flux: cluster.flux,
    levels,
    criticalPath: path,
    otherPaths: others,
    stages: cluster.stages.map(({ name }) => name),
    nodes,
    edges: edgesOf(
      nodes,
      withTenants(order, summed),
      path,
      new Map(built.addons.map(({ name, chosen }) => [name, chosen])),
    ),
    inputs: graphInputs(contract),
    namespaces: contract.namespaces
      .filter(({ addon = '' }) => !titles.has(addon))
      .map(({ name, creator, addon }) => ({
        name,
        creator,
        ...(addon === undefined ? {} : { addon }),
      })),
  };
};

const levelOf = ({ levels }: WaitOrder, id: string): { readonly level?: number } => {
  const level = levels.get(id);
  return level === undefined ? {} : { level };
};

/** One node for many tenants: what its first one waits for, all do. */
const tenantsNode = (
  { cluster }: CompiledCluster,
  { title, stage, members }: SummedTenants,
  order: WaitOrder,
): GraphNode => ({
  id: title,
  kind: 'tenants',
  kustomization: '',
  stage: cluster.stages[stage]!.name,
  ...levelOf(order, members[0]!.name),
  tenants: members.map(({ name }) => name),
  requires: [],
  provides: [],
  releases: [],
  objects: [],
});

const withTenants = ({ waits, levels, before }: WaitOrder, summed: readonly SummedTenants[]): WaitOrder => {
  const more = <T>(of: ReadonlyMap<string, T>) =>
    new Map([
      ...of,
      ...summed.flatMap(({ title, members }) => {
        const its = of.get(members[0]!.name);
        return its === undefined ? [] : [[title, its] as const];
      }),
    ]);
  return { waits: more(waits), levels: more(levels), before };
};

const addonNode = (
  { cluster, appLayout }: CompiledCluster,
  { built, objects, entry }: CompiledAddon,
  order: WaitOrder,
  fileOf: ReadonlyMap<CompiledObject, string>,
): GraphNode => {
  const { description, namespace, source, path, requires = [], provides = [] } = built.instance.definition;
  const from = source === undefined ? tenantOf(built.instance)?.source : describeSource(source);
  return {
    id: built.name,
    kind: 'addon',
    kustomization: `${built.kustomizationNamespace}/${built.name}`,
    stage: cluster.stages[built.stage]!.name,
    ...levelOf(order, built.name),
    ...(description === undefined ? {} : { description }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(built.folder === undefined ? {} : { folder: appLayout.inProject(built.folder) }),
    ...(from === undefined ? {} : { source: [from, path].filter(Boolean).join(', ') }),
    requires: [...requires].sort(),
    provides: [...provides].sort(),
    releases: releasesOf(built, objects),
    objects: [...entry, ...objects].map((one): GraphObject => {
      const file = fileOf.get(one);
      return {
        apiVersion: one.apiVersion,
        kind: one.kind,
        ...(one.namespace === undefined ? {} : { namespace: one.namespace }),
        name: one.name,
        owner: one.owner,
        ...(file === undefined ? {} : { file }),
      };
    }),
  };
};

const releasesOf = ({ instance }: BuiltAddon, objects: readonly CompiledObject[]): readonly GraphRelease[] => {
  const charts = new Map(Object.entries(instance.definition.charts ?? {}));
  const versions = new Map(Object.entries(instance.versions));
  return objects
    .filter(({ kind, group }) => kind === 'HelmRelease' && group === 'helm.toolkit.fluxcd.io')
    .map(({ name, namespace }) => {
      const chart = charts.get(name);
      return {
        name,
        ...(namespace === undefined ? {} : { namespace }),
        ...(chart === undefined
          ? {}
          : {
              chart: chart.chart ?? chart.url.slice(chart.url.lastIndexOf('/') + 1),
              version: versions.get(name) ?? chart.version,
            }),
      };
    });
};

const edgesOf = (
  nodes: readonly GraphNode[],
  { waits, levels }: WaitOrder,
  path: readonly string[],
  chosen: ReadonlyMap<string, readonly string[]>,
): readonly GraphEdge[] => {
  const places = new Map(path.map((id, index) => [id, index]));
  const ids = new Set(nodes.map(({ id }) => id));
  return nodes.flatMap(({ id: to }) => {
    const direct = (waits.get(to) ?? []).filter((from) => ids.has(from));
    const implied = reachedThroughOthers(
      direct,
      (one) => waits.get(one) ?? [],
      // Of a circle all is looked at.
      (one) => levels.get(one) ?? Number.POSITIVE_INFINITY,
    );
    return direct.map((from) => ({
      from,
      to,
      critical: places.has(to) && places.get(from) === places.get(to)! - 1,
      chosen: chosen.get(to)?.includes(from) === true,
      implied: implied.has(from),
    }));
  });
};
