import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTgz } from './read-tar.js';

/** The files of a chart that tell of its values, by path from the chart's root. */
export type ChartFiles = ReadonlyMap<string, Buffer>;

const WANTED = new Set(['Chart.yaml', 'values.yaml', 'values.schema.json', 'requirements.yaml']);

/** Charts in charts in charts: deeper than this is no chart any more. */
const MAX_NESTING = 8;

/** From a folder; also the charts below its `charts/`, unpacked or not. */
export const readChartFolder = async (folder: string, prefix = '', depth = 0): Promise<ChartFiles> => {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (WANTED.has(entry.name) && !entry.isDirectory()) files.set(prefix + entry.name, await readFile(path));
    else if (entry.name === 'charts' && entry.isDirectory() && depth < MAX_NESTING) {
      for (const packed of await readdir(path, { withFileTypes: true })) {
        const inner = `${prefix}charts/${packed.name}`;
        const nested = packed.isDirectory()
          ? await readChartFolder(join(path, packed.name), `${inner}/`, depth + 1)
          : packed.name.endsWith('.tgz')
            ? readChartArchive(await readFile(join(path, packed.name)), packed.name, `${inner}/`, depth + 1)
            : new Map<string, Buffer>();
        for (const [name, data] of nested) files.set(name, data);
      }
    }
  }
  return files;
};

/** From a packed chart: all lies in one folder, which has the chart's name. */
export const readChartArchive = (bytes: Buffer, label: string, prefix = '', depth = 0): ChartFiles => {
  const files = new Map<string, Buffer>();
  for (const [path, data] of readTgz(bytes, label)) {
    const inner = path.split('/').slice(1);
    const name = inner.at(-1) ?? '';
    // Only `charts/<name>/` repeated, then a wanted file: not a template that happens to be called values.yaml.
    const folders = inner.slice(0, -1);
    if (folders.some((folder, i) => i % 2 === 0 && folder !== 'charts')) continue;
    if (folders.length % 2 === 0 && WANTED.has(name)) files.set(prefix + inner.join('/'), data);
    else if (folders.length % 2 === 1 && name.endsWith('.tgz') && depth < MAX_NESTING) {
      for (const [nested, content] of readChartArchive(data, name, `${prefix}${inner.join('/')}/`, depth + 1)) {
        files.set(nested, content);
      }
    }
  }
  return files;
};
