import { fieldsOf } from '../../../json/as-shape.js';
import { isObject } from '../../../json/is-object.js';
import { joinPath } from '../../../json/json-path.js';
import { addressAnnotations } from '../../../knowledge/balancer-annotations.js';
import type { Harm } from '../../../knowledge/form/effect.js';
import { lostAddress, valueTransitions } from '../../../knowledge/rows/value-rows.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { betweenAnnotations, effectOf } from '../../losses/balancer-annotations.js';
import { chartOf } from '../../releases/chart-identity.js';
import { releaseOf } from '../../releases/release-of.js';
import { inWords } from '../../words/in-words.js';
import type { Found } from '../found.js';
import type { Sides, SidesOfValues } from '../sides.js';
import { type Step, stepsBetween } from './value-transition.js';

/** The harmful changes of a release's values that look alike in many charts. */
export const changedValues = ({ from, to, next, after }: Sides, values: SidesOfValues): readonly Found[] => {
  const [was, is] = [from, to].map((json) => fieldsOf(fieldsOf(json['spec'])['values']));
  const { name, likelyName } = chartOf(next, after);
  const release = { name: releaseOf(next).name, chart: name ?? likelyName };
  return [...stepsBetween([was!, is!], release)].flatMap((step) => {
    const isGone = step.to === undefined;
    if (isGone && values.mayHaveMoved) return [];
    const origin = values.originOf(step.path, isGone);
    const found = (harm: Harm, key: string | undefined, words: string): Found => {
      const path = [...step.path, ...(key === undefined ? [] : [key])].reduce<string>(
        joinPath,
        origin === undefined ? 'spec.values' : 'values',
      );
      const text = `${path} ${words}${origin === undefined ? '' : ` (${origin})`}`;
      return { harm, path, words: text, severity: harm.severity, isDefault: key === undefined && isGone };
    };
    return [
      ...rowsOf(step).map((row) => found({ severity: 'warning', ...row }, undefined, inWords(step.from, step.to))),
      ...ofAnnotations(step).map(({ key, words, harm }) => found(harm, key, words)),
    ];
  });
};

const rowsOf = (step: Step) => {
  const { path, from, to } = step;
  // What a var says isn't known.
  if ([from, to].some(isOpen)) return [];
  const keys = path.join('.');
  return valueTransitions.filter(
    (row) => row.path.test(keys) && row.from(from, step) && row.to(to, step) && row.unless?.(step) !== true,
  );
};

const isOpen = (value: unknown): boolean => typeof value === 'string' && holdsExpression(value);

/** The annotations of a Service, wherever the chart has them. */
const ofAnnotations = ({ from, to }: Step) => {
  if (!isObject(from) || (to !== undefined && !isObject(to))) return [];
  const now = fieldsOf(to);
  const addresses = addressAnnotations
    .filter(
      (key) =>
        typeof from[key] === 'string' &&
        !addressAnnotations.some((other) => now[other] === from[key]) &&
        !isOpen(from[key]) &&
        !isOpen(now[key]),
    )
    .map((key) => ({ key, words: inWords(from[key], now[key]), harm: lostAddress }));
  const found = betweenAnnotations(from, now, undefined);
  if (found === undefined) return addresses;
  const harm: Harm = {
    severity: 'warning',
    destroys: 'the load balancer of a Service with its addresses',
    effect: effectOf(found.to),
    instead: 'to keep it, leave these annotations as they are, and add a second Service',
  };
  return [...addresses, { key: found.key, words: found.words, harm }];
};
