import { describe, expect, it } from 'vitest';
import { sameText } from '../../../src/changes/updates/same-text.js';

const substituted = sameText({ from: true, to: true });

describe('two texts in which Flux substitutes', () => {
  it.each([
    ['gp3', 'gp3', 'same'],
    ['gp3', 'gp2', 'different'],
    ['${CLASS}', '${CLASS}', 'same'],
    ['${CLASS}', 'gp3', 'unsure'],
    ['gp3', '${CLASS}', 'unsure'],
    ['${A}', '${B}', 'unsure'],
    ['${CLASS}-a', '${CLASS}-b', 'different'],
    ['${A}-x-${B}', '${A}-y-${B}', 'different'],
    // A is b, and both are abb.
    ['a${A}b', 'ab${A}', 'unsure'],
    ['${CLASS:=gp3}', '${CLASS:=gp2}', 'unsure'],
    // Flux takes one of two dollars.
    ['a$$b', 'a$b', 'same'],
    ['$${A}', '$${A}', 'same'],
    ['${A', '${A}', 'unsure'],
  ])('compare %s and %s as %s', (from, to, expected) => {
    expect(substituted(from, to)).toBe(expected);
    expect(substituted(to, from)).toBe(expected);
  });
});

describe("two texts in which Flux doesn't substitute", () => {
  it('differ if their characters differ', () => {
    const plain = sameText({ from: false, to: false });
    expect(plain('${A}', '${B}')).toBe('different');
    expect(plain('a$$b', 'a$b')).toBe('different');
  });

  it('may differ if Flux starts to substitute', () => {
    const begins = sameText({ from: false, to: true });
    expect(begins('gp3', 'gp3')).toBe('same');
    expect(begins('${A}', '${A}')).toBe('unsure');
    expect(begins('a$$b', 'a$$b')).toBe('different');
  });
});
