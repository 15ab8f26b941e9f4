import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Diagnostic, type DiagnosticDefinition, diagnose } from '../diagnostics/index.js';
import { findSymlink } from '../files/find-symlink.js';
import { readRegularFile, unreadReason } from '../files/read-file.js';
import { replaceFile, unwritableReason } from '../files/replace-file.js';
import { readSignature, signText } from '../files/signed-text.js';

/** What was made of modules of names. */
export interface RefreshedNames {
  readonly problems: readonly Diagnostic[];
  /** The modules that were written, relative to the project. */
  readonly written: readonly string[];
}

export const NOT_REFRESHED: RefreshedNames = { problems: [], written: [] };

const MAY_WRITE = 'give this user the right to write there';

interface NamesModule {
  /** Relative to the project. */
  readonly module: string;
  readonly text: string;
  /** What the module says of itself. */
  readonly mark: string;
  /** The file whose names it has. */
  readonly file: string;
  readonly stale: DiagnosticDefinition;
}

/**
 * Brings a generated module of names up to date.
 *
 * @param check only say whether it is; `'writable'`: only say whether it can be
 */
export const refreshModule = (
  folder: string,
  { module, text, mark, file, stale }: NamesModule,
  check: boolean | 'writable',
): RefreshedNames => {
  const refused = (what: string, fix: string): RefreshedNames => ({
    problems: [diagnose(stale, { message: `"${module}" ${what}`, at: { file: module }, fix })],
    written: [],
  });
  const path = join(folder, module);
  const found = readModule(folder, path);
  if (found === 'fault') return refused("is a symbolic link, or can't be read", 'replace it by a file');
  const { bare, state } = found === undefined ? { bare: '', state: 'ours' } : readSignature(found, mark);
  if (bare === text) return NOT_REFRESHED;
  if (state === 'foreign')
    return refused('is there already, and fluxspan did not write it', 'move it: synth writes the names there');
  if (check === 'writable') {
    const reason = unwritableReason(path);
    return reason === undefined ? NOT_REFRESHED : refused(`can't be written: ${reason}`, MAY_WRITE);
  }
  if (check) return refused(`doesn't have the names of ${file}`, 'run fluxspan synth and commit the result');
  try {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, signText(text, mark));
  } catch (error) {
    return refused(`can't be written: ${unreadReason(error)}`, MAY_WRITE);
  }
  return { problems: [], written: [module] };
};

const readModule = (folder: string, path: string): string | undefined | 'fault' => {
  if (findSymlink(folder, path) !== undefined) return 'fault';
  try {
    return readRegularFile(path, 4).toString();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'fault';
  }
};
