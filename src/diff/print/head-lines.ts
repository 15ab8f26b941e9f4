import type { LabelledDiff } from '../run-diff.js';
import { countDiffs } from './count-diffs.js';
import { namesOf } from './group-clusters.js';

/** What is said of clusters before their objects are listed. */
export interface HeadLine {
  /** `dev`, or several that differ in the same way. */
  readonly names: string;
  readonly text: string;
}

/** A line for each cluster, or for several with the same counts. */
export const headLines = (clusters: readonly LabelledDiff[], isBeside: boolean): readonly HeadLine[] => {
  const groups = new Map<string, string[]>();
  for (const one of clusters) {
    const text = textOf(one, isBeside);
    const names = groups.get(text);
    const name = isBeside ? `${one.from} and ${one.to}` : one.cluster;
    if (names === undefined) groups.set(text, [name]);
    else names.push(name);
  }
  return [...groups].map(([text, names]) => ({ names: namesOf(names), text }));
};

const textOf = (one: LabelledDiff, isBeside: boolean): string => {
  const counts = countDiffs(one.objects, isBeside ? one : undefined);
  const inputs = one.contract.length;
  const contract = inputs === 0 || one.isNew ? '' : `${inputs} ${inputs === 1 ? 'change' : 'changes'} to the contract`;
  const all = [counts, contract].filter((text) => text !== '').join(', ');
  const said = all === '' ? 'only checksums and version labels change' : all;
  return isBeside ? said : `${said}${one.isNew ? ', a new cluster' : ''} (${one.from} → ${one.to})`;
};
