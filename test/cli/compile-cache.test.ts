import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepCompiled, openCodeStore } from '../../src/cli/compile-cache.js';

describe('what Node compiled', () => {
  let work: string;
  let project: string;
  let env: Record<string, string>;
  let given: string[];
  const keep = () => keepCompiled((folder) => given.push(folder), project, env);
  beforeEach(() => {
    work = mkdtempSync(join(tmpdir(), 'fluxspan-compiled-'));
    project = join(work, 'project');
    mkdirSync(join(project, '.git'), { recursive: true });
    env = { XDG_CACHE_HOME: join(work, 'cache') };
    given = [];
  });
  afterEach(() => rmSync(work, { recursive: true }));

  it("is kept in the user's cache, where no one else can write", () => {
    keep();
    const folder = join(work, 'cache/fluxspan/compiled');
    expect(given).toEqual([folder]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, '..')).mode & 0o777).toBe(0o700);
  });

  it('is not kept where others can write, by a link to elsewhere, or in the repository', () => {
    const folder = join(work, 'cache/fluxspan/compiled');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    keep();
    rmSync(folder, { recursive: true });
    mkdirSync(join(work, 'elsewhere'));
    symlinkSync(join(work, 'elsewhere'), folder);
    keep();
    env = { XDG_CACHE_HOME: join(project, 'cache') };
    keep();
    expect(given).toEqual([]);
  });

  it("is kept where Node's own variables say", () => {
    env['NODE_COMPILE_CACHE'] = join(work, 'own');
    keep();
    env = { XDG_CACHE_HOME: join(work, 'cache'), NODE_DISABLE_COMPILE_CACHE: '1' };
    keep();
    expect(given).toEqual([]);
    expect(readdirSync(work)).toEqual(['project']);
  });

  it('is thrown away when it has become too much', () => {
    const folder = join(work, 'cache/fluxspan/compiled/v22');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of ['', '..', '../..']) chmodSync(join(folder, name), 0o700);
    for (let index = 0; index < 990; index++) writeFileSync(join(folder, String(index)), '');
    keep();
    expect(readdirSync(folder)).toHaveLength(990);
    for (let index = 990; index < 1010; index++) writeFileSync(join(folder, String(index)), '');
    keep();
    expect(readdirSync(join(folder, '..'))).toEqual([]);
    expect(given).toHaveLength(2);
  });

  describe('of its own code, which fluxspan keeps', () => {
    const open = () => openCodeStore(project, env);
    const folder = () => join(work, 'cache/fluxspan/code');

    it("is in the user's cache, for the user alone", () => {
      const store = open()!;
      expect(store.read('library')).toBeUndefined();
      store.write('library', Buffer.from([0, 255, 10]));
      expect(open()!.read('library')).toEqual(Buffer.from([0, 255, 10]));
      expect([folder(), join(folder(), 'library')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
    });

    it('knows the kind of a run by the project, the command and the names of its options', () => {
      mkdirSync(join(work, 'other'));
      const useOf = (...args: string[]) => openCodeStore(project, env, args)!.use;
      expect(useOf('synth', '--check')).toMatch(/^[\w-]{8}$/);
      expect(useOf('synth', '--cluster=dev', '--check')).toBe(useOf('synth', '--check', '--cluster', 'prod'));
      const elsewhere = openCodeStore(join(work, 'other'), env, ['synth'])!.use;
      expect(new Set([useOf('synth'), useOf('synth', '--check'), useOf('diff'), elsewhere]).size).toBe(4);
    });

    it('is not read where others can write it, or by a link', () => {
      open()!.write('library', Buffer.from('code'));
      chmodSync(join(folder(), 'library'), 0o666);
      symlinkSync(join(folder(), 'library'), join(folder(), 'link'));
      expect([open()!.read('library'), open()!.read('link')]).toEqual([undefined, undefined]);
      rmSync(folder(), { recursive: true });
      symlinkSync(work, folder());
      expect(open()).toBeUndefined();
    });

    it('is not kept in the repository, or where Node keeps none', () => {
      env = { XDG_CACHE_HOME: join(project, 'cache') };
      expect(open()).toBeUndefined();
      env = { XDG_CACHE_HOME: join(work, 'cache'), NODE_DISABLE_COMPILE_CACHE: '1' };
      expect(open()).toBeUndefined();
      expect(readdirSync(work)).toEqual(['project']);
    });

    it("stays as it is where the folder is gone or can't be written", () => {
      const store = open()!;
      rmSync(folder(), { recursive: true });
      writeFileSync(folder(), '');
      store.write('library', Buffer.from('code'));
      expect(store.read('library')).toBeUndefined();
      expect(open()).toBeUndefined();
    });

    it('is thrown away when it has become too much', () => {
      const store = open()!;
      for (let index = 0; index < 60; index++) store.write(String(index), Buffer.from('code'));
      expect(open()!.read('0')).toBeDefined();
      store.write('60', Buffer.from('code'));
      expect(open()!.read('0')).toBeUndefined();
    });
  });
});
