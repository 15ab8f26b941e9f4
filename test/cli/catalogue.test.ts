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
/** Where a definition stands: the file of a rule, or the diagnostics of a folder. */
const HOME =
  /^rules\/(?:contract|flux|helm|objects|substitution|tenants)\/|^changes\/rules\/|^(?:[\w-]+\/)+diagnostics\.ts$/;

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** What names a code or the beginning of one, and what looks into the text of one. */
const NAMES: readonly RegExp[] = [
  /(['"`])FX\d{0,3}\1/g,
  /\/\^?[([]*FX[\d\\[(]?/g,
  /\bcode\??\.(?:startsWith|endsWith|includes|indexOf|match|search|slice|substring|at|charAt|charCodeAt)\(/g,
];

const namesIn = (text: string): readonly string[] => {
  const code = withoutComments(text.replaceAll(DEFINITION, ''));
  return NAMES.flatMap((pattern) => [...code.matchAll(pattern)].map(([found]) => found));
};

/** What names codes for a reason. */
const naming: Readonly<Record<string, readonly string[]>> = {
  // Pages show how an exception is written.
  'rules/diagnostics.ts': ["'FX618'"],
  // The order of the catalogue, for readers.
  'cli/catalogue.ts': [...Array.from({ length: 9 }, (_, group) => `'FX${group}'`), 'code.startsWith('],
};

describe('the catalogue', () => {
  it('has each code once', () => {
    const twice = repeated(catalogue.map(({ code }) => code)).map((code) => {
      const files = sources.filter(({ text }) => new RegExp(`^ *(?:.*\\{ )?code: '${code}'`, 'm').test(text));
      return `${code}: ${files.map(({ path }) => `src/${path}`).join(', ')}`;
    });
    expect(twice, 'give the newer definition a code that docs/diagnostics.md does not have').toEqual([]);
  });

  it('has each name once', () => {
    // FX308 and FX414 were released with one name, and a released name stays.
    const twice = repeated(catalogue.map(({ name }) => name));
    expect(twice, 'give the newer definition a name that docs/diagnostics.md does not have').toEqual(['other-cluster']);
  });

  it('has every definition of the source', () => {
    const known = new Set<string>(catalogue.map(({ code }) => code));
    const defined = sources.flatMap(({ path, text }) =>
      [...text.matchAll(DEFINITION)].map(([, code]) => ({ path: `src/${path}`, code: code! })),
    );
    const unknown = defined.filter(({ code }) => !known.has(code)).map(({ path, code }) => `${path}: ${code}`);
    expect(
      unknown,
      'no command can explain these: export them from the diagnostics.ts of their folder, and add that to the folders in src/cli/catalogue.ts; the definition of a rule goes into the diagnostics of its defineRule or defineChangeRule, and npm run import lists the rule',
    ).toEqual([]);
    expect(defined.map(({ code }) => code).sort()).toEqual([...known].sort());
  });

  it('has definitions from diagnostics.ts of a folder and from the files of rules', () => {
    const calls = sources.flatMap(({ path, text }) => {
      const count = [...withoutComments(text).matchAll(/(?<!const )\bdefineDiagnostic\(/g)].length;
      return count === 0 ? [] : [{ path, count, read: [...text.matchAll(DEFINITION)].length }];
    });
    const strangers = calls.filter(({ path }) => !HOME.test(path)).map(({ path }) => `src/${path}`);
    expect(
      strangers,
      'define it in diagnostics.ts of its folder, or in the file of the rule that reports it, under src/rules/ or src/changes/rules/',
    ).toEqual([]);
    const odd = calls.filter(({ count, read }) => count !== read).map(({ path }) => `src/${path}`);
    expect(odd, "begin each definition with its code as a text: defineDiagnostic({ code: 'FX…'").toEqual([]);
  });
});

describe('the source', () => {
  it.each([
    "if (code === 'FX605') return;",
    "problem.code.startsWith('FX6')",
    "const GROUP = 'FX6';",
    'const isRule = /^FX6/.test(code);',
    'const isRule = /FX[46]/.test(code);',
    "const group = code.slice(2, 3) === '6';",
  ])('%s names a code', (code) => {
    expect(namesIn(code)).not.toEqual([]);
  });

  it.each(['type Code = `FX${number}`;', "const text = 'see FX605';", "error.code === 'ENOENT'", '// of FX605'])(
    '%s names none',
    (code) => {
      expect(namesIn(code)).toEqual([]);
    },
  );

  it('names a code nowhere but in its definition, so that nothing branches on one', () => {
    const named = sources.flatMap(({ path, text }) =>
      namesIn(text)
        .filter((found) => naming[path]?.includes(found) !== true)
        .map((found) => `src/${path}: ${found}`),
    );
    expect(
      named,
      'compare with the code of the definition (problem.code === definition.code), or put what differs into the definition as a field',
    ).toEqual([]);
  });
});
