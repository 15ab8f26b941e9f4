import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ImportError } from '../charts/import-problem.js';
import { archiveBudget, LINK, readTgz } from '../charts/read-tar.js';
import { readRegularFile, unreadReason } from '../files/read-file.js';

/** A text that may have CRDs in it. */
export interface CrdText {
  /** As messages name it. */
  readonly label: string;
  readonly text: string;
}

/** All CRDs of a large cluster have some 20 MB. */
const MAX_MEGABYTES = 128;
/** Folders in folders: deeper than this, a link leads in a circle. */
const MAX_FOLDERS = 16;
const UNREAD: ReadonlySet<string> = new Set(['node_modules', '.git', 'tests', 'ci']);

const isText = (name: string): boolean => /\.(ya?ml|json)$/i.test(name);

/**
 * The files of a source of CRDs: a file, a folder with all in it, a chart as a folder or a .tgz.
 *
 * @param path where it is
 * @param label as messages name it
 * @throws ImportError where it can't be read
 */
export const readCrdFiles = (path: string, label: string): readonly CrdText[] => {
  try {
    if (statSync(path).isDirectory()) return readFolder(path, label, 0);
    const bytes = readRegularFile(path, MAX_MEGABYTES);
    if (!/\.(tgz|tar\.gz)$/i.test(path)) return [{ label, text: bytes.toString() }];
    return [...readTgz(bytes, label, archiveBudget())].flatMap(([name, data]) =>
      data === LINK || !isText(name) ? [] : [{ label: `${label}/${name}`, text: data.toString() }],
    );
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError({
      at: label,
      message: `"${label}" cannot be read: ${unreadReason(error)}`,
      fix: 'give a file, a folder or a chart with CustomResourceDefinitions, or - for what kubectl prints',
    });
  }
};

const readFolder = (folder: string, label: string, depth: number): readonly CrdText[] =>
  readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): readonly CrdText[] => {
      const path = join(folder, entry.name);
      const inner = `${label.replace(/\/$/, '')}/${entry.name}`;
      if (entry.isDirectory()) {
        return UNREAD.has(entry.name) || depth >= MAX_FOLDERS ? [] : readFolder(path, inner, depth + 1);
      }
      return entry.isFile() && isText(entry.name)
        ? [{ label: inner, text: readRegularFile(path, MAX_MEGABYTES).toString() }]
        : [];
    });
