import { type Diagnostic, diagnose, formatValue, isFluxspanError, thrownText } from '../diagnostics/index.js';
import type { ChartVersions } from '../versions/open-versions.js';
import type { Ring } from '../versions/ring.js';
import type { AddonInstance, InstanceData } from './addon.js';
import { isChartVersion, VERSION_FIX } from './chart-version.js';
import { addonDefinition } from './diagnostics.js';
import { hasVersion, isAddonSource, versionOf } from './source.js';

/** A version that versions.yaml may say. */
export interface NamedVersion {
  /** Of the release, or of an addon that reads a source. */
  readonly name: string;
  /** Of the definition. */
  readonly version: string;
}

/** The versions of an addon that a file may say: those that its definition has as text, unless the cluster's code has another. */
export const namedVersions = ({
  name,
  definition,
  versions,
  tag,
}: Pick<AddonInstance, 'name' | 'definition' | 'versions' | 'tag'>): readonly NamedVersion[] => {
  const { source, charts = {} } = definition;
  if (isAddonSource(source)) {
    const version = hasVersion(source) && tag === undefined ? versionOf(source) : undefined;
    return version === undefined ? [] : [{ name, version }];
  }
  return Object.entries(charts).flatMap(([release, chart]) =>
    typeof chart?.version !== 'string' || chart.versionIn !== undefined || Object.hasOwn(versions, release)
      ? []
      : [{ name: release, version: chart.version }],
  );
};

/** An addon with the versions that versions.yaml has for it, in the ring of its cluster. */
export const withFileVersions = (
  instance: AddonInstance,
  chartVersions: ChartVersions | undefined,
  ring: Ring | undefined,
  report: (problem: Diagnostic) => void,
): AddonInstance => {
  if (chartVersions === undefined) return instance;
  const found: Record<string, string> = {};
  for (const { name, version } of namedVersions(instance)) {
    const at = { addon: instance.name, path: 'version' };
    let said: unknown;
    try {
      said = chartVersions(name, ring);
    } catch (error) {
      const problems = isFluxspanError(error)
        ? error.diagnostics
        : [
            diagnose(addonDefinition, {
              message: `the version of "${name}" can't be read: ${thrownText(error)}`,
              fix: 'give the app `chartVersions` of imports/versions.ts',
            }),
          ];
      for (const problem of problems) report({ ...problem, at: { ...at, ...problem.at } });
      continue;
    }
    if (said === undefined || said === version) continue;
    const url = instance.definition.charts?.[name]?.url;
    if (typeof said === 'string' && (url === undefined || isChartVersion(said, String(url)))) found[name] = said;
    else {
      const message = `versions.yaml gives "${name}" the version ${formatValue(said)}, which is none of a chart`;
      report(diagnose(addonDefinition, { message, at, fix: VERSION_FIX }));
    }
  }
  if (Object.keys(found).length === 0) return instance;
  const { source } = instance.definition;
  const pinned: Partial<InstanceData> =
    source === undefined
      ? { versions: { ...instance.versions, ...found }, fileVersions: found }
      : { tag: found[instance.name], fileVersions: found };
  return { ...instance, ...pinned } as AddonInstance;
};
