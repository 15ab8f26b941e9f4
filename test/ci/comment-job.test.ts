import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../support/root.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const JOBS = [
  'templates/project/_github/workflows/fluxspan-comment.yml',
  'templates/project/_gitlab-ci.yml',
  'ci/gitlab/fluxspan.yml',
] as const;

const { bodyOf } = (await import(join(root, 'ci/report.js'))) as { readonly bodyOf: (bytes: Uint8Array) => string };

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The two files of the script as one, without what is for its readers. */
const oneScript = (): string => {
  const [report, comment] = ['ci/report.js', 'ci/comment.js'].map((path) =>
    read(path)
      .replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
      .replace(/\/\*\* @\w+[^*]*\*\/ /g, '')
      .replace(/^ *\/\/.*\n/gm, '')
      .replace(/\n{2,}/g, '\n'),
  );
  const imports = [...comment!.matchAll(/^import .*from 'node:.*\n/gm)].map(([line]) => line).join('');
  return `${imports}${report!.replace(/^export /gm, '')}${comment!.replace(/^import .*\n/gm, '')}`;
};

/** A job with the script between the two lines that hand it to node. */
const withScript = (job: string): string => {
  const [, before, indent] = /^([\s\S]*\n( *)node --input-type=module - <<'END'\n)[\s\S]*?\n? *END\n$/.exec(job)!;
  const lines = oneScript()
    .trimEnd()
    .split('\n')
    .map((line) => `${indent}${line}\n`);
  return `${before}${lines.join('')}${indent}END\n`;
};

describe('the job that comments', () => {
  it.each(JOBS)('%s holds the script, and fetches nothing', async (path) => {
    await expect(withScript(read(path))).toMatchFileSnapshot(join(root, path));
    const text = read(path);
    expect(text.slice(text.search(/comment:\n/))).not.toMatch(
      /\bnpm\b|\bnpx\b|\bcurl\b|checkout|setup-node|import .*'\.\//,
    );
  });

  it('has no expression of GitHub in the script, and no line that ends it', () => {
    expect(oneScript()).not.toMatch(/\$\{\{|^END$/m);
    for (const line of oneScript().matchAll(/from '(.*)'/g)) expect(line[1]).toMatch(/^node:/);
  });

  it('runs no command of the defaults on GitLab', () => {
    for (const path of JOBS.slice(1)) {
      const jobs = Object.entries(parse(read(path)) as Record<string, object>);
      const [, job] = jobs.find(([name]) => /comment$/.test(name))!;
      expect(job).toMatchObject({
        before_script: [],
        after_script: [],
        cache: [],
        variables: { GIT_STRATEGY: 'none' },
      });
    }
  });
});

describe.skipIf(process.platform === 'win32')('the job, in a folder that a stranger has filled', () => {
  let folder: string;
  let marker: string;
  let server: Server;
  let api: string;
  let bodies: string[];
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (request.method === 'POST')
        bodies.push((JSON.parse(Buffer.concat(chunks).toString()) as { body: string }).body);
      const path = (request.url ?? '').replace(/\?.*/, '');
      const pulls = [
        { number: 6, head: { sha: 'abc', repo: { id: 99 } } },
        { number: 7, head: { sha: 'abc', repo: { id: 12 } } },
      ];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(path.endsWith('/pulls') ? pulls : path.endsWith('/user') ? { id: 5 } : []));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    bodies = [];
    folder = temporaryFolder();
    marker = join(folder, 'marker');
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    const evil = `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`;
    write('.npmrc', `registry=${api}/evil\nscript-shell=./evil.sh\nnode-options=--require=./evil.cjs\n`);
    write('evil.cjs', evil);
    write('package.json', '{ "type": "commonjs", "imports": { "#a": "./evil.cjs" } }');
    write('node_modules/fs/index.js', evil);
    write('package/ci/comment.js', evil);
    write('node_modules/fluxspan/ci/comment.js', evil);
    for (const name of ['node', 'npm', 'npx', 'mktemp', 'tar', 'env', 'cd']) {
      write(`bin/${name}`, `#!/bin/sh\ntouch '${marker}'\n`);
      chmodSync(join(folder, 'bin', name), 0o755);
    }
    write('fluxspan-report/comment.md', '[Approve](https://example.org)\n');
    write(
      'event.json',
      JSON.stringify({
        workflow_run: {
          event: 'pull_request',
          head_sha: 'abc',
          head_branch: 'change',
          head_repository: { id: 12, owner: { login: 'someone' } },
        },
      }),
    );
  });

  const scriptOf = (path: string): string => {
    if (path.includes('github')) {
      const { jobs } = parse(read(path)) as { jobs: { comment: { steps: readonly { run?: string }[] } } };
      return jobs.comment.steps.at(-1)!.run!;
    }
    const all = parse(read(path)) as Record<string, { script: readonly string[] }>;
    return Object.entries(all)
      .find(([name]) => /comment$/.test(name))![1]
      .script.join('\n');
  };

  const run = (path: string) =>
    new Promise<{ code: number | null; said: string }>((resolve) => {
      // The programs of the system are those of this machine.
      const script = scriptOf(path).replace('/usr/local/bin:', `${dirname(process.execPath)}:/usr/local/bin:`);
      const child = spawn('/bin/sh', ['-ec', script], {
        cwd: folder,
        env: {
          PATH: `${folder}/bin:.:${process.env['PATH']}`,
          HOME: folder,
          NODE_OPTIONS: `--require=${folder}/evil.cjs`,
          NODE_PATH: `${folder}/node_modules`,
          npm_config_registry: `${api}/evil`,
          npm_config_userconfig: `${folder}/.npmrc`,
          GITHUB_API_URL: api,
          GITHUB_REPOSITORY: 'example/platform',
          GITHUB_TOKEN: 'a-token',
          GITHUB_EVENT_PATH: join(folder, 'event.json'),
          ...(path.includes('github')
            ? { FLUXSPAN_REPORT: join(folder, 'fluxspan-report/comment.md'), RUNNER_TEMP: folder }
            : { GITLAB_CI: 'true', CI_PROJECT_DIR: folder }),
          CI_API_V4_URL: `${api}/api/v4`,
          CI_PROJECT_ID: '12',
          CI_MERGE_REQUEST_IID: '3',
          FLUXSPAN_GITLAB_TOKEN: 'a-token',
        },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
      child.on('close', (code) => resolve({ code, said }));
    });

  it.each(JOBS)('%s runs nothing of it', async (path) => {
    const { code, said } = await run(path);
    expect({ code, said }).toEqual({
      code: 0,
      said: path.includes('github') ? 'wrote the comment of pull request 7\n' : 'wrote the note of merge request 3\n',
    });
    expect(existsSync(marker)).toBe(false);
    expect(bodies[0]!.split('\n')[1]).toBe('[Approve]\u200b(https:\u200b//example.org)');
  });

  const report = () => join(folder, 'fluxspan-report/comment.md');
  it.each([
    ['a link to what the job knows', () => symlinkSync('/proc/self/environ', report())],
    ['a link to another file', () => symlinkSync(join(folder, 'event.json'), report())],
    ['a folder', () => mkdirSync(report())],
    ['larger than a comment', () => writeFileSync(report(), 'a'.repeat(260_001))],
    [
      'in a folder that is a link',
      () => {
        mkdirSync(join(folder, 'other'));
        writeFileSync(join(folder, 'other/comment.md'), 'other');
        rmSync(join(folder, 'fluxspan-report'), { recursive: true });
        symlinkSync(join(folder, 'other'), join(folder, 'fluxspan-report'));
      },
    ],
  ] as const)('a report that is %s is not read', async (_, make) => {
    rmSync(report());
    make();
    for (const path of JOBS.slice(0, 2)) expect((await run(path)).code).not.toBe(0);
    expect(bodies).toEqual([]);
  });
});

describe('the body of a comment', () => {
  const body = (text: string): string =>
    bodyOf(Buffer.from(text)).split('\n').slice(1).join('\n').replaceAll('\u200b', '_');

  it.each([
    ['[Approve](https://example.org)', '[Approve]_(https:_//example.org)'],
    ['![a](//example.org/a.png)', '!_[a]_(//example.org/a.png)'],
    ['[Approve][1]\n\n[1]: //example.org', '[Approve]_[1]\n\n[1]_: //example.org'],
    ['[a\nb]: <//example.org>', '[a\nb]_: <_//example.org>'],
    ['[^1]: note', '[^1]_: note'],
    ['[[page|//example.org]]', '[_[page|//example.org]]'],
    ['[issue:4]', '[_issue:4]'],
    ['<https://example.org>', '<_https:_//example.org>'],
    ['https://example.org HTTP://A.example ftp://b.example', 'https:_//example.org HTTP:_//A.example ftp:_//b.example'],
    ['www.example.org', 'www_.example.org'],
    ['<mailto:a@example.org> a@example.org', '<_mailto:a@_example.org> a@_example.org'],
    ['<a href="//example.org">Approve</a>', '<_a href="//example.org">Approve<_/a>'],
    ['<details open><summary>a</summary></details>', '<_details open><summary>a</summary></details>'],
    ['<DETAILS><svg/onload=a>', '<_DETAILS><_svg/onload=a>'],
    ['`a`` [b](//c) ```', '`a`` [b]_(//c) ```'],
    ['```mermaid\nclick A "//example.org"\n```', '```_mermaid\nclick A "//example.org"\n```'],
    ['> ~~~ math\n\\href{//example.org}{a}', '> ~~~ _math\n\\_href{//example.org}{a}'],
    ['$\\href{//example.org}{Approve}$', '$\\_href{//example.org}{Approve}$'],
    ['[a]<!-- -->(//b) [a]\u200e(//b) [a]\u{e0041}(//b)', '[a]_(//b) [a]_(//b) [a]_(//b)'],
    ['<!-- fluxspan: one comment that is kept up to date -->\nb', 'b'],
    ['<!<!-- -->-- a -->', '<_!-- a -->'],
    ['@octocat @acme/team @-a', '@_octocat @_acme/team @_-a'],
    ['#1 !2 ~3 %4 $5 GH-6 a/b#7', '#_1 !_2 ~_3 %_4 $_5 GH-_6 a/b#_7'],
    ['/close\n\t/merge', '_/close\n\t_/merge'],
    ['App\u00adrove\u202e \u2066a\u0000\u0085\u2028b', 'Approve ab'],
    [
      '| a | b |\n| --- | --- |\n- `~ HelmRelease/web`: **spec**',
      '| a | b |\n| --- | --- |\n- `~ HelmRelease/web`: **spec**',
    ],
  ])('%j is text', (text, expected) => {
    expect(body(text)).toBe(expected);
  });

  it('ends at the limit, and never in the middle of a character', () => {
    const long = bodyOf(Buffer.from(`${'a'.repeat(64_948)}😀😀`));
    expect(long.length).toBeLessThanOrEqual(65_000);
    expect(long.isWellFormed?.() ?? true).toBe(true);
  });
});
