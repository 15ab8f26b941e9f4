import type { Diagnostic } from './diagnostic.js';
import { listNames } from './list-names.js';

/** So many are told one by one. */
const FEW = 2;

/** Puts problems together that one line can tell of, in the place of the first. */
export const sumAlike = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] => {
  const groups = new Map<string, Diagnostic[]>();
  const keyOf = ({ code, severity, at, ties }: Diagnostic) =>
    ties?.alike === undefined ? undefined : [at.cluster ?? '', code, severity, ties.alike].join('\0');
  for (const one of diagnostics) {
    const key = keyOf(one);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return diagnostics.flatMap((one) => {
    const group = groups.get(keyOf(one) ?? '');
    if (group === undefined || group.length <= FEW) return [one];
    return group[0] === one ? [sumOf(one, group)] : [];
  });
};

const sumOf = (first: Diagnostic, group: readonly Diagnostic[]): Diagnostic => {
  const files = new Set(group.flatMap(({ at }) => at.file?.replace(/:\d+$/, '') ?? []));
  return {
    ...first,
    message: `${group.length} ${first.ties!.alike}`,
    at: first.at.cluster === undefined ? {} : { cluster: first.at.cluster },
    notes: files.size === 0 ? [] : [`in ${listNames([...files].sort())}`],
  };
};
