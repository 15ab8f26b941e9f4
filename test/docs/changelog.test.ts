import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.js';
import { retiredCodes } from '../../src/diagnostics/index.js';

const file = fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url));
const text = readFileSync(file, 'utf8');

it('keeps what a user of a version must know: at most 150 lines of at most 500 characters', () => {
  const lines = text.split('\n');
  expect(lines.length).toBeLessThanOrEqual(150);
  expect(lines.filter((line) => line.length > 500)).toEqual([]);
});

it('names only codes and pages that exist', () => {
  const codes = new Set([...catalogue, ...retiredCodes].map(({ code }) => code as string));
  const named = [...text.matchAll(/\bFX\d{3}\b/g)].map(([code]) => code);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((code) => !codes.has(code))).toEqual([]);
  const pages = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path]) => path!);
  expect(pages.length).toBeGreaterThan(0);
  expect(pages.filter((path) => !existsSync(join(dirname(file), path)))).toEqual([]);
});
