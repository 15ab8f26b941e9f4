import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern, findMatches, re2Fault } from '../../src/schema/pattern.js';

const folder = fileURLToPath(new URL('../../imports/schemas', import.meta.url));
const textsOf = (key: string): readonly string[] =>
  readdirSync(folder).flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*")`, 'g'))].map(
      (match) => JSON.parse(match[1]!) as string,
    ),
  );
interface Engine {
  readonly RE2JS: { compile(source: string): { matcher(text: string): { find(): boolean } } };
}
/** The patterns of the ready-made infra inputs. */
const readyMade = (): readonly string[] =>
  [
    ...readFileSync(new URL('../../src/contract/ready-made.ts', import.meta.url), 'utf8').matchAll(
      /^.*?(?<![\w)])\/(\^.+\$)\/,/gm,
    ),
  ].map((match) => match[1]!);

/** The patterns in CEL rules, of which those of the package are V8's too. */
const inRules = textsOf('rule').flatMap((rule) =>
  [...rule.matchAll(/\.matches\(\s*r?("""|'''|"|')([\s\S]*?)\1\s*\)/g)].map((match) => match[2]!),
);
const patterns = [...new Set([...textsOf('pattern'), ...inRules])];

/**
 * Whether a matcher gets to the end of each text. All of them together take milliseconds; one whose time is cubic or
 * doubles with each character is stopped, since it would take minutes or for ever.
 */
const endsOn = (texts: readonly string[], matcher: ((text: string) => unknown) | undefined, timeout = 30_000) => {
  const run = () => {
    for (const text of texts) matcher?.(text);
  };
  try {
    // Only a script's timeout stops a regular expression at work.
    runInNewContext('run()', { run }, { timeout });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
};

describe('a pattern', () => {
  it("of the package's schemas is never slow, whatever the text", () => {
    const parts = ['a', '-', 'a.', 'a-', 'a/', '1', '0s', 'A', ':', 'a=', 'a,'];
    expect(patterns.length).toBeGreaterThan(40);
    // None of a form that is not found here.
    expect(inRules).toHaveLength(textsOf('rule').flatMap((rule) => rule.match(/\bmatches\s*\(/g) ?? []).length);
    const texts = [12, 28, 50, 200, 1000, 5000].flatMap((length) =>
      parts.flatMap((part) => ['', '!'].map((end) => part.repeat(length) + end)),
    );
    expect(patterns.filter((pattern) => !endsOn(texts, compilePattern(pattern, true)))).toEqual([]);
  });

  it.each(['^(a+)+$', '^(a|a)*$', '^a*a*a*a*$'])('that would be slow is found: %s', (pattern) => {
    expect(endsOn([`${'a'.repeat(5000)}!`], (text) => new RegExp(pattern).test(text), 500)).toBe(false);
  });

  it('may say a character by its number, which both engines read alike', () => {
    const { RE2JS } = createRequire(import.meta.url)('re2js') as Engine;
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

  it('of a user is never slow, alone or in `find`', () => {
    const hard = [
      '^([a-z0-9]+-?)+$',
      '^(a|a)*$',
      '(a?b?)*$',
      'a*a*a*b',
      '^(?:a|a){30}b',
      `${'a?'.repeat(30)}b`,
      `^${'(a|a)'.repeat(30)}b`,
      `^${'a{0,30}'.repeat(12)}b`,
      '^[^b]+[^b]+[^b]+b$',
    ];
    const texts = [29, 200, 5000].map((length) => `${'a'.repeat(length)}!`);
    expect(hard.filter((pattern) => !endsOn(texts, compilePattern(pattern)))).toEqual([]);
    expect(hard.filter((pattern) => !endsOn(texts, (text) => findMatches(pattern, text, 1)))).toEqual([]);
  });

  it('of a ready-made infra input is never slow, though V8 reads it', () => {
    const inputs = readyMade();
    expect(inputs.length).toBeGreaterThan(5);
    const texts = ['a', 'aa-', 'a.', 'a-a.', '1', 'a:', '/'].flatMap((part) =>
      [50, 255].flatMap((length) => ['', '!', '-'].map((end) => part.repeat(length).slice(0, length) + end)),
    );
    expect(inputs.filter((pattern) => !endsOn(texts, compilePattern(pattern)))).toEqual([]);
  });

  it("is V8's where that is fast on a short text, since most are", () => {
    const pattern = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$';
    for (const [text, fits] of [
      ['a-b', true],
      ['a-', false],
      [`${'a'.repeat(5000)}-`, false],
    ] as const) {
      expect(compilePattern(pattern)?.(text)).toBe(fits);
    }
  });

  it('is RE2, whatever V8 takes', () => {
    expect(compilePattern('(?=a)')).toBeUndefined();
    expect(compilePattern('(?i)^AB$')?.('ab')).toBe(true);
    expect(compilePattern('^[[:alpha:]]+$')?.('ab')).toBe(true);
    expect(compilePattern('^.$')?.('ä')).toBe(true);
    expect(findMatches('[a-z]+', 'ab 1 cd', 5)).toEqual(['ab', 'cd']);
  });

  const fragments = fc.constantFrom(
    ...[
      'a',
      'b',
      '-',
      '.',
      '^',
      '$',
      '|',
      '(',
      '(?:',
      ')',
      '[',
      '[^',
      ']',
      '[a-z]',
      '[:',
      ':]',
      'a-',
      '-b',
      '\\d',
      '\\w',
      '\\-',
    ],
    ...[
      '*',
      '+',
      '?',
      '*?',
      '{2}',
      '{1,3}',
      '{2,}',
      '{1000}',
      '{1001}',
      '{,2}',
      '{',
      '}',
      '{40}',
      '\\x41',
      '\\.',
      '\\]',
    ],
  );

  it('is read where Go reads it, with the engine of RE2 or without it', () => {
    const { RE2JS } = createRequire(import.meta.url)('re2js') as Engine;
    let read = 0;
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 9 }), (parts) => {
        const source = parts.join('');
        const isRead = ((): boolean => {
          try {
            RE2JS.compile(source);
            return true;
          } catch {
            return false;
          }
        })();
        if (isRead) read += 1;
        expect([source, re2Fault(source) === undefined]).toEqual([source, isRead]);
        expect([source, compilePattern(source) !== undefined]).toEqual([source, isRead]);
        if (!isRead) return;
        for (const text of ['', 'a', 'b', 'ab', '-', 'aa-b', ':a]', '[', '1', 'A', 'z-', '{,2}']) {
          expect([source, text, compilePattern(source)!(text)]).toEqual([
            source,
            text,
            RE2JS.compile(source).matcher(text).find(),
          ]);
        }
      }),
      { numRuns: 2000 },
    );
    expect(read).toBeGreaterThan(500);
  });
});
