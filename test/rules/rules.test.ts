import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { rules } from '../../src/rules/registry.js';
import type { Rule } from '../../src/rules/rule.js';
import { root } from '../support/root.js';
import { ruleFixtures } from './fixtures.js';

const stable = (text: string): string => text.replaceAll(/test\/[\w/.-]+\.ts:\d+/g, '<place>');

const programs = ruleFixtures.flatMap(({ code, bad, good }) =>
  bad === undefined || good === undefined ? [] : [[code, { bad, good }] as const],
);

/** The folders of src/rules/ that hold rules, one a file. */
const groups = ['contract', 'flux', 'helm', 'objects', 'substitution', 'tenants'];

const folder = fileURLToPath(new URL('../../src/rules/', import.meta.url));
const isRule = (value: unknown): value is Rule =>
  typeof value === 'object' && value !== null && 'check' in value && 'diagnostics' in value;

const ruleFiles = groups.flatMap((group) => readdirSync(join(folder, group)).map((name) => `${group}/${name}`));
const fixtureOf = (file: string): string => `test/rules/${file.replace(/\.ts$/, '.fixture.ts')}`;

/** The code, and the file of the rule that defines it. */
const withFile = (code: string): string => {
  const file = ruleFiles.find((name) => readFileSync(join(folder, name), 'utf8').includes(`code: '${code}'`));
  return file === undefined ? code : `${code} of src/rules/${file}: ${fixtureOf(file)}`;
};

describe('each rule', () => {
  it('has a fixture', () => {
    const missing = ruleFiles.map(fixtureOf).filter((file) => !existsSync(join(root, file)));
    expect(missing, 'write these fixtures: the program that breaks the rule, and the same program fixed').toEqual([]);
  });

  it('has a program that breaks it, and one that is fixed, for each of its codes', () => {
    const own = rules.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
    const shown = programs.map(([code]) => code);
    // Rules with codes of another range may have their programs in test/diagnostics/.
    const codes = catalogue
      .map(({ code }) => code)
      .filter((code) => /^FX6[0-8]/.test(code) || (own.some((one) => one === code) && shown.includes(code)));
    expect(
      codes.filter((code) => !shown.includes(code)).map(withFile),
      'write a fixture with `bad` and `good` for these codes, beside the rule: test/rules/<folder>/<rule>.fixture.ts',
    ).toEqual([]);
    expect(
      shown,
      'a fixture shows a code that no rule has, or two show one: add the rule to src/rules/registry.ts, or remove the fixture',
    ).toEqual(codes);
    expect(
      own.filter((code) => !ruleFixtures.some((one) => one.code === code)).map(withFile),
      'write a fixture for these codes: with `bad` and `good`, or with a program in test/diagnostics/',
    ).toEqual([]);
  });

  it.each(programs)('%s', (code, { bad, good }) => {
    const all = bad();
    const own = all.filter((one) => one.code === code);
    expect(
      own.length,
      `\`bad\` in the fixture must make the rule report ${withFile(code)}; it reports ${all.map((one) => one.code).join(', ') || 'nothing'}`,
    ).toBeGreaterThan(0);
    expect(stable(own.map(printDiagnostic).join('\n'))).toMatchSnapshot();
    const { exceptable = false } = catalogue.find((one) => one.code === code)!;
    if (exceptable !== false) {
      const objects = own.filter(({ at }) => at.object !== undefined);
      expect(
        objects.length > 0,
        `an exception is for what a diagnostic is about: \`exceptable: 'addon'\` where it names no object: ${withFile(code)}`,
      ).toBe(exceptable !== 'addon');
    }
    for (const { message } of own) {
      expect(message, 'a message ends without a full stop, and shows values as JSON').not.toMatch(
        /[.!]$|undefined|\[object/,
      );
    }
    // Some fixtures are of a kind that nobody describes, and a notice says so.
    const said = good().filter((one) => one.code !== 'FX318');
    expect(said.map(printDiagnostic).join('\n'), `\`good\` in the fixture must report nothing: ${withFile(code)}`).toBe(
      '',
    );
  });
});

it('each rule has a file of its own, and is in the list', async () => {
  const found: { readonly file: string; readonly rule: Rule }[] = [];
  for (const file of ruleFiles) {
    const module = (await import(pathToFileURL(join(folder, file)).href)) as object;
    const own = Object.values(module).filter(isRule);
    expect(
      own.length,
      `src/rules/${file} must export one rule, made with defineRule; what only helps rules is in another folder`,
    ).toBe(1);
    found.push(...own.map((rule) => ({ file, rule })));
  }
  const forgotten = found.filter(({ rule }) => !(rules as readonly Rule[]).includes(rule));
  expect(
    forgotten.map(({ file }) => `src/rules/${file}`),
    'add these rules to the list in src/rules/registry.ts',
  ).toEqual([]);
  expect(rules, 'src/rules/registry.ts lists each rule once, and none from elsewhere').toHaveLength(found.length);
});
