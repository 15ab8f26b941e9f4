import type { Diagnostic } from '../diagnostics/index.js';
import { escapePattern } from '../json/escape-pattern.js';
import type { OwnerWithVars } from './state-of-view.js';

/** Takes the values of vars that come from Secrets out of all texts: as soon as they are in an object, nothing marks them. */
export const withoutSecrets = (
  found: readonly Diagnostic[],
  owners: readonly OwnerWithVars[],
): readonly Diagnostic[] => {
  const values = [...new Set(owners.flatMap(({ vars }) => [...vars.secrets]))].filter((one) => one.length >= SHORTEST);
  if (values.length === 0) return found;
  // A value within another one comes after it.
  const patterns = values
    .flatMap((one) => [one, JSON.stringify(one).slice(1, -1)])
    .sort((a, b) => b.length - a.length)
    .map(escapePattern);
  const pattern = new RegExp(`(?<!\\w)(?:${patterns.join('|')})(?!\\w)`, 'g');
  const hidden = (text: string): string => text.replace(pattern, '…');
  return found.map((one) => {
    const { message, notes, fix, at } = one;
    const { object } = at;
    return {
      ...one,
      message: hidden(message),
      notes: notes.map(hidden),
      fix: hidden(fix),
      at: object === undefined ? at : { ...at, object: hidden(object) },
    };
  });
};

/** `on` or `1` says nothing, and is in many words. */
const SHORTEST = 3;
