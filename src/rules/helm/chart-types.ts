import type { InstanceData } from '../../addon/addon.js';
import { isPackaged } from '../../addon/packaged.js';
import { isAddonChart } from '../../constructs/helm-chart.js';
import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { VERSIONS_FILE } from '../../versions/files.js';
import { leavesOut } from '../../versions/leaves-out.js';
import { isNewer } from '../../versions/newer-version.js';
import { fetchedChart } from '../context/fetched-chart.js';
import { defineDeclaredRule, placeIn } from '../rule.js';
import { releaseOf } from './chart-value.js';

const chartTypes = defineDiagnostic({
  code: 'FX629',
  name: 'chart-types',
  severity: 'warning',
  summary:
    "A chart's version, set by its addon or its cluster, differs from the one that its value types were imported from. As a notice: a ring of a rollout gives the version, or versions.yaml a newer one than the addon of the package has.",
  page: {
    example: "helmChart<WebValues>({ …, version: '2.0.0', valuesSchema: webValuesSchema })   // imported from 1.4.0",
    right: "npx fluxspan import chart … --version 2.0.0, then fix what the compiler reports; or version: '1.4.0'",
  },
  exceptable: true,
});

/** Only the cluster knows which version a range selects, but versions outside of the range are known here. */
const EXACT = /^v?(\d+\.\d+\.\d+(?:-[\w.-]+)?)(?:\+[\w.-]+)?$/;
const exactly = (version: unknown): string | undefined =>
  typeof version === 'string' ? EXACT.exec(version)?.[1] : undefined;

const NOTES = [
  'the import below takes --diff: then it shows what the version changes, and writes nothing',
  'give it --name and --out if the types were imported with them',
  'if the types are of a folder or a file, import that again instead: the first line of their module names it',
];

/** The types that check a release's values are from the exact chart version that its cluster gets. */
export const chartTypesRule = defineDeclaredRule([chartTypes], ({ units }, report) => {
  for (const unit of units) {
    for (const object of unit.objects) {
      const chart = releaseOf(object)?.chartSource;
      if (chart === undefined) continue;
      const typed = exactly(chart.valuesSchema?.version);
      if (typed === undefined || typeof chart.version !== 'string') continue;
      const version = exactly(chart.version);
      if (version === undefined ? !leavesOut(chart.version, typed) : version === typed) continue;
      const shown = version === undefined ? `"${chart.version}"` : chart.version;
      // If the cluster's code overrides the version, the addon keeps the types of its pinned version.
      const isChosen = isAddonChart(chart) && chart.pinnedVersion !== chart.version;
      const isOfRing = isChosen && chart.versionIn !== undefined;
      const { definition, fileVersions = {} } = unit.declared.built.instance as unknown as InstanceData;
      const isOfFile = isChosen && Object.hasOwn(fileVersions, chart.release);
      // FX776 says once what is older than the package's.
      const isOfPackage = isOfFile && isPackaged(definition);
      if (isOfPackage && version !== undefined && isNewer('versions', typed, version) === true) continue;
      report(
        diagnose(chartTypes, {
          message: `${isChosen ? `${isOfRing ? 'its ring' : isOfFile ? 'versions.yaml' : 'the setting "version"'} gives release "${object.name}" version ${shown} of its chart` : `the chart of release "${object.name}" is pinned to ${shown}`}, and its values are checked by the types of ${typed}`,
          // A rollout has two versions at a time, and the types are of one; those of the package come with it.
          ...(isOfRing || isOfPackage ? { severity: 'notice' } : {}),
          at: {
            ...placeIn(object, isChosen ? 'version' : `charts.${object.name}.version`),
            ...(isOfFile ? { file: VERSIONS_FILE } : {}),
          },
          ...(isOfPackage ? {} : { notes: NOTES }),
          fix: isOfPackage
            ? `write version: ${typed} for "${chart.release}" in versions.yaml, or wait for a fluxspan that has the types of ${shown}`
            : `npx fluxspan import chart ${fetchedChart(object, units, chart)} --version ${version === undefined ? `'${chart.version}'` : chart.version}; or ${isOfRing ? `promote ${typed} to the ring` : isOfFile ? `write version: ${chart.valuesSchema?.version} in versions.yaml` : `set version: '${chart.valuesSchema?.version}' ${isChosen ? `in the settings of addon "${object.addon}"` : 'where the chart is pinned'}`}`,
        }),
      );
    }
  }
});
