import type { Diagnostic } from './diagnostic.js';

/**
 * What makes two diagnostics the same problem: the place, the code and the message. Notes, the fix and the line of the
 * user's code may differ, by what each finder knows.
 */
export const identityOf = ({ at, code, message }: Diagnostic): string =>
  [at.cluster, at.addon, at.object, at.path, at.file, code, message].map((part) => part ?? '').join('\0');

/**
 * Each problem once, in a stable order: by place, then by code. Of one that was found twice, the last counts. Only what
 * hands diagnostics to a user sorts them: a result of the API or of a command, an error.
 */
export const sortDiagnostics = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] => {
  const byIdentity = new Map(diagnostics.map((one) => [identityOf(one), one] as const));
  return [...byIdentity].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, one]) => one);
};
