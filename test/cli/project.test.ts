import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProject } from '../../src/cli/project.js';
import { outcomeOf } from '../support/outcome-of.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fluxspan-project-'));
  mkdirSync(join(folder, 'src'));
  for (const name of ['a.ts', 'a#b.ts', 'a b.ts']) writeFileSync(join(folder, 'src', name), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

const find = (text: string) => {
  writeFileSync(join(folder, 'cdk8s.yaml'), text.replaceAll('$FOLDER', folder));
  return outcomeOf(findProject(folder));
};

test.each([
  ['fluxspan:\n  app: src/a.ts\n', 'a.ts'],
  ['language: typescript\nfluxspan:\n  app: src/a.ts # it\noutput: dist\n', 'a.ts'],
  ['fluxspan:\r\n    app: src/a.ts\r\nother: 1\r\n', 'a.ts'],
  ['fluxspan:\n  app: src/a.ts', 'a.ts'],
  ['fluxspan:\n# a comment\n  # another\n\n  app: src/a.ts\n', 'a.ts'],
  ['"fluxspan":\n  "app": "src/a.ts"\n', 'a.ts'],
  ['{ "fluxspan": { "app": "src/a.ts" } }', 'a.ts'],
  ['fluxspan: {\n  app: src/a.ts,\n}\n', 'a.ts'],
  ['x: &app src/a.ts\nfluxspan:\n  app: *app\n', 'a.ts'],
  ['x: &app\n  app: src/a.ts\nfluxspan: *app\n', 'a.ts'],
  ['\ufefffluxspan:\n  app: src/a.ts\n', 'a.ts'],
  ['fluxspan:\n  app: src/a#b.ts\n', 'a#b.ts'],
  ['fluxspan:\n  app: src/a b.ts\n', 'a b.ts'],
  ['fluxspan:\n  app: src/a\n    b.ts\n', 'a b.ts'],
  ['fluxspan:\n  app: $FOLDER/src/a.ts\n', 'a.ts'],
  ['text: |\n  fluxspan:\n    app: src/none.ts\nfluxspan:\n  app: src/a.ts\n', 'a.ts'],
  ['fluxspan:\n  other:\n    app: src/none.ts\n  app: src/a.ts\n', 'a.ts'],
])('cdk8s.yaml is read as YAML: %j', (text, name) => {
  expect(find(text)).toEqual({ folder, app: join(folder, 'src', name) });
});

test.each([
  ['fluxspan:\n  other:\n    app: src/a.ts\n', 'cdk8s.yaml does not say which module is the app'],
  ['other:\n  fluxspan:\n    app: src/a.ts\n', 'cdk8s.yaml does not say which module is the app'],
  ['app: src/a.ts\n', 'cdk8s.yaml does not say which module is the app'],
  ['', 'cdk8s.yaml does not say which module is the app'],
  ['- fluxspan\n', 'cdk8s.yaml does not say which module is the app'],
  ['fluxspan:\n  app: 5\n', 'the app "5" does not exist'],
  ['fluxspan:\n  app: [5]\n', 'the app [5] is not a path'],
  ['fluxspan:\n  app: src\n', 'the app "src" is not a file'],
  ['fluxspan:\n  app: src/none.ts\n', 'the app "src/none.ts" does not exist'],
  ['fluxspan: [\n', 'cdk8s.yaml cannot be read: '],
  ['fluxspan:\n  app: src/a.ts\nfluxspan:\n  app: src/none.ts\n', 'cdk8s.yaml cannot be read: Map keys must be unique'],
])('what names no module is told: %j', (text, message) => {
  const found = find(text);
  expect(found).toMatchObject({ code: 'FX001', at: { file: 'cdk8s.yaml' } });
  expect((found as { message: string }).message).toContain(message);
});

test('tabs are told, with their line', () => {
  expect(find('language: typescript\nfluxspan:\n\tapp: src/a.ts\n')).toMatchObject({
    code: 'FX001',
    message: 'cdk8s.yaml cannot be read: found character that cannot start any token (line 3)',
    fix: 'indent it with spaces: YAML takes no tabs',
  });
});

test('a folder of that name is told', () => {
  mkdirSync(join(folder, 'cdk8s.yaml'));
  expect(outcomeOf(findProject(folder))).toMatchObject({
    code: 'FX001',
    message: 'cdk8s.yaml cannot be read: it is a folder',
  });
});
