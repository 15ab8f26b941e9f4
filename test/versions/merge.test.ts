import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseVersions } from '../../src/versions/parse-versions.js';
import { Repository } from '../changes/repository.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** As people write it: five versions, five images, and no line between them but their names. */
const fileOf = (bumped: readonly string[]): string => {
  const entry = (field: string, name: string, value: string) =>
    `  ${name}:\n    ${field}: ${value}${bumped.includes(name) ? '2' : '1'}.0.0\n`;
  const versions = names.slice(0, 5).map((name) => entry('version', name, ''));
  const images = names.slice(5).map((name) => entry('image', name, `ghcr.io/acme/${name}:`));
  return `apiVersion: fluxspan.dev/v1
kind: Versions
metadata:
  name: versions
versions:
${versions.join('')}images:
${images.join('')}`;
};

it('merges every pair of ten bumps without a conflict', () => {
  const file = join(repository.folder, 'versions.yaml');
  writeFileSync(file, fileOf([]));
  repository.publish('start');
  for (const name of names) {
    repository.git('checkout', '--quiet', '-b', name, 'main');
    writeFileSync(file, fileOf([name]));
    repository.commit(name);
  }
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));
  expect(pairs).toHaveLength(45);
  for (const [one, other] of pairs) {
    // Fails where git finds a conflict.
    const tree = repository.git('merge-tree', '--write-tree', one, other).trim();
    const merged = repository.git('show', `${tree}:versions.yaml`);
    expect(merged).toBe(fileOf([one, other]));
    expect(parseVersions(merged).problems).toEqual([]);
  }
}, 60_000);

it('conflicts where the lines follow each other, which FX714 says', () => {
  const file = join(repository.folder, 'versions.yaml');
  const head = fileOf([]).split('versions:\n')[0]!;
  const start = `${head}versions:\n  a: { version: 1.0.0 }\n  b: { version: 1.0.0 }\n`;
  writeFileSync(file, start);
  repository.publish('start');
  for (const name of ['a', 'b']) {
    repository.git('checkout', '--quiet', '-b', name, 'main');
    writeFileSync(file, start.replace(`${name}: { version: 1`, `${name}: { version: 2`));
    repository.commit(name);
  }
  expect(() => repository.git('merge-tree', '--write-tree', 'a', 'b')).toThrow();
  expect(parseVersions(readFileSync(file, 'utf8')).problems).toMatchObject([{ code: 'FX714' }]);
});

it("merges a bot's update of a name with promotions of it to each later ring", () => {
  const file = join(repository.folder, 'versions.yaml');
  const head = fileOf([]).split('versions:\n')[0]!;
  const of = (dev: string, staging: string, prod: string) =>
    `${head}versions:\n  a:\n    version: ${dev}\n    rings:\n      staging:\n        promoted: ${staging}\n      prod:\n        promoted: ${prod}\n`;
  writeFileSync(file, of('3.0.0', '2.0.0', '1.0.0'));
  repository.publish('start');
  const branches = {
    bot: of('4.0.0', '2.0.0', '1.0.0'),
    staging: of('3.0.0', '3.0.0', '1.0.0'),
    prod: of('3.0.0', '2.0.0', '2.0.0'),
  };
  for (const [name, text] of Object.entries(branches)) {
    repository.git('checkout', '--quiet', '-b', name, 'main');
    writeFileSync(file, text);
    repository.commit(name);
  }
  repository.git('checkout', '--quiet', 'main');
  for (const name of Object.keys(branches)) repository.git('merge', '--quiet', '--no-edit', name);
  expect(readFileSync(file, 'utf8')).toBe(of('4.0.0', '3.0.0', '2.0.0'));
  expect(parseVersions(of('4.0.0', '3.0.0', '2.0.0')).problems).toEqual([]);
});
