import type { ReplacementCause } from '../model/replacement-cause.js';
import type { Found } from '../transitions/found.js';

/** Merges the changes in place of one object that delete or endanger data. */
export const lossyChanges = (transitions: readonly Found[]): ReplacementCause | undefined => {
  const found = transitions.filter(({ harm: { destroys, risks } }) => (destroys ?? risks) !== undefined);
  if (found.length === 0) return undefined;
  const unique = (read: (one: Found) => string | undefined): readonly string[] => [
    ...new Set(found.flatMap((one) => read(one) ?? [])),
  ];
  const lost = unique(({ harm }) => harm.destroys);
  const destroys = listed(lost);
  const risks = unique(({ harm }) => harm.risks);
  const [effect = '', ...others] = unique(({ harm }) => harm.effect);
  const isOne = others.length === 0;
  const [first = '', ...rest] = isOne
    ? [effect]
    : unique(({ harm: { effect = '', instead } }) => (instead === undefined ? effect : `${effect}; ${instead}`));
  const byDefault = found.some(({ isDefault }) => isDefault === true)
    ? ['where a value is no longer set, the default decides']
    : [];
  const certain = found.some(({ severity, harm }) => severity === 'error' && harm.destroys !== undefined);
  const instead = isOne ? found[0]!.harm.instead : 'to keep all of it, leave these fields as they are';
  return {
    differences: unique(({ words }) => words),
    effect: first,
    also: [...rest, ...byDefault],
    ...(instead === undefined ? {} : { instead }),
    certain,
    ...(risks.length === 0 || certain
      ? { destroys }
      : { risks: [...(lost.length === 0 ? [] : [`destroy ${destroys}`]), ...risks].join(', and ') }),
  };
};

/** `a`, `a and b`, `a, b, and c`. */
const listed = (words: readonly string[]): string =>
  words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`;
