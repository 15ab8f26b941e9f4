import { describe, expect, test } from 'vitest';
import { type EvaluateOptions, evaluate } from '../../src/substitution/evaluate.js';
import { parseTemplate } from '../../src/substitution/parse-template.js';

const run = (text: string, vars: Record<string, string>, options?: EvaluateOptions): string =>
  evaluate(parseTemplate(text), vars, options);

describe('evaluate', () => {
  test('is strict unless told otherwise', () => {
    expect(() => run('${missing}', {})).toThrow('variable not set (strict mode): "missing"');
    expect(run('[${missing}]', {}, { strict: false })).toBe('[]');
  });

  test.each(['${#m}', '${m^^}', '${m/a/b}', '${m:0}', '${m%x}'])('%s fails in strict mode from Flux 2.9 on', (text) => {
    expect(() => run(text, {})).toThrow('variable not set (strict mode): "m"');
    expect(() => run(text, {}, { lenientTransforms: true })).not.toThrow();
    expect(() => run('${m}', {}, { lenientTransforms: true })).toThrow();
  });

  test('reports a default that fails even where the default is not needed', () => {
    expect(() => run('${a:=${m}}', { a: 'x' })).toThrow('variable not set (strict mode): "m"');
  });

  test('reads own properties only', () => {
    expect(() => run('${constructor}', {})).toThrow('"constructor"');
    expect(run('${toString:=d}', {})).toBe('d');
    expect(run('${__proto__}', Object.fromEntries([['__proto__', 'x']]))).toBe('x');
  });

  test('does not look into values', () => {
    expect(run('${a}', { a: '${b}$$' })).toBe('${b}$$');
  });

  test.each([
    ['${u:1}', '\ufffdx'],
    ['${u:0:1}${u:1}', 'üx'],
    ['${#u}', '3'],
    ['${s^^}', 'STRAßE'],
    ['${g^^}', 'ᾼ'],
    ['${i,,}', 'i'],
    ['${e//${empty}/-}', '-😀-a-'],
  ])('counts and cuts in bytes, and maps character by character: %s', (text, expected) => {
    expect(run(text, { u: 'üx', s: 'straße', g: 'ᾳ', i: 'İ', e: '😀a', empty: '' })).toBe(expected);
  });

  test.each([
    ['${v:0:-2}', 'PANIC runtime error: slice bounds out of range [:-2]'],
    ['${v:2:-1}', 'PANIC runtime error: slice bounds out of range [2:1]'],
    ['${v:9223372036854775807:1}', 'PANIC runtime error: slice bounds out of range [:-9223372036854775808]'],
  ])('fails where Flux panics: %s', (text, message) => {
    expect(() => run(text, { v: 'abc' })).toThrow(message);
  });

  // Quadratic time would be minutes, and more than the timeout of a test.
  test.each([
    ['a million $', '$'.repeat(1e6), '$'.repeat(5e5)],
    ['a million expressions', '${v}'.repeat(1e6), 'x'.repeat(1e6)],
    ['defaults 100,000 deep', `${'${m:='.repeat(1e5)}x${'}'.repeat(1e5)}`, 'x'],
    ['a glob without a match', '${a##*a*a*b}', 'a'.repeat(1e6)],
  ])('takes linear time for %s', (_name, text, expected) => {
    expect(run(text, { v: 'x', a: 'a'.repeat(1e6) }) === expected).toBe(true);
  });
});
