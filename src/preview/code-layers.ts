import { isDeepStrictEqual } from 'node:util';
import type { InstanceData } from '../addon/addon.js';
import type { CompiledAddon, CompiledCluster, CompiledObject } from '../compile/compiled-cluster.js';
import { placeOfConstruct } from '../constructs/construct-place.js';
import { type AddonChart, isAddonChart } from '../constructs/helm-chart.js';
import { HelmRelease } from '../constructs/helm-release.js';
import { helmReleaseDefaults } from '../constructs/helm-release-settings.js';
import { kustomizationDefaults } from '../constructs/kustomization-settings.js';
import { toPlain } from '../constructs/to-json.js';
import { withUnlisted } from '../constructs/unlisted-values.js';
import { isObject } from '../json/is-object.js';
import { type JsonPath, valueAt } from '../json/json-path.js';

/** What one level of the code says at a path, the most general level first. */
export interface CodeLayer {
  readonly layer: string;
  readonly value: unknown;
  /** The line of the user's code; absent of fluxspan's own, and of a package's. */
  readonly at?: string;
  /** The value is this level's, unless a later one wins too: of a map, each has a part. */
  readonly wins: boolean;
}

/** A level of the code, with all that it says. */
interface Level {
  readonly layer: string;
  readonly says: unknown;
  readonly place?: (() => string | undefined) | undefined;
}

/** Finds the levels of a cluster's code that say what stands at a path of an object; none of what only one line made. */
export type FindCodeLayers = (object: CompiledObject, path: JsonPath) => readonly CodeLayer[];

export const codeLayersOf = ({ app, cluster, addons }: CompiledCluster): FindCodeLayers => {
  const addonOf = new Map(addons.map((addon) => [addon.built.name, addon]));

  /** Settings that the app, the cluster and the addon give all Kustomizations or releases. */
  const sharedLevels = (addon: CompiledAddon, kind: 'kustomization' | 'helmRelease'): readonly Level[] => {
    const { name, instance } = addon.built;
    const { layers, inspect, place } = instance as unknown as InstanceData;
    const [defined, used] = layers[kind];
    return [
      { layer: 'defaults of the app', says: app.defaults[kind], place: app.place },
      { layer: `defaults of cluster ${cluster.name}`, says: cluster.defaults[kind], place: cluster.place },
      { layer: `the definition of addon ${name}`, says: defined, place: inspect().place },
      { layer: `where addon ${name} is used`, says: used, place },
    ];
  };

  return (object, path) => {
    const addon = addonOf.get(object.addon);
    if (addon === undefined) return [];
    const chart = chartAt(addon, object, path);
    if (chart !== undefined) {
      const { name, instance } = addon.built;
      const data = instance as unknown as InstanceData;
      const levels: readonly Level[] = [
        { layer: `charts of addon ${name}`, says: asTag(chart.pinnedVersion, path), place: data.inspect().place },
        {
          layer: `version where addon ${name} is used`,
          says: asTag(data.versions[chart.release], path),
          place: data.place,
        },
      ];
      return said(levels, [], object, path);
    }
    if (object.kind === 'Kustomization' && addon.entry.includes(object)) {
      const own = { layer: "fluxspan's default", says: kustomizationDefaults };
      return said([own, ...sharedLevels(addon, 'kustomization')], settingAt(path), object, path);
    }
    const given = HelmRelease.givenOf(object.construct);
    if (given === undefined) return [];
    const place = () => placeOfConstruct(object.construct);
    const build = `the build of addon ${object.addon}`;
    if (path[0] === 'spec' && path[1] === 'values') {
      const chart = (object.construct as HelmRelease).chartSource;
      const used = chart !== undefined && isAddonChart(chart) ? chart : undefined;
      const use = { layer: `where addon ${object.addon} is used`, place: addon.built.instance.place };
      const levels: readonly Level[] = [
        { layer: `values in ${build}`, says: given.values, place },
        { ...use, layer: `values ${use.layer}`, says: used?.overrides },
        { layer: `unlistedValues in ${build}`, says: withUnlisted({}, given.unlistedValues), place },
        { ...use, layer: `unlistedValues ${use.layer}`, says: withUnlisted({}, used?.unlistedValues ?? {}) },
      ];
      return said(levels, path.slice(2), object, path);
    }
    const levels = [
      { layer: "fluxspan's default", says: helmReleaseDefaults },
      ...sharedLevels(addon, 'helmRelease'),
      { layer: `fields in ${build}`, says: given.settings, place },
    ];
    return said(levels, settingAt(path), object, path);
  };
};

/** The chart whose version stands at a path: in the template of its release, or in the source of its artifact. */
const chartAt = ({ objects }: CompiledAddon, object: CompiledObject, path: JsonPath): AddonChart | undefined => {
  const at = path.join('.');
  const isSource = object.kind === 'OCIRepository' && /^spec\.ref\.(?:tag|semver)$/.test(at);
  if (!isSource && (object.kind !== 'HelmRelease' || at !== 'spec.chart.spec.version')) return undefined;
  for (const one of isSource ? objects : [object]) {
    const chart = (one.construct as Partial<HelmRelease>).chartSource;
    if (chart === undefined || !isAddonChart(chart)) continue;
    if (!isSource) return chart;
    const { name, namespace } = (valueAt(one.json, ['spec', 'chartRef']) ?? {}) as Partial<CompiledObject>;
    if (name === object.name && namespace === object.namespace) return chart;
  }
  return undefined;
};

/** Helm pushes 1.0.0+build.5 as 1.0.0_build.5. */
const asTag = (version: string | undefined, path: JsonPath): string | undefined =>
  path.at(-1) === 'tag' ? version?.replaceAll('+', '_') : version;

/** Where settings have what an object has at a path: its spec, and the namespace of a Kustomization. */
const settingAt = (path: JsonPath): JsonPath | undefined => {
  if (path[0] === 'spec' && path.length > 1) return path.slice(1);
  return path[0] === 'metadata' && path[1] === 'namespace' ? path.slice(1) : undefined;
};

/** The levels that say something there, and at the end fluxspan itself if it made something else of them. */
const said = (
  levels: readonly Level[],
  inLevel: JsonPath | undefined,
  object: CompiledObject,
  path: JsonPath,
): readonly CodeLayer[] => {
  if (inLevel === undefined) return [];
  const result = valueAt(object.json, path);
  const found = levels.flatMap(({ layer, says, place }): CodeLayer[] => {
    const value = plainAt(says, inLevel, object);
    if (value === undefined || (isObject(value) && Object.keys(value).length === 0)) return [];
    const at = place?.();
    const isPart = isObject(value) && isObject(result);
    return [{ layer, value, wins: isPart || same(value, result), ...(at === undefined ? {} : { at }) }];
  });
  const last = found.findLastIndex(({ wins }) => wins);
  if (found.length > 0 && last < 0) found.push({ layer: 'derived by fluxspan', value: result, wins: true });
  return found;
};

/** A `null` in a level takes away what the ones before it say. */
const same = (value: unknown, result: unknown): boolean =>
  isDeepStrictEqual(value, result) || (value === null && result === undefined);

/** What a level says at a path as JSON; undefined where another level has its place, so that it never became any. */
const plainAt = (says: unknown, path: JsonPath, { construct }: CompiledObject): unknown => {
  const value = valueAt(says, path);
  try {
    return value === undefined || value === null ? value : toPlain(value, construct);
  } catch {
    return undefined;
  }
};
