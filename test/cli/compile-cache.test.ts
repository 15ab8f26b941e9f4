import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepCompiled } from '../../src/cli/compile-cache.js';

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
});
