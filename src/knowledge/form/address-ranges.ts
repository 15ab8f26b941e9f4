import { maskIp, parseCidr, parseIp } from '../../schema/ip.js';

/** A range of addresses, with both ends included. */
export interface AddressRange {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

const numberOf = (bytes: readonly number[]): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** @param text `10.0.0.0/24`, `10.0.0.1-10.0.0.9` or one address; `undefined` for anything else */
export const rangeOf = (text: string): AddressRange | undefined => {
  const cidr = parseCidr(text.trim());
  if (cidr !== undefined) {
    const first = numberOf(maskIp(cidr.bytes, cidr.length));
    return { family: cidr.family, first, last: first + (1n << BigInt(cidr.bytes.length * 8 - cidr.length)) - 1n };
  }
  const [from = '', to = from] = text.split('-').map((one) => one.trim());
  const [first, last] = [parseIp(from), parseIp(to)];
  if (first === undefined || last === undefined || first.family !== last.family) return undefined;
  return { family: first.family, first: numberOf(first.bytes), last: numberOf(last.bytes) };
};

/** Whether all addresses of a range are in some of the others. */
export const isCovered = ({ family, first, last }: AddressRange, others: readonly AddressRange[]): boolean => {
  let next = first;
  const sorted = others.filter((one) => one.family === family).sort((a, b) => (a.first < b.first ? -1 : 1));
  for (const one of sorted) if (one.first <= next && one.last >= next) next = one.last + 1n;
  return next > last;
};
