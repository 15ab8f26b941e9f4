import { type Diagnostic, diagnose, formatValue, isFluxspanError, thrownText } from '../diagnostics/index.js';
import type { Ring } from '../versions/ring.js';
import type { AddonInstance } from './addon.js';
import { isChartVersion, VERSION_FIX } from './chart-version.js';
import { addonDefinition } from './diagnostics.js';

/**
 * An addon with the versions of a ring: of each chart whose version is a function, as long as the cluster's code sets no
 * other one.
 */
export const inRing = (
  instance: AddonInstance,
  ring: Ring | undefined,
  report: (problem: Diagnostic) => void,
): AddonInstance => {
  if (ring === undefined) return instance;
  const versions: Record<string, string> = {};
  for (const [release, chart] of Object.entries(instance.definition.charts ?? {})) {
    if (typeof chart?.versionIn !== 'function' || Object.hasOwn(instance.versions, release)) continue;
    const at = { addon: instance.name, path: `charts.${release}.version` };
    let version: unknown;
    try {
      version = chart.versionIn(ring);
    } catch (error) {
      const problems = isFluxspanError(error)
        ? error.diagnostics
        : [
            diagnose(addonDefinition, {
              message: `the version of ring "${ring.name}" can't be read: ${thrownText(error)}`,
              fix: 'fix the function',
            }),
          ];
      for (const problem of problems) report({ ...problem, at: { ...at, ...problem.at } });
      continue;
    }
    // That of the first ring is checked with the definition.
    if (version === chart.version) continue;
    if (typeof version === 'string' && isChartVersion(version, String(chart.url))) versions[release] = version;
    else {
      const message = `the version of ring "${ring.name}" is ${formatValue(version)}, and no version`;
      report(diagnose(addonDefinition, { message, at, fix: VERSION_FIX }));
    }
  }
  return Object.keys(versions).length === 0
    ? instance
    : { ...instance, versions: { ...instance.versions, ...versions } };
};
