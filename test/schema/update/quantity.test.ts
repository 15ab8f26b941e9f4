import { describe, expect, it } from 'vitest';
import { parseQuantity } from '../../../src/schema/update/quantity.js';

describe('a quantity', () => {
  it.each([
    ['1Gi', '1024Mi'],
    ['1', '1000m'],
    ['1k', 1000],
    ['0.5', '500m'],
    ['1e3', '1000'],
    ['1.5Gi', '1536Mi'],
    ['.5', '0.50'],
    ['-1', -1],
    ['1n', '1e-9'],
  ])('%s is %s', (a, b) => {
    expect(parseQuantity(a)).toBe(parseQuantity(b));
    expect(parseQuantity(a)).toBeTypeOf('bigint');
  });

  it.each([
    ['1Gi', '1G'],
    ['100m', '1'],
    ['1Mi', '1Ki'],
  ])('%s is not %s', (a, b) => {
    expect(parseQuantity(a)).not.toBe(parseQuantity(b));
  });

  it.each(['', 'a', '1X', '${SIZE}', '1e999', `1${'0'.repeat(200)}`, null, {}])('%s is none', (value) => {
    expect(parseQuantity(value)).toBeUndefined();
  });
});
