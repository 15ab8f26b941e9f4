import { isIP } from 'node:net';

/** An address as Go's netip takes it for Kubernetes: no zone, no IPv4 in IPv6. */
export const parseIp = (text: string): { readonly family: 4 | 6; readonly bytes: readonly number[] } | undefined => {
  const family = isIP(text);
  if (family === 4) return { family, bytes: text.split('.').map(Number) };
  if (family !== 6 || text.includes('%') || text.includes('.')) return undefined;
  const [head = '', tail] = text.split('::');
  const words = (part: string) => (part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16)));
  const before = words(head);
  const after = tail === undefined ? [] : words(tail);
  const all = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
  return { family, bytes: all.flatMap((word) => [word >> 8, word & 255]) };
};

export interface Cidr {
  readonly family: 4 | 6;
  readonly bytes: readonly number[];
  readonly length: number;
}

export const parseCidr = (text: string): Cidr | undefined => {
  const found = /^([^/]+)\/(\d{1,3})$/.exec(text);
  const ip = found === null ? undefined : parseIp(found[1]!);
  const length = Number(found?.[2]);
  if (ip === undefined || length > ip.bytes.length * 8 || /\/0\d/.test(text)) return undefined;
  return { ...ip, length };
};

/** The bits of an address that a prefix of this length keeps. */
export const maskIp = (bytes: readonly number[], length: number): readonly number[] =>
  bytes.map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, length - index * 8))) & 0xff);

export const cidrContains = (outer: Cidr, ip: { readonly family: 4 | 6; readonly bytes: readonly number[] }): boolean =>
  outer.family === ip.family &&
  maskIp(ip.bytes, outer.length).every((byte, index) => byte === maskIp(outer.bytes, outer.length)[index]);
