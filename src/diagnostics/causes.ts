import type { Diagnostic } from './diagnostic.js';
import type { Severity } from './severity.js';

const RANK: Readonly<Record<Severity, number>> = { error: 2, warning: 1, notice: 0 };

/**
 * The problem that each one follows from, for those that follow from one; a cause follows from none itself. A problem never
 * follows from a milder one.
 */
export const findCauses = (diagnostics: readonly Diagnostic[]): ReadonlyMap<Diagnostic, Diagnostic> => {
  const first = new Map<string, Diagnostic>();
  const causing = new Map<string, Diagnostic[]>();
  const keyOf = ({ at }: Diagnostic, tie: string) => `${at.cluster ?? ''}\0${tie}`;
  const sameOf = (one: Diagnostic) =>
    one.ties?.same === undefined ? undefined : `${keyOf(one, one.ties.same)}\0${one.severity}`;
  for (const one of diagnostics) {
    const same = sameOf(one);
    if (same !== undefined && !first.has(same)) first.set(same, one);
    for (const tie of one.ties?.causes ?? []) {
      const key = keyOf(one, tie);
      causing.set(key, [...(causing.get(key) ?? []), one]);
    }
  }
  const headOf = (one: Diagnostic): Diagnostic => first.get(sameOf(one) ?? '') ?? one;
  const followed = (one: Diagnostic): Diagnostic | undefined => {
    const { causes = [], follows = [] } = one.ties ?? {};
    if (causes.length > 0) return undefined;
    return follows
      .flatMap((tie) => causing.get(keyOf(one, tie)) ?? [])
      .find(({ severity }) => RANK[severity] >= RANK[one.severity]);
  };
  const found = new Map<Diagnostic, Diagnostic>();
  for (const one of diagnostics) {
    const head = headOf(one);
    const cause = headOf(followed(head) ?? head);
    if (cause !== one) found.set(one, cause);
  }
  return found;
};

/** For programs: each problem, with the one that it follows from. */
export const withCauses = (diagnostics: readonly Diagnostic[]): readonly object[] => {
  const causes = findCauses(diagnostics);
  return diagnostics.map((one) => {
    const { ties: _, ...shown } = one;
    const cause = causes.get(one);
    return cause === undefined
      ? shown
      : { ...shown, cause: { code: cause.code, message: cause.message, at: cause.at } };
  });
};
