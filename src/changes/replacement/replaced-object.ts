import type { ReplacementCause } from '../model/replacement-cause.js';
import { printDifferences } from '../updates/print-difference.js';
import type { RefusedUpdate } from '../updates/refused-update.js';
import type { Change } from './change.js';
import { lossByHand, lossOf } from './replacement-losses.js';

/**
 * Finds why an object is deleted and created again: the API server refuses the update, and Flux, or a person, replaces
 * the object.
 */
export const replacedObject = ({ object, before, refused }: Change): ReplacementCause | undefined => {
  if (refused === undefined || refused.how === 'fails') return undefined;
  const { words, isHarmless } = refused.how === 'forced' ? lossOf(object, before) : lossByHand(object, before);
  return {
    differences: printDifferences(refused.differences, object.id.kind === 'Secret'),
    effect: `${refused.how === 'forced' ? 'Flux deletes it and creates it again' : 'you delete it, and Flux creates it again'}: ${words}`,
    ...(refused.how === 'forced' ? { instead: insteadOf(refused) } : {}),
    certain: refused.isCertain,
    ...(isHarmless ? { isHarmless: true } : {}),
  };
};

const insteadOf = ({ object, differences }: RefusedUpdate): string =>
  differences.find(({ instead }) => instead !== undefined)?.instead ??
  `to keep this ${object.id.kind}, leave it as it is, and add a second one under another name`;
