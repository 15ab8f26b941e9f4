import type { Json } from './mutations.js';
import { plainPath, samePlace, type Verdict } from './verdict.js';

export interface Judged {
  /** `Service: add spec.clusterIP` */
  readonly label: string;
  readonly object: Json;
  readonly ours: Verdict;
  readonly theirs: Verdict;
}

export interface Agreement {
  /** Objects that the API server refuses for what they are. */
  readonly refused: number;
  /** Of those, what fluxspan refuses too, and where it names the same place. */
  readonly refusedToo: number;
  readonly samePlace: number;
  /** What fluxspan alone refuses. */
  readonly falseRefusals: readonly Judged[];
  readonly missed: readonly Judged[];
}

/** Verdicts that are about the cluster, and not about the object, count for neither side. */
export const agreementOf = (judged: readonly Judged[]): Agreement => {
  const counted = judged.filter(({ theirs }) => theirs.ofCluster !== true);
  const refused = counted.filter(({ theirs }) => !theirs.accepted);
  const both = refused.filter(({ ours }) => !ours.accepted);
  return {
    refused: refused.length,
    refusedToo: both.length,
    samePlace: both.filter(({ ours, theirs }) => samePlace(ours, theirs)).length,
    falseRefusals: counted.filter(({ ours, theirs }) => theirs.accepted && !ours.accepted),
    missed: refused.filter(({ ours }) => ours.accepted),
  };
};

/** What is missed, by what the API server says, the largest first. */
export const gapsOf = (
  missed: readonly Judged[],
): readonly { readonly gap: string; readonly of: readonly Judged[] }[] => {
  const gaps = new Map<string, Judged[]>();
  for (const one of missed) {
    const { kind } = one.object as unknown as { kind: string };
    const reason = (one.theirs.words[0] ?? '').replace(/^.*? is invalid: \[?/s, '').replace(/^[^:]*: /, '');
    const key = `${kind} ${plainPath(one.theirs.paths[0] ?? '')}: ${reason.replaceAll(/"[^"]*"|\d+/g, '…').slice(0, 100)}`;
    gaps.set(key, [...(gaps.get(key) ?? []), one]);
  }
  return [...gaps].map(([gap, of]) => ({ gap, of })).sort((a, b) => b.of.length - a.of.length);
};

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

/** A report for people: all kinds together, each kind, and the gaps. */
export const printAgreement = (judged: readonly Judged[], mostGaps: number): string => {
  const line = (name: string, of: readonly Judged[]): string => {
    const one = agreementOf(of);
    return `${name.padEnd(34)} ${String(of.length).padStart(6)} asked ${String(one.refused).padStart(6)} refused ${percent(one.refusedToo, one.refused).padStart(8)} refused too ${percent(one.samePlace, one.refusedToo).padStart(8)} same place ${String(one.falseRefusals.length).padStart(4)} false`;
  };
  const kinds = [...new Set(judged.map(({ object }) => (object as unknown as { kind: string }).kind))].sort();
  const all = agreementOf(judged);
  return [
    line('all kinds', judged),
    ...kinds.map((kind) =>
      line(
        kind,
        judged.filter(({ object }) => (object as unknown as { kind: string }).kind === kind),
      ),
    ),
    ...gapsOf(all.missed)
      .slice(0, mostGaps)
      .map(({ gap, of }) => `${String(of.length).padStart(5)}  ${gap}`),
  ].join('\n');
};
