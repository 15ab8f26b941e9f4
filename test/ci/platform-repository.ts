import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireDist } from '../support/require-dist.js';
import { root } from '../support/root.js';
import { runCommand } from '../support/run.js';
import type { Change } from './changes.js';

/** The platform beside this file, in a repository of its own whose origin has the first commit. */
export class PlatformRepository {
  readonly folder: string;

  constructor() {
    requireDist();
    this.folder = mkdtempSync(join(tmpdir(), 'fluxspan-platform-'));
    cpSync(join(root, 'test/ci/platform'), this.folder, { recursive: true });
    this.write('package.json', '{ "name": "user", "private": true, "type": "module" }\n');
    this.write('.gitignore', 'node_modules\n.fluxspan\n');
    mkdirSync(join(this.folder, 'node_modules/.bin'), { recursive: true });
    symlinkSync(root, join(this.folder, 'node_modules/fluxspan'));
    symlinkSync(join(root, 'bin/fluxspan.js'), join(this.folder, 'node_modules/.bin/fluxspan'));
    for (const name of ['cdk8s', 'constructs', 'zod', 'typescript'])
      symlinkSync(join(root, 'node_modules', name), join(this.folder, 'node_modules', name));
    this.git('init', '--quiet', '--initial-branch=main');
    this.fluxspan('synth', '--no-base');
    this.commit('the tree');
    this.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text);
  }

  /** What isn't there is a mistake of the test. */
  edit(path: string, from: string, to: string): void {
    const text = this.read(path);
    if (!text.includes(from)) throw new Error(`${path} has no ${JSON.stringify(from)}`);
    this.write(path, text.replace(from, to));
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', ...args], {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  commit(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '-m', message);
  }

  fluxspan(...args: readonly string[]): void {
    runCommand(this.folder, ...args);
  }

  /** Makes a change on a branch of its own. */
  change({ edit, commands = [['synth']] }: Change): void {
    this.git('checkout', '--quiet', '-B', 'change', 'main');
    edit(this);
    for (const command of commands) this.fluxspan(...command);
    this.commit('change');
  }

  /** What the check of a pull request writes. A PATH without helm, as on a runner that has none. */
  check(out: string): { readonly status: number | null; readonly log: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'ci/check.js')], {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', FLUXSPAN_OUT: out, FLUXSPAN_TEST: '', FLUXSPAN_HELM: '' },
    });
    return { status, log: stdout + stderr };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
