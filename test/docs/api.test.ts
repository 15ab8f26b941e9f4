import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEntryPoints } from '../../scripts/api/api-pages.js';
import type { Member, Shape } from '../../scripts/api/read-shape.js';
import { root } from '../support/root.js';

const folder = root.replaceAll('\\', '/').replace(/\/$/, '');
const entryPoints = readEntryPoints(folder);

test('every name that a project can import has a docstring', () => {
  const exports = entryPoints.flatMap(({ exports: each }) => each);
  expect(exports.length).toBeGreaterThan(150);
  expect(exports.filter(({ docs }) => docs.text === '').map(({ name }) => name)).toEqual([]);
});

/** Fields that are upstream's, whose page the docstring of the type names, and those that a value has anyway. */
const upstream: ReadonlySet<string> = new Set([
  ...['apiVersion', 'metadata', 'data', 'kind', 'props', 'spec', 'chart', 'chartRef'],
  ...['dependsOn', 'healthChecks', 'wait', 'substituteStrategy', 'constructor'],
]);

const membersOf = ({ members, choices }: Shape): readonly Member[] => [
  ...members,
  ...choices.flat().flatMap(membersOf),
];

test('every member that a project can use has a docstring', () => {
  const members = entryPoints.flatMap(({ exports: each }) =>
    each.flatMap((one) =>
      one.shape === undefined ? [] : membersOf(one.shape).map((member) => [one.name, member] as const),
    ),
  );
  expect(members.length).toBeGreaterThan(200);
  const silent = members.filter(([, { name, docs }]) => docs.text === '' && !upstream.has(name));
  expect(silent.map(([type, { name }]) => `${type}.${name}`)).toEqual([]);
});

// `npm run docs -- --check` shows that these are what the docstrings give now.
test('a page is short enough to read, and shows no path of this machine', () => {
  const files = readdirSync(join(root, 'docs/api'));
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    const text = readFileSync(join(root, 'docs/api', file), 'utf8');
    expect([file, text.length < 150_000]).toEqual([file, true]);
    expect(text).not.toContain(folder);
  }
});
