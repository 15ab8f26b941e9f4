import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ImportChartOptions, type ImportedChart, importChart } from '../charts/import-chart.js';
import { publicAddress, pullChart } from '../charts/pull-chart.js';
import { type ChartModule, readChartModule } from '../charts/read-chart-module.js';

/** Where a chart is: a path, or an address with what chooses one there. */
export interface ChartAddress {
  readonly source: string;
  readonly chart?: string | undefined;
  readonly version?: string | undefined;
}

/** A chart that is on this machine, imported but not written. */
export interface LocatedChart {
  readonly imported: ImportedChart;
  readonly module: ChartModule;
  /** A folder or `.tgz` for helm; undefined of a `values.yaml` or a schema alone. */
  readonly path: string | undefined;
}

/** Finds charts, and keeps those that it pulls until it is closed. */
export interface ChartLocator {
  /** @throws ImportError */
  locate(address: ChartAddress, options?: ImportChartOptions): Promise<LocatedChart>;
  close(): void;
}

export const isRemoteChart = (source: string): boolean => /^[a-z]+:\/\//.test(source);

/** @param cwd which paths are relative to */
export const openChartLocator = (cwd: string): ChartLocator => {
  const folders: string[] = [];
  const pull = async ({ source, chart, version }: ChartAddress): Promise<string> => {
    const bytes = await pullChart({ url: source, chart, version });
    const folder = mkdtempSync(join(tmpdir(), 'fluxspan-chart-'));
    folders.push(folder);
    const path = join(folder, 'chart.tgz');
    writeFileSync(path, bytes);
    return path;
  };
  return {
    async locate(address, options = {}) {
      const { source, chart, version } = address;
      const isRemote = isRemoteChart(source);
      const path = isRemote ? await pull(address) : resolve(cwd, source);
      const imported = await importChart(path, {
        ...options,
        // Of a remote chart helm has chosen the version, maybe from a range.
        ...(isRemote ? { origin: publicAddress(source) } : { origin: source, version, chart }),
      });
      const module = readChartModule(imported.files.get(`${imported.name}.schema.ts`)!)!;
      const isChart = isRemote || !/\.(?:ya?ml|json)$/.test(path);
      return { imported, module, path: isChart ? path : undefined };
    },
    close() {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
};
