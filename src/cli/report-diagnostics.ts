import { withCauses } from '../diagnostics/causes.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { printDiagnostics } from '../diagnostics/print.js';
import { hasColour, paintDiagnostics } from './colour.js';
import { type Args, type ExitCode, exit, type Io } from './command.js';

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

/** Prints the diagnostics of a command, in the order given, as text to stderr or within the JSON of its result. */
export const reportDiagnostics = (
  diagnostics: readonly Diagnostic[],
  args: Pick<Args, 'values'>,
  io: Io,
  { fields, fieldsAfter, fails = false }: ReportOptions = {},
): Report => {
  const isFailing = fails || diagnostics.some(({ severity }) => severity === 'error');
  const code = isFailing ? exit.problems : exit.clean;
  if (args.values['json'] === true) {
    const result = { ok: !isFailing, ...fields?.(), diagnostics: withCauses(diagnostics), ...fieldsAfter?.() };
    io.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    return { code, counts: '', isJson: true };
  }
  const { text, counts } = printDiagnostics(diagnostics);
  if (text !== '') io.stderr.write(hasColour(io.stderr, io) ? paintDiagnostics(text) : text);
  return { code, counts, isJson: false };
};
