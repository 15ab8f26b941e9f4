import { expect, it } from 'vitest';
import { bytesOf, textOf } from '../../src/files/lossless-text.js';

it('gives a text of UTF-8 as it is', () => {
  for (const text of ['', 'a\n', 'Größe 🚀', 'a \ufffd b'])
    expect([textOf(Buffer.from(text)), bytesOf(text).toString()]).toEqual([text, text]);
});

it('keeps the bytes of what is not UTF-8', () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
  for (const bytes of [all, Buffer.concat([Buffer.from('Größe: '), all]), Buffer.from([0xed, 0xb2, 0x80])])
    expect(bytesOf(textOf(bytes)).equals(bytes)).toBe(true);
});

it('writes any other lone surrogate as Node does', () => {
  expect(bytesOf('ö \udc80').toString()).toBe('ö \ufffd');
});
