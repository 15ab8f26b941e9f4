import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.js';

const root = fileURLToPath(new URL('../../src', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const repeated = (all: readonly string[]): readonly string[] => all.filter((one, index) => all.indexOf(one) !== index);

const DEFINITION = /defineDiagnostic\(\{\s*code: '(FX\d{3})'/g;

describe('the catalogue', () => {
  it('has each code once', () => {
    expect(repeated(catalogue.map(({ code }) => code))).toEqual([]);
  });

  it('has each name once', () => {
    // FX308 and FX414 were released with one name, and a released name stays.
    expect(repeated(catalogue.map(({ name }) => name))).toEqual(['other-cluster']);
  });

  it('has every definition of the source', () => {
    const defined = sources.flatMap(({ text }) => [...text.matchAll(DEFINITION)].map(([, code]) => code!));
    const calls = sources.flatMap(({ text }) => [...text.matchAll(/= defineDiagnostic\(/g)]);
    expect(defined.sort()).toEqual(catalogue.map(({ code }) => code).sort());
    expect(calls).toHaveLength(defined.length);
  });
});

describe('the source', () => {
  const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

  it('names a code nowhere but in its definition, so that nothing branches on one', () => {
    const named = sources.flatMap(({ path, text }) =>
      [...withoutComments(text.replaceAll(DEFINITION, '')).matchAll(/(['"`])FX\d{3}\1|\/\^?\(?FX\d?/g)].map(
        ([literal]) => `${path}: ${literal}`,
      ),
    );
    // Pages show how an exception is written.
    expect(named.filter((one) => one !== "check/diagnostics.ts: 'FX618'")).toEqual([]);
  });
});
