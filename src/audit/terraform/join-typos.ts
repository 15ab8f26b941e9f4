import type { Diagnostic } from '../../diagnostics/index.js';
import { unsuppliedVar } from '../diagnostics.js';
import { nearness } from '../names/near-names.js';

/** A var that nothing supplies and a key that nothing reads, with almost the same name: one finding, of both sides. */
export const joinTypos = (found: readonly Diagnostic[], unread: readonly Diagnostic[]): readonly Diagnostic[] => {
  const keys = new Map(unread.map((one) => [one.ties?.subject?.name, one]));
  const joined = new Set<Diagnostic>();
  const all = found.map((one) => {
    const subject = one.code === unsuppliedVar.code ? one.ties?.subject : undefined;
    if (subject === undefined) return one;
    const { name } = subject;
    const [alike, ...more] = [...keys.keys()].filter(
      (other) => other !== undefined && nearness(other, name) !== undefined,
    );
    const near =
      subject.near !== undefined && keys.has(subject.near) ? subject.near : more.length === 0 ? alike : undefined;
    const key = near === undefined ? undefined : keys.get(near);
    if (key === undefined) return one;
    joined.add(key);
    return {
      ...one,
      notes: [...one.notes, `Terraform writes "${near}" at ${key.at.file}, and nothing reads that`],
      fix: `write the same name on both sides: \${${near}} here, or "${name}" in Terraform`,
    };
  });
  return [...all, ...unread.filter((one) => !joined.has(one))];
};
