import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../../src/check/rule.js';
import { rules } from '../../src/check/rules/index.js';
import { catalogue } from '../../src/cli/catalogue.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { ruleFixtures } from './fixtures.js';

const stable = (text: string): string => text.replaceAll(/test\/[\w/.-]+\.ts:\d+/g, '<place>');

const programs = ruleFixtures.flatMap(({ code, bad, good }) =>
  bad === undefined || good === undefined ? [] : [[code, { bad, good }] as const],
);

describe('each rule', () => {
  it('has a fixture', () => {
    const codes = catalogue.map(({ code }) => code).filter((code) => /^FX6[0-8]/.test(code));
    expect(programs.map(([code]) => code)).toEqual(codes);
    const own = rules.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
    expect(own.filter((code) => !ruleFixtures.some((one) => one.code === code))).toEqual([]);
  });

  it.each(programs)('%s', (code, { bad, good }) => {
    const own = bad().filter((one) => one.code === code);
    expect(own).not.toEqual([]);
    expect(stable(own.map(printDiagnostic).join('\n'))).toMatchSnapshot();
    for (const { message } of own) expect(message).not.toMatch(/[.!]$|undefined|\[object/);
    // Some fixtures are of a kind that nobody describes, and a notice says so.
    const said = good().filter((one) => one.code !== 'FX318');
    expect(said.map(printDiagnostic).join('\n')).toBe('');
  });
});

/** Files under rules/ that help the rules beside them. */
const helpers = ['helm/check-values.ts', 'helm/suggest-value.ts', 'index.ts'];

const folder = fileURLToPath(new URL('../../src/check/rules/', import.meta.url));
const isRule = (value: unknown): value is Rule =>
  typeof value === 'object' && value !== null && 'check' in value && 'diagnostics' in value;

it('each rule has a file of its own', async () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts'));
  expect(files).toEqual(expect.arrayContaining(helpers));
  const found: Rule[] = [];
  for (const file of files.filter((name) => !helpers.includes(name))) {
    const module = (await import(pathToFileURL(join(folder, file)).href)) as object;
    const own = Object.values(module).filter(isRule);
    expect([file, own.length]).toEqual([file, 1]);
    found.push(...own);
  }
  expect(new Set(rules)).toEqual(new Set(found));
  expect(rules).toHaveLength(found.length);
});
