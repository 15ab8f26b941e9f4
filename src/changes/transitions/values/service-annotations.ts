import { isObject } from '../../../json/is-object.js';
import { addressAnnotations } from '../../../knowledge/balancer-annotations.js';
import type { Harm } from '../../../knowledge/form/effect.js';
import { valuesOf } from '../../../knowledge/form/helm-release.js';
import { addressOfService, balancerOfService } from '../../../knowledge/form/load-balancers.js';
import { differencesBelow } from '../../../knowledge/form/places.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { betweenAnnotations, effectOf } from '../../losses/balancer-annotations.js';
import { inWords } from '../../words/in-words.js';
import type { Found } from '../found.js';
import type { Sides, SidesOfValues } from '../sides.js';
import { titleOfValue } from './title-of-value.js';

/** Describes the harm of changed Service annotations, wherever in its values a chart has them. */
export const serviceAnnotations = (sides: Sides, values: SidesOfValues): readonly Found[] =>
  [...differencesBelow(...valuesOf(sides))].flatMap(({ path: keys, was, is }) => {
    const isGone = is === undefined;
    if (!isObject(was) || !(isGone || isObject(is)) || (isGone && values.mayHaveMoved)) return [];
    return betweenMaps(was, isObject(is) ? is : {}).map(({ key, words, harm }): Found => {
      const { path, origin } = titleOfValue([...keys, key], values.originOf(keys, isGone));
      return { harm, path, words: `${path} ${words}${origin}`, severity: harm.severity, isDefault: false };
    });
  });

const betweenMaps = (was: Readonly<Record<string, unknown>>, is: Readonly<Record<string, unknown>>) => {
  const addresses = addressAnnotations
    .filter(
      (key) =>
        typeof was[key] === 'string' &&
        !addressAnnotations.some((other) => is[other] === was[key]) &&
        !isOpen(was[key]) &&
        !isOpen(is[key]),
    )
    .map((key) => ({ key, words: inWords(was[key], is[key]), harm: addressOfService }));
  const found = betweenAnnotations(was, is, undefined);
  if (found === undefined) return addresses;
  const harm: Harm = {
    ...balancerOfService,
    effect: effectOf(found.to),
    instead: 'to keep it, leave these annotations as they are, and add a second Service',
  };
  return [...addresses, { key: found.key, words: found.words, harm }];
};

const isOpen = (value: unknown): boolean => typeof value === 'string' && holdsExpression(value);
