import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { ruleFixtures } from './fixtures.js';

const stable = (text: string): string => text.replaceAll(/test\/[\w/-]+\.ts:\d+/g, '<place>');

describe('each rule', () => {
  it('has a fixture', () => {
    const rules = catalogue.map(({ code }) => code).filter((code) => /^FX6[0-8]/.test(code));
    expect(Object.keys(ruleFixtures).sort()).toEqual(rules.sort());
  });

  it.each(Object.entries(ruleFixtures))('%s', (code, { bad, good }) => {
    const own = bad().filter((one) => one.code === code);
    expect(own).not.toEqual([]);
    expect(stable(own.map(printDiagnostic).join('\n'))).toMatchSnapshot();
    for (const { message } of own) expect(message).not.toMatch(/[.!]$|undefined|\[object/);
    // Some fixtures are of a kind that nobody describes, and a notice says so.
    const said = good().filter((one) => one.code !== 'FX318');
    expect(said.map(printDiagnostic).join('\n')).toBe('');
  });
});

it('each rule has a file of its own', () => {
  const files = readdirSync(new URL('../../src/check/rules/', import.meta.url), {
    recursive: true,
    encoding: 'utf8',
  }).filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(Object.keys(ruleFixtures).length);
});
