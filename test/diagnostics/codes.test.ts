import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { ruleFixtures } from '../check/fixtures.js';
import type { Fixture } from './fixture.js';
import { fixtures0xx } from './fixtures-0xx.js';
import { fixtures1xx } from './fixtures-1xx.js';
import { fixtures2xx } from './fixtures-2xx.js';
import { fixtures3xx } from './fixtures-3xx.js';
import { fixtures4xx } from './fixtures-4xx.js';

const fixtures: Readonly<Record<string, Fixture>> = {
  ...fixtures0xx,
  ...fixtures1xx,
  ...fixtures2xx,
  ...fixtures3xx,
  ...fixtures4xx,
};

/** Without the lines of the tests' own code, which move with it. */
const stable = (text: string): string => text.replaceAll(/test\/[\w/.-]+\.ts:\d+/g, '<place>');

const root = fileURLToPath(new URL('../..', import.meta.url));
const codes = catalogue.map(({ code }): string => code);
/** The text of all other tests: what needs a git repository tests its codes where it makes one. */
const otherTests = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(test\.ts|snap)$/.test(entry.name) && entry.name !== 'codes.test.ts.snap')
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
);

describe('each diagnostic', () => {
  it('has a fixture here, or a test of its own', () => {
    const untested = codes.filter(
      (code) =>
        !Object.hasOwn(fixtures, code) &&
        !Object.hasOwn(ruleFixtures, code) &&
        !otherTests.some((text) => text.includes(code)),
    );
    expect(untested).toEqual([]);
    expect(Object.keys(fixtures).filter((code) => !codes.includes(code))).toEqual([]);
  });

  it.each(Object.entries(fixtures))('%s', (code, fixture) => {
    // What Flux would make of so small a program is said elsewhere.
    const diagnostics = fixture().filter((one) => !one.code.startsWith('FX6'));
    const own = diagnostics.filter((one) => one.code === code);
    expect(own).not.toEqual([]);
    for (const { at, fix, message, severity, name } of own) {
      // What is said of arguments and of Terraform's side has no place in the code.
      const isOfCode = code !== 'FX002' && !code.startsWith('FX4');
      if (isOfCode) expect(at.file ?? at.source, message).toMatch(/./);
      else expect(Object.keys(at), message).not.toEqual([]);
      expect(printDiagnostic(diagnostics[0]!)).not.toContain('never shown');
      expect(fix).toMatch(/\S/);
      expect(message).not.toMatch(/[.!]$|^(A|An|The|No|This|Addon|Cannot|Invalid|Unknown)\b|undefined|\[object/);
      expect(catalogue.find((one) => one.code === code)).toMatchObject({ severity, name });
    }
    expect(stable(diagnostics.map(printDiagnostic).join('\n'))).toMatchSnapshot();
  });
});
