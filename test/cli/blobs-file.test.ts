import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBlobs } from '../../src/cli/blobs-file.js';

let around = '';
let project = '';
beforeEach(() => {
  around = mkdtempSync(join(tmpdir(), 'blobs-'));
  project = join(around, 'project');
  mkdirSync(project);
  vi.stubEnv('XDG_CACHE_HOME', join(around, 'caches'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(around, { recursive: true });
});

const folder = () => join(around, 'caches/fluxspan');
const file = () => join(folder(), readdirSync(folder())[0]!);
const open = (build = 'build') => openBlobs(project, build)!;
const keep = (entries: Readonly<Record<string, string>>, needs = new Set(['index'])): void => {
  const blobs = open();
  for (const [blob, value] of Object.entries(entries)) blobs.set(blob, value);
  blobs.save(needs);
};

describe('what earlier runs found in files', () => {
  it('is there in the next run, with what that run asked git for', () => {
    keep({ a: '', b: '[1,0,["path: ./b"]]' });
    const blobs = open();
    expect(['a', 'b', 'c'].map((blob) => blobs.get(blob))).toEqual(['', '[1,0,["path: ./b"]]', undefined]);
    expect(blobs.needs).toEqual(new Set(['index']));
    blobs.save(new Set(['remotes', 'index']));
    expect(open().needs).toEqual(new Set(['index', 'remotes']));
    expect(open().get('b')).toBe('[1,0,["path: ./b"]]');
  });

  it('is for the user alone to read and write', () => {
    keep({ a: '' });
    expect([statSync(folder()).mode & 0o777, statSync(file()).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it('goes when a run asks for few of many', () => {
    keep(Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`blob${at}`, ''])));
    const blobs = open();
    blobs.get('blob0');
    blobs.set('new', '');
    blobs.save(new Set(['index']));
    expect([open().get('blob0'), open().get('new'), open().get('blob3')]).toEqual(['', '', '']);
    const few = open();
    few.set('newer', '');
    few.save(new Set(['index']));
    expect([open().get('newer'), open().get('blob0')]).toEqual(['', undefined]);
  });

  it.each([
    ['damaged', () => writeFileSync(file(), readFileSync(file(), 'utf8').replace('./a', './b'))],
    ['cut off', () => writeFileSync(file(), readFileSync(file(), 'utf8').slice(0, -4))],
    ['empty', () => writeFileSync(file(), '')],
    ['of another version', () => writeFileSync(file(), readFileSync(file(), 'utf8').replace(/^\S+/, '0.0.0'))],
    ['in a folder that others may write', () => chmodSync(folder(), 0o777)],
  ])('counts for nothing if it is %s', (_, change) => {
    keep({ a: '[0,0,["path: ./a"]]' });
    expect(open().get('a')).toBeDefined();
    change();
    const blobs = openBlobs(project, 'build');
    expect([blobs?.get('a'), blobs?.needs.size ?? 0]).toEqual([undefined, 0]);
  });

  it("counts for nothing with another build, and isn't there without one", () => {
    keep({ a: '' });
    expect(open('other').get('a')).toBeUndefined();
    expect(openBlobs(project, undefined)).toBeUndefined();
  });

  it('counts for nothing where one of its bits differs', () => {
    keep({ a: '', b: '[0,0]' });
    const before = readFileSync(file());
    for (let at = 0; at < before.length; at++) {
      const damaged = Buffer.from(before);
      damaged[at]! ^= 1 << (at % 7);
      writeFileSync(file(), damaged);
      const blobs = open();
      expect([at, blobs.get('a'), blobs.get('b'), blobs.needs.size]).toEqual([at, undefined, undefined, 0]);
    }
  });

  it('is whole where two runs write it at a time: what the last one had', () => {
    const [one, other] = [open(), open()];
    one.set('a', '[1]');
    other.set('b', '[2]');
    one.save(new Set(['index']));
    other.save(new Set());
    expect([open().get('a'), open().get('b')]).toEqual([undefined, '[2]']);
    expect(readdirSync(folder())).toHaveLength(1);
  });

  it('hinders no run where its place is taken', () => {
    keep({ a: '' });
    const path = file();
    rmSync(path);
    mkdirSync(path);
    keep({ a: '' });
    expect(open().get('a')).toBeUndefined();
  });
});
