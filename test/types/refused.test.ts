import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { type CaseError, compileCases } from './compile-cases.js';
import { runCase } from './run-case.js';

const folder = fileURLToPath(new URL('./cases/refused', import.meta.url));
const files = readdirSync(folder).sort();
const cases = files.filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -'.ts'.length));

let compiled: ReadonlyMap<string, readonly CaseError[]>;

beforeAll(() => {
  compiled = compileCases();
});

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
