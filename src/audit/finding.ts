import type { Diagnostic } from '../diagnostics/index.js';
import { compareText } from '../json/compare-text.js';

/** One problem of a repository, in one or several of its clusters. */
export interface Finding extends Omit<Diagnostic, 'ties'> {
  /** The names of the clusters that have it, sorted. */
  readonly clusters: readonly string[];
  /** The file, from the audited folder, and the line, from 1. */
  readonly file: string | undefined;
  readonly line: number | undefined;
}

const RANK = { error: 0, warning: 1, notice: 2 } as const;

/** The same problem of several clusters once, the worst first, in an order that doesn't depend on the run. */
export const findingsOf = (diagnostics: readonly Diagnostic[]): readonly Finding[] => {
  const found = new Map<string, Finding>();
  for (const { ties: _, ...one } of diagnostics) {
    const { cluster } = one.at;
    const { file, line } = splitPlace(one.at.file);
    const key = identityOfFinding({ ...one, file });
    const there = found.get(`${key} ${line}`);
    const clusters = [...(there?.clusters ?? []), ...(cluster === undefined ? [] : [cluster])];
    found.set(`${key} ${line}`, { ...one, ...there, file, line, clusters: [...new Set(clusters)].sort() });
  }
  return [...found.values()].sort(
    (a, b) =>
      RANK[a.severity] - RANK[b.severity] ||
      compareText(a.code, b.code) ||
      compareText(a.file ?? '', b.file ?? '') ||
      (a.line ?? 0) - (b.line ?? 0) ||
      compareText(a.message, b.message),
  );
};

/** What a finding is known by in another run: lines move. */
export const identityOfFinding = ({
  code,
  file,
  message,
  at,
}: Pick<Finding, 'code' | 'file' | 'message' | 'at'>): string =>
  JSON.stringify([code, file ?? '', at.object ?? '', at.path ?? '', message]);

const splitPlace = (
  place: string | undefined,
): { readonly file: string | undefined; readonly line: number | undefined } => {
  const [, file, line] = /^(.*?)(?::(\d+))?$/s.exec(place ?? '') ?? [];
  return { file: file === '' ? undefined : file, line: line === undefined ? undefined : Number(line) };
};
