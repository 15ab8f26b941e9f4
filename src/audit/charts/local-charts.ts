import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readChartArchive, readChartFile, readChartFolder } from '../../charts/chart-files.js';
import { chartShape } from '../../charts/chart-shape.js';
import { ImportError } from '../../charts/import-problem.js';
import { parseChart } from '../../charts/parse-chart.js';
import { schemaOfShape } from '../../charts/print-chart-module.js';
import { tryFindHere } from '../../diff/helm/chart-store.js';
import type { ReleaseChart } from '../../diff/helm/release-chart.js';

/** Where audit finds charts; it fetches none. */
export interface ChartPlaces {
  /** The audited folder, absolute. */
  readonly repository: string;
  /** Folders of the user's, with charts packed or not. */
  readonly folders: readonly string[];
  /** Where `fluxspan diff --helm` keeps the charts that it has fetched. @default - nowhere */
  readonly cache?: string | undefined;
}

/** What is known of a chart's values. */
export interface KnownChart {
  /** As a note names it: `charts/web`, `podinfo 6.5.0`. */
  readonly title: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Helm itself refuses values by the chart's own schema. */
  readonly hasSchema: boolean;
}

export interface LocalCharts {
  /** A folder of the repository. */
  readonly inRepository: (path: string) => KnownChart | undefined;
  /** Why a path of the repository is no chart; undefined if it is one, or may come from elsewhere. */
  readonly whyMissing: (path: string) => string | undefined;
  readonly published: (chart: ReleaseChart) => KnownChart | undefined;
}

const MEGABYTES = 128;

/** Reads each chart once. One that can't be read is one that isn't known. */
export const openLocalCharts = ({ repository, folders, cache }: ChartPlaces): LocalCharts => {
  const known = new Map<string, KnownChart | undefined>();
  const at = (path: string, title: string): KnownChart | undefined => {
    if (!known.has(path)) known.set(path, tryRead(path, title));
    return known.get(path);
  };
  return {
    inRepository: (path) => {
      const inside = posix.join('/', path).slice(1);
      return existsSync(join(repository, inside, 'Chart.yaml')) ? at(join(repository, inside), inside) : undefined;
    },
    whyMissing: (path) => {
      const inside = posix.join('/', path).slice(1);
      const there = join(repository, inside);
      // git fetches those folders from elsewhere.
      if (existsSync(join(repository, '.gitmodules')) || existsSync(join(there, 'Chart.yaml'))) return undefined;
      if (!existsSync(there)) return 'and there is no such folder';
      return statSync(there).isDirectory() ? 'which has no Chart.yaml' : undefined;
    },
    published: (chart) => {
      const path = tryFindHere({ folders, cache }, chart);
      return path === undefined ? undefined : at(path, `${chart.name} ${chart.version ?? chart.digest ?? ''}`.trim());
    },
  };
};

const tryRead = (path: string, title: string): KnownChart | undefined => {
  try {
    const files = statSync(path).isDirectory()
      ? readChartFolder(path)
      : readChartArchive(readChartFile(path, title, MEGABYTES), title);
    const report = (): void => {};
    const chart = parseChart(files, title, report);
    return { title, schema: schemaOfShape(chartShape(chart, report)), hasSchema: chart.schema !== undefined };
  } catch (error) {
    if (error instanceof ImportError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
};
