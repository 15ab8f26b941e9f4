import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
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
