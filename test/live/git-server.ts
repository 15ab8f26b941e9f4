import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { type LocalServer, listenLocally } from './local-server.js';
import type { Tree } from './tree.js';

export interface GitServer extends LocalServer {
  /**
   * Makes a commit on `main` of the repository whose files are those of the tree, and no others.
   *
   * @param tag also points there, moved if it was elsewhere.
   * @returns the commit.
   */
  commit(repository: string, tree: Tree, options?: { message?: string; tag?: string }): Promise<string>;
  /** Pushes what is checked out in a clone, with its history, to `main`. Gives the commit. */
  push(repository: string, clone: string): Promise<string>;
  /** The files of `main` as they are now: others may have pushed. */
  files(repository: string): Promise<Tree>;
  /** The URL to clone from, and to push to. */
  urlOf(repository: string): string;
}

/** The user's own settings (signing, hooks, templates) must not change what a test commits. */
const environment = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'live',
  GIT_AUTHOR_EMAIL: 'live@localhost',
  GIT_COMMITTER_NAME: 'live',
  GIT_COMMITTER_EMAIL: 'live@localhost',
};

/** Serves the repositories in `folder` by Git's own smart HTTP: source-controller speaks no other. */
export const startGitServer = async (folder: string): Promise<GitServer> => {
  mkdirSync(folder);
  const running = new Set<ChildProcess>();
  const server = createServer((request, response) => {
    const child = serve(folder, request, response);
    running.add(child);
    child.once('close', () => running.delete(child));
  });
  const local = await listenLocally(server);
  const known = new Set<string>();
  const urlOf = (repository: string): string => `http://127.0.0.1:${local.port}/${repository}.git`;
  const make = async (repository: string): Promise<string> => {
    const bare = join(folder, `${repository}.git`);
    if (known.has(repository)) return bare;
    await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', bare);
    await git(bare, 'config', 'http.receivepack', 'true');
    known.add(repository);
    return bare;
  };

  return {
    port: local.port,
    async stop() {
      await local.stop();
      for (const child of running) child.kill('SIGKILL');
    },
    urlOf,
    async push(repository, clone) {
      await make(repository);
      await git(clone, 'push', '--quiet', urlOf(repository), 'HEAD:refs/heads/main');
      return (await git(clone, 'rev-parse', 'HEAD')).trim();
    },
    async files(repository) {
      const bare = join(folder, `${repository}.git`);
      const paths = (await git(bare, 'ls-tree', '-r', '-z', '--name-only', 'main')).split('\0').filter(Boolean);
      const texts = await Promise.all(paths.map(async (path) => [path, await git(bare, 'show', `main:${path}`)]));
      return Object.fromEntries(texts) as Tree;
    },
    async commit(repository, tree, { message = 'live', tag } = {}) {
      const bare = await make(repository);
      const work = join(folder, `${repository}.work`);
      rmSync(work, { recursive: true, force: true });
      mkdirSync(work, { recursive: true });
      for (const [path, text] of Object.entries(tree)) {
        mkdirSync(dirname(join(work, path)), { recursive: true });
        writeFileSync(join(work, path), text);
      }
      const here = [`--git-dir=${bare}`, `--work-tree=${work}`];
      // Forced: a .gitignore of the tree must not hide what the tree holds.
      await git(work, ...here, 'add', '--all', '--force', '.');
      await git(work, ...here, 'commit', '--quiet', '--allow-empty', '--message', message);
      if (tag !== undefined) await git(work, ...here, 'tag', '--force', tag);
      return (await git(work, ...here, 'rev-parse', 'HEAD')).trim();
    },
  };
};

const git = async (cwd: string, ...args: string[]): Promise<string> => {
  const child = spawn('git', args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}: ${errors}`);
  return output;
};

/** One request, by CGI. */
const serve = (folder: string, request: IncomingMessage, response: ServerResponse): ChildProcess => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const header = (name: string) => String(request.headers[name] ?? '');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...environment,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROTOCOL: header('git-protocol'),
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: header('content-type'),
      CONTENT_LENGTH: header('content-length'),
      HTTP_CONTENT_ENCODING: header('content-encoding'),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  request.pipe(child.stdin);
  // It may answer, and end, before it has read all.
  child.stdin.on('error', () => {});
  let head: Buffer | undefined = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    if (head === undefined) {
      response.write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const fields = head
      .toString('utf8', 0, end)
      .split('\r\n')
      .map((line) => line.split(/:\s*/, 2) as [string, string]);
    const status = fields.find(([name]) => name.toLowerCase() === 'status')?.[1];
    response.writeHead(Number.parseInt(status ?? '200', 10), Object.fromEntries(fields));
    response.write(head.subarray(end + 4));
    head = undefined;
  });
  child.once('error', () => response.destroy());
  child.stdout.once('end', () => response.end());
  return child;
};
