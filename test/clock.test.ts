import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './support/root.js';

const CLOCK = /\b(?:performance\.now|Date\.now|process\.(?:hrtime|uptime))\b|\bnew Date\(\)/;

/** Where a test reads a clock, or what came of it, in what it expects: `5: expect(Date.now() - start)…`. */
const timedExpectations = (code: string): readonly string[] => {
  const clocks = [CLOCK.source];
  for (const [, names = '', value = ''] of code.matchAll(/\b(?:const|let)\s+(\w+|\[[^\]]*\])\s*=([^;]*)/g)) {
    if (!new RegExp(clocks.join('|')).test(value)) continue;
    clocks.push(...(names.match(/\w+/g) ?? []).map((name) => `\\b${name}\\b`));
  }
  const timed = new RegExp(`${clocks.join('|')}`);
  return [...code.matchAll(/\bexpect\s*\([^;]*/g)].flatMap(({ 0: statement, index }) =>
    timed.test(statement) ? [`${code.slice(0, index).split('\n').length}: ${statement.split('\n')[0]}`] : [],
  );
};

/** Tests that find clocks, and read none: their examples are texts. */
const finders = ['clock.test.ts', 'purity.test.ts'];

const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.test\.ts$/.test(file) && !finders.includes(file));

describe('a clock', () => {
  it.each([
    'expect(performance.now() - before).toBeLessThan(5);',
    'const start = Date.now();\nwork();\nexpect(Date.now() - start < 5).toBe(true);',
    'const start = Date.now();\nconst took = end() - start;\nexpect(took).toBeLessThan(5);',
    'const [a, b] = [Date.now(), 1];\nexpect([\n  a,\n]).toEqual([]);',
  ])('in what a test expects is found: %#', (code) => {
    expect(timedExpectations(code)).toHaveLength(1);
  });

  it('may be printed', () => {
    expect(timedExpectations('const start = Date.now();\nexpect(work()).toBe(1);\nlog(Date.now() - start);')).toEqual(
      [],
    );
  });

  it('decides no test: a slow machine would fail it, and `npm run bench` measures', () => {
    expect(tests.length).toBeGreaterThan(100);
    const found = tests.flatMap((file) =>
      timedExpectations(readFileSync(join(root, 'test', file), 'utf8')).map((one) => `test/${file}:${one}`),
    );
    expect(
      found,
      'count what is done, as calls or objects, and leave time to npm run bench and to the timeout of the test',
    ).toEqual([]);
  });

  it('is read by live tests alone, which wait for real controllers', () => {
    const readers = tests.filter(
      (file) =>
        !file.startsWith('live/') &&
        /\b(?:performance|Date)\.now\b/.test(readFileSync(join(root, 'test', file), 'utf8')),
    );
    expect(readers, 'pass a clock in, or measure with npm run bench').toEqual([]);
  });
});
