import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** A clone with a branch `main` and a bare repository as its origin, in folders of their own. */
export class Repository {
  readonly folder: string;
  readonly #around: string;

  /** @param around a folder that holds another clone already, named so */
  constructor(around?: string, clone = 'clone') {
    this.#around = around ?? mkdtempSync(join(tmpdir(), 'handover-'));
    this.folder = join(this.#around, clone);
    if (around !== undefined) return;
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', join(this.#around, 'origin')]);
    mkdirSync(this.folder);
    this.git('init', '--quiet', '--initial-branch=main');
    this.git('remote', 'add', 'origin', join(this.#around, 'origin'));
    this.write('README.md', 'a repository\n');
    this.publish('start');
  }

  git(...args: readonly string[]): string {
    const who = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...who, ...args], {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  commit(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '-m', message);
  }

  /** Commits all there is to main, and lets Flux see it. */
  publish(message: string): void {
    this.commit(message);
    this.git('push', '--quiet', 'origin', 'HEAD:main');
    this.git('fetch', '--quiet', 'origin');
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  copy(from: string, to: string): void {
    cpSync(from, join(this.folder, to), { recursive: true });
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  /** A symbolic link. */
  link(to: string, path: string): void {
    symlinkSync(to, join(this.folder, path));
  }

  delete(path: string): void {
    rmSync(join(this.folder, path), { recursive: true, force: true });
  }

  /** Text by path of all files below a folder. */
  files(below: string): Readonly<Record<string, string>> {
    if (!this.has(below)) return {};
    const paths = readdirSync(join(this.folder, below), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
    return Object.fromEntries(paths.sort().map((path) => [path, this.read(path)]));
  }

  remove(): void {
    rmSync(this.#around, { recursive: true, force: true });
  }
}
