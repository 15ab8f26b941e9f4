import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { refreshRegistries } from '../../scripts/registries.js';
import type { ChangeRule } from '../../src/changes/change-rule.js';
import { changeRules } from '../../src/changes/registry.js';
import { catalogue } from '../../src/cli/catalogue.js';
import type { DiagnosticDefinition } from '../../src/diagnostics/index.js';
import { root } from '../support/root.js';

const folder = fileURLToPath(new URL('../../src/changes/rules/', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts'));
const rules: readonly ChangeRule[] = changeRules;

const isRule = (value: unknown): value is ChangeRule =>
  typeof value === 'object' && value !== null && 'check' in value && 'diagnostics' in value;

describe('each change rule', () => {
  it('has its own file and is in the registry', async () => {
    const found: ChangeRule[] = [];
    for (const file of files) {
      const module = (await import(pathToFileURL(join(folder, file)).href)) as object;
      const own = Object.values(module).filter(isRule);
      expect(
        own.length,
        `src/changes/rules/${file} must export one rule, made with defineChangeRule; what several rules need is in another folder of src/changes/`,
      ).toBe(1);
      found.push(...own);
    }
    expect(
      files.filter((_, at) => !rules.includes(found[at]!)),
      'run npm run import, which lists these rules in src/changes/registry.ts',
    ).toEqual([]);
    expect(rules, 'src/changes/registry.ts lists each rule once, and none from elsewhere').toHaveLength(found.length);
  });

  it('has its diagnostics in the catalogue that generates docs/diagnostics.md', () => {
    const known = new Set(catalogue);
    const unknown = rules.flatMap(({ diagnostics }) => diagnostics.filter((one) => !known.has(one)));
    expect(unknown.map(({ code }) => code)).toEqual([]);
    expect(rules.filter(({ diagnostics }) => diagnostics.length === 0)).toEqual([]);
  });

  it('lists the diagnostics that it defines', () => {
    const wrong = rules.flatMap(({ diagnostics }, at) => {
      const text = readFileSync(join(folder, fileOf(at)), 'utf8');
      const defined = [...text.matchAll(/\bcode: '(FX\d+)'/g)].map(([, code]) => code);
      const listed = diagnostics.map(({ code }: DiagnosticDefinition) => code as string);
      return defined.flatMap((code) => (listed.includes(code!) ? [] : [`${fileOf(at)}: ${code}`]));
    });
    expect(wrong, 'give these definitions to defineChangeRule').toEqual([]);
  });
});

describe('the rule registries', () => {
  it('match the rule files', () => {
    expect(refreshRegistries(root, { check: true }), 'run npm run import, and commit the lists').toEqual([]);
  });
});

/** The file that a rule of the list is imported from. */
const fileOf = (at: number): string => {
  const text = readFileSync(join(root, 'src/changes/registry.ts'), 'utf8');
  const names = [...text.matchAll(/^ {2}(\w+Rule),$/gm)].map(([, name]) => name!);
  const [, path = ''] = new RegExp(`\\b${names[at]!}\\b.* from '\\./rules/(.+)\\.js'`).exec(text) ?? [];
  return `${path}.ts`;
};
