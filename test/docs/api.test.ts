import { expect, test } from 'vitest';
import { apiPages, readEntryPoints } from '../../scripts/api/api-pages.js';
import { root } from '../support/root.js';

const folder = root.replaceAll('\\', '/').replace(/\/$/, '');
const entryPoints = readEntryPoints(folder);

test('every name that a project can import has a docstring', () => {
  const exports = entryPoints.flatMap(({ exports: each }) => each);
  expect(exports.length).toBeGreaterThan(150);
  expect(exports.filter(({ docs }) => docs.text === '').map(({ name }) => name)).toEqual([]);
});

test('every option of an addon of the package has a docstring', () => {
  const addons = entryPoints.find(({ module }) => module === 'fluxspan/addons')!.exports;
  const options = addons.flatMap(({ name, shape }) => shape!.members.map((member) => ({ at: name, ...member })));
  expect(options.length).toBeGreaterThan(50);
  expect(options.filter(({ docs }) => docs.text === '').map(({ at, name }) => `${at}: ${name}`)).toEqual([]);
});

test('a page is short enough to read, and shows no path of this machine', () => {
  for (const [file, text] of apiPages(folder)) {
    expect([file, text.length < 150_000]).toEqual([file, true]);
    expect(text).not.toContain(folder);
  }
});
