import { fieldsOf, listOf } from '../../json/as-shape.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { type AddressRange, isCovered, rangeOf } from './address-ranges.js';
import type { EffectRow } from './effect.js';

/** Whether a pool loses addresses. Compares unknown forms as text. */
const losesAddresses = (was: unknown, is: unknown): boolean => {
  const [old, now] = [was, is].map((one) => listOf(one).map(textOfBlock));
  // A var may stand for any range.
  if (now!.some(holdsExpression)) return false;
  const ranges = now!.map(rangeOf).filter((one): one is AddressRange => one !== undefined);
  return old!.some((text) => {
    const range = rangeOf(text);
    return range === undefined ? !holdsExpression(text) && !now!.includes(text) : !isCovered(range, ranges);
  });
};

const textOfBlock = (block: unknown): string => {
  if (typeof block === 'string') return block;
  const { cidr, start, stop = start } = fieldsOf(block);
  return String(cidr ?? `${String(start)}-${String(stop)}`);
};

/** Addresses that a controller gives to Services of type LoadBalancer. */
export const addressPool = (on: string, at: string): EffectRow => ({
  on,
  at,
  when: losesAddresses,
  severity: 'warning',
  destroys: 'the addresses of Services that have them from what goes',
  effect: 'a Service whose address is in no pool any more gets another one, or none',
  instead: 'to keep them, leave these addresses in the pool, or move them to another pool in the same change',
});
