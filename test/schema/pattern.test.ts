import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compilePattern, findMatches } from '../../src/schema/pattern.js';

const folder = fileURLToPath(new URL('../../imports/schemas', import.meta.url));
const textsOf = (key: string): readonly string[] =>
  readdirSync(folder).flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*")`, 'g'))].map(
      (match) => JSON.parse(match[1]!) as string,
    ),
  );
/** The patterns in CEL rules, of which those of the package are V8's too. */
const inRules = textsOf('rule').flatMap((rule) =>
  [...rule.matchAll(/\.matches\(\s*r?("""|'''|"|')([\s\S]*?)\1\s*\)/g)].map((match) => match[2]!),
);
const patterns = [...new Set([...textsOf('pattern'), ...inRules])];

describe('a pattern', () => {
  it('of the package’s schemas is never slow, whatever the text', () => {
    const parts = ['a', '-', 'a.', 'a-', 'a/', '1', '0s', 'A', ':', 'a=', 'a,'];
    expect(patterns.length).toBeGreaterThan(40);
    // None of a form that is not found here.
    expect(inRules).toHaveLength(textsOf('rule').flatMap((rule) => rule.match(/\bmatches\s*\(/g) ?? []).length);
    // The texts grow, so that a pattern that doubles its time with each character is found before it takes for ever.
    const slow = patterns.filter((pattern) => {
      const matcher = compilePattern(pattern, true);
      return [12, 16, 20, 22, 24, 26, 28, 50, 200, 1000].some((length) => {
        const start = performance.now();
        for (const part of parts) for (const end of ['', '!']) matcher?.(part.repeat(length) + end);
        return performance.now() - start > 500;
      });
    });
    expect(slow).toEqual([]);
  });

  it('may say a character by its number, which both engines read alike', () => {
    const { RE2JS } = createRequire(import.meta.url)('re2js') as {
      RE2JS: { compile(source: string): { matcher(text: string): { find(): boolean } } };
    };
    for (const pattern of ["^[A-Za-z0-9!#$%&'*+\\-.^_\\x60|~]+$", '^\\x41[\\x61-\\x63\\x5d]*$', '\\x2e\\x2a']) {
      for (let code = 0x20; code < 0x7f; code++) {
        for (const text of [String.fromCharCode(code), `A${String.fromCharCode(code)}`]) {
          const said = RE2JS.compile(pattern).matcher(text).find();
          expect([pattern, text, compilePattern(pattern)?.(text)]).toEqual([pattern, text, said]);
        }
      }
    }
  });

  it('is read by both engines alike', () => {
    const texts = [
      'a',
      'A-b',
      'a.b-c',
      '10.0.0.1',
      '*.a.example.org',
      '5m',
      '1h30m',
      'arn:aws:iam::1:role/x',
      'sg-0a',
      '',
    ];
    for (const pattern of patterns) {
      for (const text of texts) {
        expect([pattern, text, compilePattern(pattern)?.(text)]).toEqual([
          pattern,
          text,
          compilePattern(pattern, true)?.(text),
        ]);
      }
    }
  });

  it('is RE2, whatever V8 takes', () => {
    expect(compilePattern('(?=a)')).toBeUndefined();
    expect(compilePattern('(?i)^AB$')?.('ab')).toBe(true);
    expect(compilePattern('^[[:alpha:]]+$')?.('ab')).toBe(true);
    expect(compilePattern('^.$')?.('ä')).toBe(true);
    expect(findMatches('[a-z]+', 'ab 1 cd', 5)).toEqual(['ab', 'cd']);
  });
});
