import { expect, it } from 'vitest';
import { textOf } from '../../src/files/lossless-text.js';
import { decodeUtf16, isUtf16 } from '../../src/files/utf16-text.js';

const little = Buffer.from('\ufeffname: ä…😀\n', 'utf16le');

it('reads UTF-16 by its byte order mark', () => {
  for (const bytes of [little, Buffer.from(little).swap16()]) {
    expect(isUtf16(textOf(bytes))).toBe(true);
    expect(decodeUtf16(textOf(bytes))).toBe('name: ä…😀\n');
  }
});

it('leaves other texts as they are', () => {
  for (const bytes of [Buffer.from('name: ä\n'), little.subarray(2), Buffer.from([0xff, 0x61])]) {
    expect(isUtf16(textOf(bytes))).toBe(false);
    expect(decodeUtf16(textOf(bytes))).toBe(textOf(bytes));
  }
  const cut = textOf(little.subarray(0, little.length - 1));
  expect(decodeUtf16(cut)).toBe(cut);
});
