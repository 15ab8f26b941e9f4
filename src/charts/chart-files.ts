import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { FileError, readRegularFile, unreadReason } from '../files/read-file.js';
import { ImportError } from './import-problem.js';
import { type ArchiveBudget, archiveBudget, LINK, readTgz, spend, spendFile } from './read-tar.js';

/** The files of a chart that tell of its values, its templates among them, by path from the chart's root. */
export type ChartFiles = ReadonlyMap<string, Buffer>;

const WANTED = new Set(['Chart.yaml', 'values.yaml', 'values.schema.json', 'requirements.yaml']);

/** Folders of a chart that no template reads. */
const UNREAD = new Set(['charts', 'crds', 'ci', 'tests', 'unittests', '.git', 'node_modules']);

/** Whether a path below a chart is a template, or a file that templates may read. */
const isTemplateFile = (path: string): boolean => !/\.(md|gotmpl|png|svg|jpe?g|gif|tgz|prov)$/i.test(path);

/** Folders in folders of templates: deeper than this, a link leads in a circle. */
const MAX_FOLDERS = 16;

/** Charts in charts in charts: deeper than this is not a chart any more. */
const MAX_NESTING = 8;

/** @throws ImportError where a chart lies deeper than charts do */
const refuseDeeper = (depth: number, label: string): void => {
  if (depth < MAX_NESTING) return;
  throw new ImportError({
    at: label,
    message: `charts lie in each other deeper than the ${MAX_NESTING} levels that are read`,
    fix: 'give the values.yaml and values.schema.json of the chart alone',
  });
};

/** Of one file; the largest known values.yaml has 0.3 MB. */
const MAX_MEGABYTES = 32;

/**
 * A file of a chart, or a chart that is one.
 *
 * @param label as messages name it
 * @throws ImportError
 */
export const readChartFile = (path: string, label: string, megabytes = MAX_MEGABYTES): Buffer => {
  try {
    return readRegularFile(path, megabytes);
  } catch (error) {
    throw new ImportError({
      at: label,
      message: `"${label}" cannot be read: ${unreadReason(error)}`,
      fix: error instanceof FileError ? 'give a chart whose files are text' : 'give this user the right to read it',
    });
  }
};

const spendChart = (budget: ArchiveBudget, depth: number, label: string): void => {
  refuseDeeper(depth, label);
  spendFile(budget, label);
};

/** From a folder; also the charts below its `charts/`, unpacked or not. */
export const readChartFolder = (folder: string): ChartFiles => {
  const root = realpathSync(folder);
  const budget = archiveBudget();
  const files = new Map<string, Buffer>();
  const read = (path: string, label: string): Buffer => {
    if (!isInside(path, root)) throw leadsOut(label);
    const bytes = readChartFile(path, label);
    spend(budget, bytes.length, label);
    return bytes;
  };
  const take = (path: string, label: string): void => {
    spendFile(budget, label);
    files.set(label, read(path, label));
  };
  const visit = (at: string, prefix: string, depth: number): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      const { isFolder, isFile, isOutside } = followed(entry, path, root);
      if (WANTED.has(entry.name) && !isFolder) take(path, prefix + entry.name);
      else if (entry.name === 'charts' && isFolder) {
        if (isOutside) throw leadsOut(`${prefix}charts`);
        for (const packed of readdirSync(path, { withFileTypes: true })) {
          const inner = `${prefix}charts/${packed.name}`;
          const chart = followed(packed, join(path, packed.name), root);
          if (chart.isFolder && chart.isOutside) throw leadsOut(inner);
          if (chart.isFolder || packed.name.endsWith('.tgz')) spendChart(budget, depth, inner);
          if (chart.isFolder) visit(join(path, packed.name), `${inner}/`, depth + 1);
          else if (packed.name.endsWith('.tgz')) {
            const bytes = read(join(path, packed.name), inner);
            for (const [name, data] of readChartArchive(bytes, inner, `${inner}/`, depth + 1, budget)) {
              files.set(name, data);
            }
          }
        }
      } else if (isFile && !isOutside && isTemplateFile(entry.name)) take(path, prefix + entry.name);
      else if (isFolder && !isOutside && !UNREAD.has(entry.name)) visitOthers(path, `${prefix}${entry.name}/`, 0);
    }
  };
  /** Templates, and the files that they may read. */
  const visitOthers = (at: string, prefix: string, depth: number): void => {
    if (depth > MAX_FOLDERS) return;
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      const { isFolder, isFile, isOutside } = followed(entry, path, root);
      if (isOutside) {
        if (prefix.endsWith('templates/')) throw leadsOut(prefix + entry.name);
      } else if (isFolder) visitOthers(path, `${prefix}${entry.name}/`, depth + 1);
      else if (isFile && isTemplateFile(entry.name)) take(path, prefix + entry.name);
    }
  };
  visit(root, '', 0);
  return files;
};

/** A chart is packed and shared as one folder; what a link leads to elsewhere is none of it. */
const leadsOut = (label: string): ImportError =>
  new ImportError({
    at: label,
    message: `"${label}" is a symbolic link that leads out of the chart, and isn't followed`,
    fix: 'put a copy of what it leads to into the chart',
  });

/** What an entry of a folder is; of a link, what it leads to: Helm follows links in a folder. */
const followed = (
  entry: Dirent,
  path: string,
  root: string,
): { readonly isFolder: boolean; readonly isFile: boolean; readonly isOutside: boolean } => {
  if (!entry.isSymbolicLink()) return { isFolder: entry.isDirectory(), isFile: entry.isFile(), isOutside: false };
  // A link to nothing, or to itself, is neither.
  const target = existsSync(path) ? statSync(path) : undefined;
  return {
    isFolder: target?.isDirectory() === true && !leadsUp(path),
    isFile: target?.isFile() === true,
    isOutside: target !== undefined && !isInside(path, root),
  };
};

/** Whether a link leads to a folder that it is in itself. */
const leadsUp = (path: string): boolean =>
  `${realpathSync(dirname(path))}${sep}`.startsWith(`${realpathSync(path)}${sep}`);

const isInside = (path: string, root: string): boolean => {
  try {
    return realpathSync(path).startsWith(root + sep);
  } catch {
    // A link to nothing, or in a circle: reading it says so.
    return true;
  }
};

/** Helm loads no such archive either. */
const leadsUpwards = (label: string, path: string): ImportError =>
  new ImportError({
    at: label,
    message: `the archive has a file outside of the chart's folder: "${path}"`,
    fix: 'pack the chart with `helm package`, and look where this archive is from',
  });

/** From a packed chart: all lies in one folder, which has the chart's name. */
export const readChartArchive = (
  bytes: Buffer,
  label: string,
  prefix = '',
  depth = 0,
  budget: ArchiveBudget = archiveBudget(),
): ChartFiles => {
  const files = new Map<string, Buffer>();
  for (const [path, data] of readTgz(bytes, label, budget)) {
    const inner = path.split('/').slice(1);
    if (inner.includes('..')) throw leadsUpwards(label, path);
    const name = inner.at(-1) ?? '';
    // Only `charts/<name>/` repeated, then a wanted file: not a template that happens to be called values.yaml.
    const folders = inner.slice(0, -1);
    const own = folders.findIndex((folder, i) => i % 2 === 0 && folder !== 'charts');
    if (data === LINK) {
      if (own >= 0 || !(WANTED.has(name) || name.endsWith('.tgz'))) continue;
      throw new ImportError({
        at: prefix + inner.join('/'),
        message: `"${prefix}${inner.join('/')}" is a link in the archive, which Helm reads as an empty file`,
        fix: 'pack the chart with `helm package`, which puts the file itself into the archive',
      });
    }
    if (own >= 0) {
      if (UNREAD.has(folders[own]!) || !isTemplateFile(name)) continue;
      refuseDeeper(depth + own / 2 - 1, path);
      spendFile(budget, path);
      files.set(prefix + inner.join('/'), data);
      continue;
    }
    if (folders.length % 2 === 0 && (WANTED.has(name) || isTemplateFile(name))) {
      refuseDeeper(depth + folders.length / 2 - 1, path);
      spendFile(budget, path);
      files.set(prefix + inner.join('/'), data);
    } else if (folders.length % 2 === 1 && name.endsWith('.tgz')) {
      spendChart(budget, depth + (folders.length - 1) / 2, path);
      for (const [nested, content] of readChartArchive(data, name, `${prefix}${inner.join('/')}/`, depth + 1, budget)) {
        files.set(nested, content);
      }
    }
  }
  return files;
};
