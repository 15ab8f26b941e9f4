import { mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Diagnostic } from '../diagnostics/index.js';
import { replaceFile } from '../files/replace-file.js';
import { readSignature, signText } from '../files/signed-text.js';
import { type Args, type ExitCode, exit, type Io } from './command.js';
import { findObstacle, type ObstacleWords } from './find-obstacle.js';
import { reportDiagnostics } from './report-diagnostics.js';

export interface SignedFiles {
  /** Absolute. */
  readonly folder: string;
  /** By name. Each text has the mark in the comment that it begins with. */
  readonly texts: Readonly<Record<string, string>>;
  readonly mark: string;
  readonly words: ObstacleWords;
}

/** Writes files that a command knows again by their checksums, and prints their paths; none if one is in the way. */
export const writeSignedFiles = ({ folder, texts, mark, words }: SignedFiles, args: Args, io: Io): ExitCode => {
  const files = Object.entries(texts).map(([name, text]) => ({ path: join(folder, name), text }));
  const stateOf = (text: string) => readSignature(text, mark).state;
  const problems = files.flatMap(({ path }) => findObstacle(io.cwd(), path, words, stateOf));
  if (problems.length > 0) return failToWrite(problems, args, io);
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, signText(text, mark));
  }
  const written = files.map(({ path }) => relative(io.cwd(), path));
  const { code, isJson } = reportDiagnostics([], args, io, { fields: () => ({ files: written }) });
  if (!isJson) io.stdout.write(written.map((path) => `${path}\n`).join(''));
  return code;
};

/** Ends a command that wrote nothing. */
export const failToWrite = (problems: readonly Diagnostic[], args: Args, io: Io): ExitCode => {
  const { counts, isJson } = reportDiagnostics(problems, args, io, { fields: () => ({ files: [] }) });
  if (!isJson) io.stderr.write(`${counts}; nothing was written\n`);
  return exit.problems;
};
