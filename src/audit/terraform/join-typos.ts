import type { Diagnostic } from '../../diagnostics/index.js';
import { writtenExpressions } from '../../substitution/written-expressions.js';
import { unsuppliedVar } from '../diagnostics.js';

/** The var that a sentence names first. */
const nameIn = (sentence: string): string | undefined => writtenExpressions(sentence)[0]?.names[0];

/** A var that nothing supplies and a key that nothing reads, with almost the same name: one finding, of both sides. */
export const joinTypos = (found: readonly Diagnostic[], unread: readonly Diagnostic[]): readonly Diagnostic[] => {
  const keys = new Map(unread.map((one) => [/^Terraform writes "([^"]+)"/.exec(one.message)?.[1] ?? '', one]));
  const joined = new Set<Diagnostic>();
  const all = found.map((one) => {
    const near = one.code === unsuppliedVar.code && one.fix.startsWith('did you mean') ? nameIn(one.fix) : undefined;
    const key = near === undefined ? undefined : keys.get(near);
    const name = one.message.startsWith('nothing supplies') ? nameIn(one.message) : undefined;
    if (key === undefined || name === undefined) return one;
    joined.add(key);
    return {
      ...one,
      notes: [...one.notes, `Terraform writes "${near}" at ${key.at.file}, and nothing reads that`],
      fix: `write the same name on both sides: \${${near}} here, or "${name}" in Terraform`,
    };
  });
  return [...all, ...unread.filter((one) => !joined.has(one))];
};
