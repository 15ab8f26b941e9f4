import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.js';
import { printDiagnostic } from '../../src/diagnostics/print.js';
import { ruleFixtures } from '../rules/fixtures.js';
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

const codes = catalogue.map(({ code }): string => code);

const testFolder = fileURLToPath(new URL('..', import.meta.url));
/** The statements of all tests that begin with `expect(`, without what they filter out. */
const statements = readdirSync(testFolder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('live'))
  .flatMap((path) => readFileSync(join(testFolder, path), 'utf8').match(/^ *expect\([\s\S]*?;$/gm) ?? [])
  .map((statement) => statement.replace(/!== 'FX\d+'/g, ''));

/** Whether a statement has the code in it, not a comment. */
const isAsserted = (code: string): boolean => {
  const pattern = new RegExp(`['"\`][^'"\`\\n]*\\b${code}\\b|^error ${code}\\b`, 'm');
  return statements.some((statement) => pattern.test(statement));
};

/** Codes that a program or a change of the platform yields, each of which a test runs and finds the code in. */
const yielded = ruleFixtures.flatMap(({ code, bad, mutation }) =>
  bad !== undefined || typeof mutation === 'function' || 'adds' in mutation ? [code] : [],
);

describe('each diagnostic', () => {
  it('has a fixture here or among the rules, or a test that asserts its code', () => {
    const untested = codes.filter(
      (code) => !Object.hasOwn(fixtures, code) && !yielded.includes(code as never) && !isAsserted(code),
    );
    expect(untested, 'write a test in which a statement that begins with expect( names the code').toEqual([]);
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
