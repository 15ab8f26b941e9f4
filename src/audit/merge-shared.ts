import { fluxTreeFault } from '../applied/diagnostics.js';
import { ownerName } from '../applied/owner-name.js';
import { duplicateObject } from '../constructs/diagnostics.js';
import type { Diagnostic } from '../diagnostics/index.js';
import { nameSome } from '../diagnostics/index.js';

const SHARED: ReadonlySet<string> = new Set([duplicateObject.code, fluxTreeFault.code]);

/** Objects that the same two Kustomizations both make have one cause, and are one finding. */
export const mergeShared = (found: readonly Diagnostic[]): readonly Diagnostic[] => {
  const groups = new Map<string, Diagnostic[]>();
  for (const one of found) {
    const owner = SHARED.has(one.code) ? one.ties?.subject?.owner : undefined;
    if (owner === undefined) continue;
    const pair = `${one.code} ${one.severity} ${owner}`;
    const there = groups.get(pair);
    if (there === undefined) groups.set(pair, [one]);
    else there.push(one);
  }
  const merged = new Map<Diagnostic, Diagnostic>();
  const dropped = new Set<Diagnostic>();
  for (const [first, ...more] of groups.values()) {
    if (more.length === 0) continue;
    const others = more.map(({ ties }) => ties!.subject!.name);
    merged.set(first!, { ...first!, notes: [...first!.notes, `and ${nameSome(others, 10)}`] });
    for (const one of more) dropped.add(one);
  }
  return found.flatMap((one) => (dropped.has(one) ? [] : [merged.get(one) ?? one]));
};

/** Of two owners, one is the root, as its key has it: nothing is certain of them if no file says that there is one. */
export const isOfRoot = ({ code, ties }: Diagnostic, root: string): boolean => {
  const owners = SHARED.has(code) ? (ties?.subject?.owner?.split(' and ') ?? []) : [];
  return owners.length === 2 && owners.some((one) => one.replace(/^Kustomization /, '') === `"${ownerName(root)}"`);
};
