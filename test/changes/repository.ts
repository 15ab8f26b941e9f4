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

const WHO = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', '-c', 'commit.gpgsign=false'];

const git = (folder: string, args: readonly string[]): string =>
  execFileSync('git', [...WHO, ...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const commitIn = (folder: string, message: string): void => {
  git(folder, ['add', '--all']);
  git(folder, ['commit', '--quiet', '--allow-empty', '-m', message]);
};

/** Has the origin and the clone's copy of it name the commit that is checked out, as after a push. */
const pushIn = (around: string): void => {
  const [, branch] = /^ref: (.*)\n/.exec(readFileSync(join(around, 'clone/.git/HEAD'), 'utf8')) ?? [];
  const head = readFileSync(join(around, 'clone/.git', branch ?? 'HEAD'), 'utf8');
  for (const ref of ['origin/refs/heads/main', 'clone/.git/refs/remotes/origin/main']) {
    mkdirSync(dirname(join(around, ref)), { recursive: true });
    writeFileSync(join(around, ref), head);
  }
};

let template: string | undefined;

/**
 * What each new repository is a copy of, since git takes ten processes to make it: a clone with one commit, and its
 * origin. The origin uses the objects of the clone, so that a push only has to write two refs.
 */
const findTemplate = (): string => {
  if (template !== undefined) return template;
  const around = mkdtempSync(join(tmpdir(), 'handover-template-'));
  process.once('exit', () => rmSync(around, { recursive: true, force: true }));
  const [origin, clone] = [join(around, 'origin'), join(around, 'clone')];
  git(around, ['init', '--quiet', '--bare', '--initial-branch=main', '--template=', origin]);
  git(around, ['init', '--quiet', '--initial-branch=main', '--template=', clone]);
  git(clone, ['remote', 'add', 'origin', origin]);
  // Otherwise each commit starts two more processes, which look for work.
  git(clone, ['config', 'maintenance.auto', 'false']);
  rmSync(join(origin, 'objects'), { recursive: true });
  symlinkSync('../clone/.git/objects', join(origin, 'objects'));
  writeFileSync(join(clone, 'README.md'), 'a repository\n');
  commitIn(clone, 'start');
  pushIn(around);
  template = around;
  return around;
};

/** A clone with a branch `main` and a bare repository as its origin, in folders of their own. */
export class Repository {
  readonly folder: string;
  readonly #around: string;
  readonly #isCopy: boolean;

  /** @param around a folder that holds another clone already, named so */
  constructor(around?: string, clone = 'clone') {
    this.#around = around ?? mkdtempSync(join(tmpdir(), 'handover-'));
    this.folder = join(this.#around, clone);
    this.#isCopy = around === undefined;
    if (around !== undefined) return;
    const from = findTemplate();
    cpSync(from, this.#around, { recursive: true, verbatimSymlinks: true });
    const config = join(this.folder, '.git/config');
    writeFileSync(
      config,
      readFileSync(config, 'utf8').replace(from, () => this.#around),
    );
  }

  git(...args: readonly string[]): string {
    return git(this.folder, args);
  }

  commit(message: string): void {
    commitIn(this.folder, message);
  }

  /** Commits all there is to main, and lets Flux see it. */
  publish(message: string): void {
    this.commit(message);
    if (this.#isCopy) {
      pushIn(this.#around);
      return;
    }
    this.git('push', '--quiet', 'origin', 'HEAD:main');
    this.git('fetch', '--quiet', 'origin');
  }

  write(path: string, text: string | Buffer): void {
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
