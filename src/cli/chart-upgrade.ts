import { join } from 'node:path';
import type { ImportChartOptions } from '../charts/import-chart.js';
import { ImportError, type ImportProblem } from '../charts/import-problem.js';
import { type ChartModule, parseChartSchema, readChartModule } from '../charts/read-chart-module.js';
import { type Diagnostic, diagnose, hasErrors } from '../diagnostics/index.js';
import { openRedactor, type Redactor } from '../diff/redact.js';
import { FileError, readRegularFile } from '../files/read-file.js';
import {
  type ChartRelease,
  type ExplainedUpgrade,
  explainUpgrade,
  findReleases,
  IN_FOLDER,
  isSameSource,
  upgradeNotSeen,
} from '../upgrade/index.js';
import type { StartedBundle } from './bundle-app.js';
import { fromLocalSource } from './local-source.js';
import { type ChartAddress, isRemoteChart, type LocatedChart, openChartLocator } from './locate-chart.js';
import { openApp } from './open-app.js';
import { planProject } from './plan-project.js';
import { findProject } from './project.js';

export interface ChartUpgradeRequest {
  readonly to: ChartAddress;
  readonly options: ImportChartOptions;
  /** What to compare with, where it isn't the imported version. */
  readonly from: string | undefined;
  /** Where the import writes modules. */
  readonly folder: string;
  readonly cwd: string;
}

export interface ChartUpgrade {
  /** Undefined where there is nothing to compare. */
  readonly explained: ExplainedUpgrade | undefined;
  /** Of the new version's import. */
  readonly problems: readonly ImportProblem[];
  readonly diagnostics: readonly Diagnostic[];
}

const notSeen = (message: string, fix: string): Diagnostic => diagnose(upgradeNotSeen, { message, fix });

/** Compares a version of a chart with the imported one, and looks what that means to the project. Writes nothing. */
export const explainChartUpgrade = async (
  request: ChartUpgradeRequest,
  started?: StartedBundle,
): Promise<ChartUpgrade> => {
  const locator = openChartLocator(request.cwd);
  try {
    const to = await locator.locate(request.to, request.options);
    const redactor = openRedactor();
    const { releases: all, diagnostics } = await projectReleases(to.module.chart, redactor, request.cwd, started);
    const base = await findBase(request, to, all, (address) => locator.locate(address));
    const { version, source, schemaText } = base.module;
    const releases = all.filter(({ chart }) => {
      const text = chart.valuesSchema?.text;
      const sources = [source, request.to.source];
      // A folder may have the name of a chart that is in a registry.
      if (chart.url === IN_FOLDER) return sources.some((one) => one === undefined || !isRemoteChart(one));
      return (
        text === undefined ||
        text === base.releaseSchema ||
        sources.some((one) => one !== undefined && isSameSource(chart.url, one))
      );
    });
    const explained = await explainUpgrade({
      chart: to.module.chart,
      from: { version, source, schema: schemaOf(schemaText), path: base.path },
      to: {
        version: to.module.version,
        source: to.module.source,
        schema: schemaOf(to.module.schemaText),
        path: to.path,
      },
      releases,
      helm: 'helm',
      redactor,
    });
    return {
      explained,
      problems: to.imported.problems,
      diagnostics: [...diagnostics, ...base.diagnostics, ...explained.diagnostics],
    };
  } finally {
    locator.close();
  }
};

const schemaOf = (text: string) => parseChartSchema(text) ?? {};

interface FoundReleases {
  readonly releases: readonly ChartRelease[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The releases of a chart in the project around a folder. A chart can be looked at without one. */
const projectReleases = async (
  chart: string,
  redactor: Redactor,
  cwd: string,
  started?: StartedBundle,
): Promise<FoundReleases> => {
  if (!findProject(cwd).ok) {
    const message = 'there is no project here, so whom the upgrade affects is not known';
    return { releases: [], diagnostics: [notSeen(message, 'run the command in a folder of the project')] };
  }
  const opened = await openApp(cwd, started);
  if (opened.refused) return { releases: [], diagnostics: opened.diagnostics };
  const plan = planProject(opened.app, [], opened.project);
  const releases = findReleases(plan.compiled, chart, redactor);
  const message = 'the project has errors, so some of its releases may be missing here';
  const isPartial = hasErrors(plan.diagnostics) && releases.length === 0;
  return {
    releases,
    diagnostics: isPartial ? [notSeen(message, 'run `fluxspan check`, and fix what it finds')] : [],
  };
};

/** The version of today. */
interface Base extends Pick<LocatedChart, 'module' | 'path'> {
  /** By which releases of the project know that they are of this import. */
  readonly releaseSchema: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The version of today: what `--from` names, or what was imported, or what a release of the project was typed by. Its
 * chart is read again where it can be had, so that both versions are read by the same fluxspan.
 */
const findBase = async (
  { from, folder, cwd }: ChartUpgradeRequest,
  to: LocatedChart,
  releases: readonly ChartRelease[],
  locate: (address: ChartAddress) => Promise<LocatedChart>,
): Promise<Base> => {
  const known = readImported(folder, to.imported.name) ?? typedRelease(to.module.chart, releases);
  const releaseSchema = known?.schemaText;
  if (from !== undefined) return { ...(await locate({ source: from })), releaseSchema, diagnostics: [] };
  if (known === undefined) {
    throw new ImportError({
      at: folder,
      message: `chart "${to.module.chart}" has not been imported, so there is no version to compare with`,
      fix: 'give the version of today: --from CHART, a folder or a .tgz',
    });
  }
  const asItIs = (message: string, fix: string): Base => ({
    module: known,
    path: undefined,
    releaseSchema,
    diagnostics: [notSeen(message, fix)],
  });
  const title = `${known.chart} ${known.version ?? '(version unknown)'}`;
  const fix = 'give it by hand: --from CHART, a folder or a .tgz';
  const effect = 'its values are those that were imported, and what changes in the rendered objects is not known';
  if (known.source === undefined)
    return asItIs(`${title} was imported from a place outside of the project: ${effect}`, fix);
  const isRemote = isRemoteChart(known.source);
  if (isRemote && known.version === undefined)
    return asItIs(`the version of the imported chart is not known: ${effect}`, fix);
  try {
    const chart = known.source.startsWith('oci://') || known.source.endsWith('.tgz') ? undefined : known.chart;
    const found = await locate(
      isRemote
        ? { source: known.source, chart, version: known.version }
        : { source: fromLocalSource(cwd, known.source) },
    );
    if (found.module.version === known.version) return { ...found, releaseSchema, diagnostics: [] };
    return asItIs(
      `${known.source} holds ${found.module.version ?? 'another version'} now, and not ${title}: ${effect}`,
      fix,
    );
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return asItIs(`${title} cannot be had: ${error.problem.message}; ${effect}`, fix);
  }
};

const readImported = (folder: string, name: string): ChartModule | undefined => {
  const path = join(folder, `${name}.schema.ts`);
  try {
    return readChartModule(readRegularFile(path, 128).toString());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (!(error instanceof FileError)) throw error;
    const fix = 'move it, or give the chart another --name';
    throw new ImportError({ at: path, message: `the imported module cannot be read: ${error.message}`, fix });
  }
};

/** Of an addon of a package, the types come with the package. */
const typedRelease = (name: string, releases: readonly ChartRelease[]): ChartModule | undefined => {
  for (const { chart } of releases) {
    const text = chart.valuesSchema?.text;
    if (text === undefined) continue;
    return { chart: chart.chart ?? name, version: chart.valuesSchema?.version, source: chart.url, schemaText: text };
  }
  return undefined;
};
