import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportError } from '../../charts/import-problem.js';
import { publicAddress, pullChart } from '../../charts/pull-chart.js';
import { isExactVersion } from '../../constructs/chart-source.js';
import { parseYaml } from '../../yaml/parse-yaml.js';
import { HelmError } from './helm-error.js';
import type { ReleaseChart } from './release-chart.js';

/** Where charts are: folders of the user's, the cache, and the registries that helm knows. */
export interface ChartStore {
  /** The path of a packed chart or its folder. @throws HelmError */
  find(chart: ReleaseChart): Promise<string>;
  /** Removes what was fetched and isn't kept. */
  close(): void;
}

export interface ChartStoreOptions {
  /** The executable. */
  readonly helm: string;
  /** Folders with charts, packed (`web-1.2.3.tgz`) or not. */
  readonly folders: readonly string[];
  /** The folder in which fetched charts are kept, which may not be there yet. @default - nothing is kept */
  readonly cache?: string | undefined;
}

export const openChartStore = ({ helm, folders, cache }: ChartStoreOptions): ChartStore => {
  const fetched = new Map<string, Promise<string>>();
  let scratch: string | undefined;
  const keep = (folder: string, name: string, bytes: Uint8Array): string => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const [path, part] = [join(folder, name), join(folder, `${name}.${process.pid}.part`)];
    writeFileSync(part, bytes, { mode: 0o600 });
    renameSync(part, path);
    return path;
  };
  const fetch = async (chart: ReleaseChart): Promise<string> => {
    const { url, name, version, digest } = chart;
    const isOci = url.startsWith('oci://');
    const isFixed = digest !== undefined || (version !== undefined && isExactVersion(version));
    const file = cachedName(chart);
    if (cache !== undefined && isFixed && existsSync(join(cache, file))) return join(cache, file);
    try {
      const address = digest === undefined ? url : `${url}@${digest}`;
      const bytes = await pullChart(
        { url: address, chart: isOci ? undefined : name, version: digest === undefined ? version : undefined },
        helm,
      );
      if (cache !== undefined && isFixed) return keep(cache, file, bytes);
      scratch ??= mkdtempSync(join(tmpdir(), 'fluxspan-charts-'));
      return keep(scratch, file, bytes);
    } catch (error) {
      if (error instanceof ImportError) throw new HelmError(error.problem.message, error.problem.fix);
      throw error;
    }
  };
  return {
    find: (chart) => {
      const there = findInFolders(folders, chart);
      if (there !== undefined) return Promise.resolve(there);
      const key = JSON.stringify(chart);
      const known = fetched.get(key) ?? fetch(chart);
      fetched.set(key, known);
      return known;
    },
    close: () => {
      if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
    },
  };
};

const cachedName = ({ url, name, version, digest }: ReleaseChart): string =>
  `${createHash('sha256')
    .update(JSON.stringify([url, name, version, digest]))
    .digest('hex')}.tgz`;

/** A chart that is here already, in folders of the user's or in the cache of an earlier run: its path. */
export const tryFindHere = (
  { folders, cache }: Pick<ChartStoreOptions, 'folders' | 'cache'>,
  chart: ReleaseChart,
): string | undefined => {
  const cached = cache === undefined ? undefined : join(cache, cachedName(chart));
  return findInFolders(folders, chart) ?? (cached !== undefined && existsSync(cached) ? cached : undefined);
};

/** `web 1.2.3 from oci://…`, without a password. */
export const chartTitle = ({ url, name, version, digest }: ReleaseChart): string =>
  `${name} ${digest ?? version ?? '(the newest)'} from ${publicAddress(url)}`;

const findInFolders = (folders: readonly string[], { name, version }: ReleaseChart): string | undefined => {
  for (const folder of folders) {
    const packed = version === undefined ? undefined : join(folder, `${name}-${version}.tgz`);
    if (packed !== undefined && existsSync(packed)) return packed;
    for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) continue;
      const chart = chartIn(path);
      if (chart?.name === name && (version === undefined || chart.version === version)) return path;
    }
  }
  return undefined;
};

const chartIn = (folder: string): { readonly name?: unknown; readonly version?: unknown } | undefined => {
  const file = join(folder, 'Chart.yaml');
  if (!existsSync(file)) return undefined;
  try {
    return (parseYaml(readFileSync(file, 'utf8')) ?? {}) as { name?: unknown; version?: unknown };
  } catch {
    // A chart that can't be read isn't the one that is looked for.
    return undefined;
  }
};
