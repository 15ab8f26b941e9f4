import type { ImportProblem } from '../charts/import-problem.js';

/** A problem of an import as text, in three parts. */
export const printImportProblem = ({ severity, at, message, fix }: ImportProblem): string =>
  `${severity} ${message}\n  at   ${at}\n  fix  ${fix}\n\n`;
