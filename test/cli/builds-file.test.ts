import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBuilds } from '../../src/cli/builds-file.js';

let around = '';
let project = '';
beforeEach(() => {
  around = mkdtempSync(join(tmpdir(), 'builds-'));
  project = join(around, 'project');
  mkdirSync(project);
  useKubectl('one');
  vi.stubEnv('XDG_CACHE_HOME', join(around, 'caches'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(around, { recursive: true });
});

/** Puts a kubectl on the PATH that no test runs. */
const useKubectl = (name: string): void => {
  mkdirSync(join(around, name), { recursive: true });
  writeFileSync(join(around, name, 'kubectl'), name);
  vi.stubEnv('PATH', join(around, name));
};
const folder = () => join(around, 'caches/fluxspan');
const file = () => join(folder(), readdirSync(folder())[0]!);
const keep = (entries: Readonly<Record<string, string>>): void => {
  const builds = openBuilds(project);
  for (const [key, value] of Object.entries(entries)) builds.set(key, value);
  builds.save();
};
const read = (...keys: readonly string[]) => {
  const builds = openBuilds(project);
  return keys.map((key) => builds.get(key));
};

describe('what kustomize has built', () => {
  it('is there in the next run, for its project alone', () => {
    keep({ a: '[1]', b: '["with spaces"]' });
    expect(read('a', 'b', 'c')).toEqual(['[1]', '["with spaces"]', undefined]);
    const other = join(around, 'other');
    mkdirSync(other);
    expect(openBuilds(other).get('a')).toBeUndefined();
  });

  it('is for the user alone to read and write', () => {
    keep({ a: '[1]' });
    expect([statSync(folder()).mode & 0o777, statSync(file()).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it('goes with a run that writes and did not ask for it', () => {
    keep({ a: '[1]', b: '[2]' });
    const builds = openBuilds(project);
    expect(builds.get('a')).toBe('[1]');
    builds.set('c', '[3]');
    builds.save();
    expect(read('a', 'b', 'c')).toEqual(['[1]', undefined, '[3]']);
  });

  it('stays as it is where a run brings nothing new', () => {
    keep({ a: '[1]', b: '[2]' });
    const before = readFileSync(file(), 'utf8');
    const builds = openBuilds(project);
    builds.get('a');
    builds.save();
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it('counts for nothing with another kubectl', () => {
    keep({ a: '[1]' });
    useKubectl('two');
    expect(read('a')).toEqual([undefined]);
  });

  it.each([
    ['damaged', () => writeFileSync(file(), '\0\0\nno line')],
    ['cut off', () => writeFileSync(file(), readFileSync(file(), 'utf8').slice(0, -1))],
    [
      'without its builds',
      () => writeFileSync(file(), readFileSync(file(), 'utf8').split('\n').slice(0, 2).join('\n')),
    ],
    ['of one line', () => writeFileSync(file(), readFileSync(file(), 'utf8').split('\n')[0]!)],
    ['empty', () => writeFileSync(file(), '')],
    ['of a version without a hash', () => writeFileSync(file(), readFileSync(file(), 'utf8').replace(/\n.*\n/, '\n'))],
    ['of another version', () => writeFileSync(file(), readFileSync(file(), 'utf8').replace(/^\S+/, '0.0.0'))],
    ['in a folder that others may write', () => chmodSync(folder(), 0o777)],
    [
      'a folder',
      () => {
        const path = file();
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('counts for nothing where its file is %s, and hinders no run', (_, spoil) => {
    keep({ a: '[1]' });
    spoil();
    expect(read('a')).toEqual([undefined]);
    keep({ b: '[2]' });
  });

  it('counts for nothing where one of its bits differs', () => {
    keep({ a: '[1]' });
    const before = readFileSync(file());
    for (let at = 0; at < before.length; at++) {
      const damaged = Buffer.from(before);
      damaged[at]! ^= 1 << (at % 7);
      writeFileSync(file(), damaged);
      expect([at, ...read('a', 'c')]).toEqual([at, undefined, undefined]);
    }
  });

  it('counts for nothing with another build', () => {
    keep({ a: '[1]' });
    expect(openBuilds(project, 'other').get('a')).toBeUndefined();
    expect(read('a')).toEqual(['[1]']);
  });

  it('is whole where two runs write it at a time: what the last one had', () => {
    const [one, other] = [openBuilds(project), openBuilds(project)];
    one.set('a', '[1]');
    other.set('b', '[2]');
    one.save();
    expect(read('a', 'b')).toEqual(['[1]', undefined]);
    other.save();
    expect(read('a', 'b')).toEqual([undefined, '[2]']);
    expect(readdirSync(folder())).toHaveLength(1);
  });

  it('is not kept where the cache lies in the repository', () => {
    mkdirSync(join(project, '.git'));
    writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n');
    vi.stubEnv('XDG_CACHE_HOME', join(project, 'cache'));
    keep({ a: '[1]' });
    expect(readdirSync(project)).toEqual(['.git']);
  });
});
