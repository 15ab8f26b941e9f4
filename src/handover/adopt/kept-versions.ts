import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { jsonOf } from '../../applied/holding.js';
import { keyOf } from '../../applied/object-id.js';
import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { specOf } from '../../json/manifest-fields.js';

/** A version that the plan would change. */
export interface VersionChange {
  readonly addon: string;
  /** The release; absent for the version of a source. */
  readonly release?: string;
  readonly found: string;
  readonly planned: string;
}

/** Versions of charts and of addons' sources that differ between the base and the plan. */
export const compareVersions = (
  before: ClusterState,
  after: ClusterState,
  compiled: CompiledCluster,
): readonly VersionChange[] => {
  const changes: VersionChange[] = [];
  for (const { built, objects, entry } of compiled.addons) {
    for (const object of [...objects, ...entry]) {
      const isRelease = object.kind === 'HelmRelease';
      const isSource = object.kind === built.instance.definition.source?.kind;
      if (!isRelease && !isSource) continue;
      const key = keyOf({ ...object, namespace: object.namespace ?? '' });
      const [old, next] = [before.objects.get(key), after.objects.get(key)];
      if (old === undefined || next === undefined) continue;
      const found = isRelease ? chartVersion(old, before) : versionOf(old);
      const planned = isRelease ? chartVersion(next, after) : versionOf(next);
      if (found === undefined || planned === undefined || found === planned) continue;
      changes.push({ addon: built.name, ...(isRelease ? { release: object.name } : {}), found, planned });
    }
  }
  return changes;
};

/** The setting to paste for each addon, and its place: `version: '1.8.3' for addon "karpenter", src/app.ts:12`. */
export const printVersions = (changes: readonly VersionChange[], compiled: CompiledCluster): readonly string[] => {
  const byAddon = new Map<string, VersionChange[]>();
  for (const change of changes) byAddon.set(change.addon, [...(byAddon.get(change.addon) ?? []), change]);
  return [...byAddon].map(([addon, list]) => {
    const instance = compiled.addons.find(({ built }) => built.name === addon)?.built.instance;
    const charts = instance?.definition.charts ?? {};
    const place = instance?.place();
    const was = list.map((one) => one.planned).join(', ');
    const one = list[0]!;
    const version =
      Object.keys(charts).length > 1
        ? `{ ${list.map(({ release, found }) => `'${release}': '${found}'`).join(', ')} }`
        : `'${one.found}'`;
    return `version: ${version} for addon "${addon}"${place === undefined ? '' : `, ${place}`} (the plan has ${was})`;
  });
};

const versionOf = (object: OwnedObject): string | undefined => {
  const { tag, semver } = (specOf(jsonOf(object))['ref'] ?? {}) as { tag?: unknown; semver?: unknown };
  const version = tag ?? semver;
  return version === undefined ? undefined : String(version);
};

const chartVersion = (release: OwnedObject, state: ClusterState): string | undefined => {
  const { chart, chartRef } = specOf(jsonOf(release)) as {
    chart?: { spec?: { version?: unknown } };
    chartRef?: { kind: string; name: string; namespace?: string };
  };
  if (chartRef === undefined) return chart?.spec?.version === undefined ? undefined : String(chart.spec.version);
  const namespace = chartRef.namespace ?? release.id.namespace;
  const key = keyOf({ group: 'source.toolkit.fluxcd.io', kind: chartRef.kind, namespace, name: chartRef.name });
  const source = state.objects.get(key);
  return source === undefined ? undefined : versionOf(source);
};
