import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectOfEachTest } from '../support/project-of-each-test.js';
import { requireDist } from '../support/require-dist.js';
import { root } from '../support/root.js';
import { type Run, runProcessWith } from '../support/run.js';

requireDist();
const project = projectOfEachTest();
let caches = '';
beforeEach(() => {
  caches = mkdtempSync(join(tmpdir(), 'caches-'));
});
afterEach(() => rmSync(caches, { recursive: true }));

const env = (): Readonly<Record<string, string>> => ({ XDG_CACHE_HOME: caches });
const synth = () => said(runProcessWith(env(), project.folder, 'synth', '--no-base', '--no-typecheck', '--check'));
/** What a run says, without how long it took. */
const said = ({ code, stdout, stderr }: Run) => ({ code, stdout: stdout.replace(/in \d+ ms/, ''), stderr });

const code = () => join(caches, 'fluxspan/code');
/** All that earlier runs left, by path. */
const kept = (): ReadonlyMap<string, Buffer> => {
  const paths = readdirSync(caches, { recursive: true, encoding: 'utf8' }).map((path) => join(caches, path));
  return new Map(paths.filter((path) => statSync(path).isFile()).map((path) => [path, readFileSync(path)]));
};
const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** The digest of each file: to compare megabytes byte by byte, `expect` takes seconds. */
const digests = (files: ReadonlyMap<string, Buffer>): Readonly<Record<string, string>> =>
  Object.fromEntries([...files].map(([path, bytes]) => [path, digest(bytes)]));
/** As a disk may flip a bit: in each kilobyte. */
const flipped = (bytes: Buffer): Buffer => {
  const damaged = Buffer.from(bytes);
  for (let at = 50; at < damaged.length; at += 1000) damaged[at]! ^= 4;
  return damaged;
};

describe('a run with a cache', () => {
  it('says the same with a damaged one, and leaves a whole one', () => {
    const first = synth();
    const whole = kept();
    expect(readdirSync(code()).length).toBeGreaterThan(3);
    expect(synth()).toEqual(first);
    expect(digests(kept())).toEqual(digests(whole));

    const all = [...whole.values()];
    const damages: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
      'bits differ': flipped,
      'cut off': (bytes) => bytes.subarray(0, bytes.length / 2),
      empty: () => Buffer.alloc(0),
      'each file is another one': (bytes) => all[(all.indexOf(bytes) + 1) % all.length]!,
    };
    for (const [how, damage] of Object.entries(damages)) {
      for (const path of kept().keys()) rmSync(path);
      for (const [path, bytes] of whole) writeFileSync(path, damage(bytes));
      expect(synth(), how).toEqual(first);
      for (const [path, bytes] of kept())
        expect([how, path, bytes.equals(damage(whole.get(path)!))]).toEqual([how, path, false]);
    }
  });

  // An upgrade puts the new files where the old ones were, and the cache's name for them stays.
  it('takes nothing from what another version of fluxspan wrote there, whose format may be another one', () => {
    const first = synth();
    const name = readdirSync(code()).find((one) => one.startsWith('packages-'))!;
    const head = Buffer.from(JSON.stringify({ packages: {}, files: {} }));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    const old = Buffer.concat([length, head]);
    const hash = createHash('sha1').update(name).update(old).digest();
    writeFileSync(join(code(), name), Buffer.concat([hash, old]));
    expect(synth()).toEqual(first);
    expect(statSync(join(code(), name)).size).toBeGreaterThan(100_000);
  });

  it('keeps the functions that each kind of run calls', () => {
    const sizes = () => {
      const found = readdirSync(code()).filter((name) => /^(?:library|packages)/.test(name));
      return found.sort().map((name) => statSync(join(code(), name)).size);
    };
    const list = () => runProcessWith(env(), project.folder, 'owners');
    list();
    const [library, packages] = sizes();
    synth();
    const both = sizes();
    expect([both[0]! > library! * 1.1, both[1]! > packages!]).toEqual([true, true]);
    const whole = kept();
    list();
    synth();
    expect(digests(kept())).toEqual(digests(whole));
  });

  it('says the same where there can be none', () => {
    const first = synth();
    rmSync(code(), { recursive: true });
    writeFileSync(code(), '');
    expect(synth()).toEqual(first);
  });

  it('says the same beside another one', async () => {
    const start = () =>
      new Promise<Run>((resolve) => {
        const args = [join(root, 'bin/fluxspan.js'), 'synth', '--no-base', '--no-typecheck', '--check'];
        const child = spawn(process.execPath, args, {
          cwd: project.folder,
          env: { ...process.env, NODE_OPTIONS: '', ...env() },
        });
        const run = { stdout: '', stderr: '' };
        child.stdout.on('data', (text) => (run.stdout += String(text)));
        child.stderr.on('data', (text) => (run.stderr += String(text)));
        child.on('close', (status) => resolve({ code: status, ...run }));
      });
    const [one, other] = (await Promise.all([start(), start()])).map(said);
    expect(one).toEqual(other);
    expect(synth()).toEqual(one);
    expect([...kept().keys()].filter((path) => path.endsWith('.tmp'))).toEqual([]);
  });
});
