import { lstatSync, type Stats } from 'node:fs';
import { dirname, relative } from 'node:path';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { findSymlink } from '../files/find-symlink.js';
import { readOurText } from '../files/read-file.js';
import type { Signature } from '../files/signed-text.js';
import { pathRefused } from '../tree/diagnostics.js';

/** How a command speaks of what it writes. */
export interface ObstacleWords {
  /** `fixtures`. */
  readonly command: string;
  /** What it writes, with its verb: `fixtures are`. */
  readonly written: string;
  /** What else to choose: `another folder: --out`. */
  readonly choose: string;
}

/** A path as messages have it. */
export const pathIn = (cwd: string, path: string): string => {
  const found = relative(cwd, path);
  return found.startsWith('..') ? path : found;
};

/**
 * What keeps a file from being written: a symlink, or what the command did not write.
 *
 * @param stateOf whether the command wrote the text of a file that is there
 */
export const findObstacle = (
  cwd: string,
  path: string,
  { command, written, choose }: ObstacleWords,
  stateOf: (text: string) => Signature['state'],
): readonly Diagnostic[] => {
  const refuse = (at: string, why: string): readonly Diagnostic[] => {
    const file = pathIn(cwd, at);
    const fix = `move or delete "${file}", or choose ${choose}`;
    return [diagnose(pathRefused, { message: `"${file}" ${why}`, at: { file }, fix })];
  };
  const link = findSymlink(cwd, path) ?? findSymlink(cwd, dirname(path));
  if (link !== undefined) return refuse(link, `is a symlink, and ${written} not written through one`);
  const there = tryLstat(path);
  if (there === undefined) return [];
  if (!there.isFile()) return refuse(path, 'is not a file');
  const state = stateOf(readOurText(path));
  if (state === 'ours') return [];
  return refuse(path, state === 'edited' ? 'was edited by hand' : `is there already, and ${command} did not write it`);
};

/** Undefined too where a file is in the place of the folder: whoever makes that says so. */
const tryLstat = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};
