import { hash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../diagnostics/index.js';
import { printDiagnostic } from '../diagnostics/print.js';
import { replaceFile } from '../files/replace-file.js';
import { findCacheFolder, makeCacheFolder, tryReadCached } from './cache-folder.js';
import type { Io } from './command.js';

/** A line takes 33 bytes. */
const MOST_BYTES = 1 << 20;

export interface UnsaidDiagnostics {
  readonly diagnostics: readonly Diagnostic[];
  /** What stands for the rest; empty where nothing is left out. */
  readonly line: string;
}

/**
 * The diagnostics without the notices that the last run in this project has shown: someone who runs synth after each edit has
 * read them. In a terminal alone: a log has all of them, each time.
 *
 * @param project the project's folder
 */
export const withoutSaidNotices = (
  diagnostics: readonly Diagnostic[],
  project: string,
  { stderr, env }: Pick<Io, 'env' | 'stderr'>,
): UnsaidDiagnostics => {
  const folder = stderr.isTTY === true ? findCacheFolder(project, env) : undefined;
  if (folder === undefined) return { diagnostics, line: '' };
  const file = join(folder, `notices-${hash('sha256', realpathSync(project)).slice(0, 32)}`);
  const keys = new Map(
    diagnostics
      .filter(({ severity }) => severity === 'notice')
      .map((one) => [one, hash('sha256', printDiagnostic(one)).slice(0, 32)]),
  );
  const before = tryReadCached(file, MOST_BYTES) ?? '';
  const said = new Set(before.split('\n'));
  const text = [...new Set(keys.values())].sort().join('\n');
  if (text !== before) {
    try {
      makeCacheFolder(folder);
      replaceFile(file, text, 0o600);
    } catch {
      // The next run shows them again.
    }
  }
  const repeated = [...keys].flatMap(([one, key]) => (said.has(key) ? [one] : []));
  const codes = [...new Set(repeated.map(({ code }) => code))].sort();
  return {
    diagnostics: diagnostics.filter((one) => !repeated.includes(one)),
    line:
      repeated.length === 0
        ? ''
        : `${repeated.length} ${repeated.length === 1 ? 'notice' : 'notices'} as in the last run: ${codes.join(', ')} (synth --check shows ${repeated.length === 1 ? 'it' : 'them'})\n`,
  };
};
