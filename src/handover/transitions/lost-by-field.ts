import type { Change, ReplacementCause } from '../replacement/replacement.js';
import { findTransitions } from './find-transitions.js';

/** What a change of a field deletes for good, by the table of transitions. */
export const lostByField = (change: Change): ReplacementCause | undefined => {
  const found = findTransitions(change).filter(({ row }) => row.destroys !== undefined);
  if (found.length === 0) return undefined;
  const join = (texts: readonly string[], word: string): string => [...new Set(texts)].join(word);
  return {
    differences: found.map(({ words }) => words),
    destroys: join(
      found.map(({ row }) => row.destroys!),
      ' and ',
    ),
    effect: join(
      found.flatMap(({ row }) => row.effect ?? []),
      '; ',
    ),
    instead: join(
      found.flatMap(({ row }) => row.instead ?? []),
      '; ',
    ),
    certain: found.some(({ severity }) => severity === 'error'),
  };
};
