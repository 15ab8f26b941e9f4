import { balancerReaches } from '../../knowledge/balancer-annotations.js';
import type { Annotations, Reach } from '../../knowledge/form/balancer-reach.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { inWords } from '../words/in-words.js';

/** How changed annotations affect who can reach a load balancer. Ignores providers that neither side names. */
export const betweenAnnotations = (from: Annotations, to: Annotations, loadBalancerClass: unknown) => {
  for (const { keys, reachOf, isOf, isOfOther } of balancerReaches) {
    if (isOfOther?.(from) === true || isOfOther?.(to) === true) continue;
    const named = (one: Annotations) => keys.find((key) => one[key] !== undefined);
    const [was, is] = [named(from), named(to)];
    const key = is ?? was;
    if (key === undefined) continue;
    const [old, now] = [from[was ?? key], to[is ?? key]];
    if ([old, now].some((value) => typeof value === 'string' && holdsExpression(value))) return undefined;
    const [one, other] = [reachOf(old), reachOf(now)];
    if (one === undefined || other === undefined || one === other) continue;
    return { key, words: inWords(old, now), to: other, isTheirs: isOf(to, loadBalancerClass) };
  }
  return undefined;
};

/** What the load balancer's controller does when the reach changes. */
export const effectOf = (to: Reach): string =>
  to === 'internal'
    ? 'the controller deletes the load balancer, and makes an internal one at another address'
    : 'the controller deletes the load balancer, and makes one at another address that the internet can reach';
