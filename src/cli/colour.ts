import type { Io } from './command.js';

/** Whether a stream shows colours: it is a terminal, and nothing forbids them. https://no-color.org */
export const hasColour = (stream: { readonly isTTY?: boolean }, { env }: Pick<Io, 'env'>): boolean =>
  stream.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';

const COLOURS: Readonly<Record<string, number>> = { error: 31, warning: 33, notice: 36 };

/** Diagnostics with the severity of each in its colour, and its code in bold. */
export const paintDiagnostics = (text: string): string =>
  text.replace(
    /^( {4})?(error|warning|notice) (FX\d+)/gm,
    (_, indent: string | undefined, severity: string, code: string) =>
      `${indent ?? ''}\u001b[${COLOURS[severity]}m${severity}\u001b[0m \u001b[1m${code}\u001b[0m`,
  );
