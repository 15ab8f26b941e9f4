import { existsSync, lstatSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { withCauses } from '../diagnostics/causes.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { printDiagnostics } from '../diagnostics/print.js';
import { replaceFile } from '../files/replace-file.js';
import { hasColour, paintDiagnostics } from './colour.js';
import { type Args, type ExitCode, exit, type Io, UsageError } from './command.js';

export interface ReportOptions {
  /** With `--json` the result is one object on stdout, which has these members before the diagnostics. */
  readonly fields?: () => object;
  /** Members after the diagnostics. */
  readonly fieldsAfter?: () => object;
  /** Something other than an error makes the command fail, such as a tree that is out of date. @default false */
  readonly fails?: boolean;
}

export interface Report {
  readonly code: ExitCode;
  /** `2 errors, 1 warning`, each problem of several clusters counted once; empty where there is nothing. */
  readonly counts: string;
  /** The result is printed as JSON, and nothing else may be. */
  readonly isJson: boolean;
}

/** Whether a command is asked for its result as JSON, on stdout or in a file. */
export const wantsJson = ({ values }: Pick<Args, 'values'>): boolean =>
  values['json'] === true || values['json-file'] !== undefined;

/**
 * Prints the diagnostics of a command, in the order given, as text to stderr or within the JSON of its result. With
 * `--json-file` that JSON is written there, too.
 */
export const reportDiagnostics = (
  diagnostics: readonly Diagnostic[],
  args: Pick<Args, 'values'>,
  io: Io,
  { fields, fieldsAfter, fails = false }: ReportOptions = {},
): Report => {
  const isFailing = fails || diagnostics.some(({ severity }) => severity === 'error');
  const code = isFailing ? exit.problems : exit.clean;
  const file = args.values['json-file'] as string | undefined;
  if (wantsJson(args)) {
    const result = { ok: !isFailing, ...fields?.(), diagnostics: withCauses(diagnostics), ...fieldsAfter?.() };
    const text = `${JSON.stringify(result, null, 2)}\n`;
    if (file !== undefined) writeResult(file, text, io);
    if (args.values['json'] === true) {
      io.stdout.write(text);
      return { code, counts: '', isJson: true };
    }
  }
  const { text, counts } = printDiagnostics(diagnostics);
  if (text !== '') io.stderr.write(hasColour(io.stderr, io) ? paintDiagnostics(text) : text);
  return { code, counts, isJson: false };
};

const writeResult = (file: string, text: string, io: Io): void => {
  try {
    replaceFile(resolve(io.cwd(), file), text);
  } catch (error) {
    throw unwritable(file, error instanceof Error && 'code' in error ? `${error.code}` : 'unknown');
  }
};

/**
 * Refuses a place for the result before a command writes anything else.
 *
 * @throws UsageError
 */
export const checkJsonFile = ({ values }: Pick<Args, 'values'>, io: Io): void => {
  const file = values['json-file'] as string | undefined;
  if (file === undefined) return;
  const path = resolve(io.cwd(), file);
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) throw unwritable(file, 'EISDIR');
  if (!existsSync(dirname(path))) throw unwritable(file, 'ENOENT');
};

const WHY: Readonly<Record<string, string>> = { ENOENT: 'there is no such folder', EISDIR: 'it is a folder' };

const unwritable = (file: string, code: string): UsageError =>
  new UsageError(`--json-file: cannot write "${file}": ${WHY[code] ?? code}`);
