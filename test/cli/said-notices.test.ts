import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withoutSaidNotices } from '../../src/cli/said-notices.js';
import type { Diagnostic } from '../../src/diagnostics/index.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fluxspan-said-'));
  mkdirSync(join(folder, 'project'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const one = (severity: Diagnostic['severity'], code: Diagnostic['code'], message: string): Diagnostic => ({
  severity,
  code,
  name: 'name',
  message,
  at: { cluster: 'dev' },
  notes: [],
  fix: 'mend it',
});
const io = (isTTY: boolean) => ({
  env: { XDG_CACHE_HOME: join(folder, 'cache') },
  stderr: { write: () => true, isTTY },
});
const shown = (diagnostics: readonly Diagnostic[], isTTY = true) => {
  const { diagnostics: left, line } = withoutSaidNotices(diagnostics, join(folder, 'project'), io(isTTY));
  return [left.map(({ message }) => message), line];
};
const [first, second, third] = [
  one('notice', 'FX100', 'first'),
  one('notice', 'FX101', 'second'),
  one('notice', 'FX100', 'third'),
];

it('counts notices that the last run showed, and shows them again once they were away', () => {
  expect(shown([first, second])).toEqual([['first', 'second'], '']);
  expect(shown([first, third])).toEqual([['third'], '1 notice as in the last run: FX100 (synth --check shows it)\n']);
  expect(shown([first, second, third])).toEqual([
    ['second'],
    '2 notices as in the last run: FX100 (synth --check shows them)\n',
  ]);
});

it('shows every warning and error each time', () => {
  const grave = [one('warning', 'FX102', 'warning'), one('error', 'FX103', 'error')];
  for (const _ of [1, 2]) expect(shown(grave)).toEqual([['warning', 'error'], '']);
});

it('leaves nothing out of a log', () => {
  expect(shown([first])).toEqual([['first'], '']);
  expect(shown([first], false)).toEqual([['first'], '']);
});
