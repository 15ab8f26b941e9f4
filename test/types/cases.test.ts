import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { type CaseError, compileCases } from './compile-cases.js';
import { runCase } from './run-case.js';

const casesIn = (folder: string) => readdirSync(new URL(`./cases/${folder}`, import.meta.url)).sort();
const pathOf = (file: string) => fileURLToPath(new URL(`./cases/${file}`, import.meta.url));

let compiled: ReadonlyMap<string, readonly CaseError[]>;

beforeAll(() => {
  compiled = compileCases();
});

describe('a program that must compile', () => {
  it.each(casesIn('accepted'))('%s', async (file) => {
    expect(compiled.get(`accepted/${file}`) ?? []).toEqual([]);
    expect(await runCase(pathOf(`accepted/${file}`))).toEqual([]);
  });

  it('may use what the cases share', () => {
    expect([...compiled.keys()].filter((file) => !file.includes('/'))).toEqual([]);
  });
});

const folder = pathOf('refused');
const files = casesIn('refused');
const cases = files.filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -'.ts'.length));

/** A list of codes is as long as there are rules, and tsc shows a part of it: that it is one is what a case is about. */
const withoutCodes = (message: string): string =>
  message.replace(/"FX\d{3}"(?: \| (?:"FX\d{3}"|\.\.\. \d+ more \.\.\.))+/g, '"FX…" | …');

/** The type of a whole variable, as the compiler prints it before our sentence, and the sentence. */
const MOST = 420;

/** How far a reader of the first line gets before the point: our sentence, or what the compiler says by itself. */
const pointEnds = (message: string): number => {
  const [line = ''] = message.split('\n');
  const own = / (?:is missing|does not exist|has no exported member)\b/.exec(line)?.index ?? line.length;
  const ours = /"fluxspan: [^"]*"/.exec(line);
  return Math.min(own, ours === null ? line.length : ours.index + ours[0].length);
};

/**
 * Programs that must not compile. Beside each one lies what the compiler says of it, with the place, and what the same
 * program gives where it runs all the same. After a change that is meant, `npx vitest run test/types -u` writes them
 * again; read the difference.
 */
describe('a program that must not compile', () => {
  it.each(cases)('%s', async (name) => {
    const errors = compiled.get(`refused/${name}.ts`) ?? [];
    expect(errors, 'the compiler accepts it').not.toEqual([]);
    const diagnostics = (await runCase(`${folder}/${name}.ts`)).filter(({ severity }) => severity === 'error');
    expect(
      errors.filter(({ message }) => pointEnds(message) > MOST),
      'the point comes late in the first line',
    ).toEqual([]);
    expect(diagnostics, 'it runs without a diagnostic').not.toEqual([]);
    const text = [
      ...errors.map(({ line, column, message }) => `tsc ${line}:${column} ${withoutCodes(message)}\n`),
      ...diagnostics.map(printDiagnostic),
    ].join('\n');
    await expect(text).toMatchFileSnapshot(`${folder}/${name}.txt`);
  });

  it('has no expectation without a program', () => {
    const texts = files.filter((file) => file.endsWith('.txt')).map((file) => file.slice(0, -'.txt'.length));
    expect(texts.filter((name) => !cases.includes(name))).toEqual([]);
  });
});

/** Once it runs, a comparison with the text that stands for a var is like any other. */
describe('a program that only the compiler refuses', () => {
  it.each(casesIn('compiler-only'))('%s', async (file) => {
    const errors = (compiled.get(`compiler-only/${file}`) ?? []).map(
      ({ line, column, message }) => `${line}:${column} ${message}`,
    );
    expect(errors).toMatchSnapshot();
    expect(await runCase(pathOf(`compiler-only/${file}`))).toEqual([]);
  });
});
