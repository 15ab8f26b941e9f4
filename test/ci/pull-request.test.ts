import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { makeProject, type TestProject } from '../support/project.js';
import { root } from '../support/root.js';
import { runCommand } from '../support/run.js';

// A run of the check starts four commands.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

describe('the check of a pull request', () => {
  let project: TestProject;
  let out: string;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', ...args], {
      cwd: project.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const check = (env: Readonly<Record<string, string>>) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'ci/check.js')], {
      cwd: project.folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        FLUXSPAN_OUT: out,
        GITHUB_STEP_SUMMARY: join(out, 'summary.md'),
        ...env,
      },
    });
    return { status, log: stdout + stderr, comment: readFileSync(join(out, 'comment.md'), 'utf8') };
  };

  beforeEach(() => {
    project = makeProject();
    out = mkdtempSync(join(tmpdir(), 'report-'));
    // As npm links the command of a package.
    execFileSync('mkdir', ['-p', join(project.folder, 'node_modules/.bin')]);
    execFileSync('ln', ['-s', join(root, 'bin/fluxspan.js'), join(project.folder, 'node_modules/.bin/fluxspan')]);
    git('init', '--quiet', '--initial-branch=main');
    project.write('.gitignore', 'node_modules\n.fluxspan\n');
    expect(runCommand(project.folder, 'synth', '--no-base')).toMatchObject({ code: 0 });
    git('add', '--all');
    git('commit', '--quiet', '-m', 'the tree');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  });
  afterEach(() => {
    project.remove();
    rmSync(out, { recursive: true, force: true });
  });

  it('reports what fails and what changes, and gives the code of the request no token', () => {
    project.edit('src/web.ts', "'data', {", "'data', { name: 'other',");
    const { status, comment, log } = check({
      GITHUB_TOKEN: 'hunter2',
      FLUXSPAN_TEST: `node -e "console.log('tests saw', process.env.GITHUB_TOKEN, process.env.GITHUB_ENV); process.exit(3)"`,
      GITHUB_ENV: '/somewhere',
      FLUXSPAN_PLAN: 'missing.json',
    });
    expect(status).toBe(1);
    expect(comment).toMatch(/^<!-- fluxspan: one comment that is kept up to date -->\n/);
    expect(comment).toContain('| Types, rules and the committed tree | **failed** |');
    expect(comment).toContain('and commit the result.');
    expect(comment).toContain('| Tests | **failed** |');
    expect(comment).toContain('tests saw undefined undefined');
    expect(comment).toContain('| The Terraform plan keeps the contract | **failed** |');
    expect(comment).not.toContain('missing.json');
    expect(log).toContain('missing.json');
    expect(comment).toContain('- `- ConfigMap/web in web (web)`');
    expect(readFileSync(join(out, 'summary.md'), 'utf8')).toBe(comment);
  });

  it('passes where all is well', () => {
    const { status, comment } = check({ FLUXSPAN_TEST: '' });
    expect(comment).toContain('| Types, rules and the committed tree | passed |');
    expect(comment).toContain('Nothing that Flux applies changes (2 clusters compared).');
    expect(status).toBe(0);
  });

  it('says that the diff is incomplete, and why', () => {
    const { comment } = check({ FLUXSPAN_TEST: '', FLUXSPAN_BASE: 'nosuch' });
    expect(comment).toMatch(/^\*\*Not ready to merge: .* failed\.\*\* \*\*The diff is incomplete\.\*\*$/m);
    expect(comment).toContain('<details><summary>Why the diff is incomplete</summary>');
    expect(comment).toContain('error FX701 unknown-revision: "nosuch" is neither a cluster');
    expect(comment).toContain('**Not compared:** dev, prod (FX701).');
    expect(comment).not.toContain('Nothing that Flux applies changes');
  });
});

describe('the comment', () => {
  let folder: string;
  let server: Server;
  let api: string;
  let comments: { id: number; body: string; user?: { type: string }; author?: { id: number } }[];
  let calls: string[];
  const pulls = [{ number: 7, head: { sha: 'abc' } }];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'comment-'));
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { body = '' } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { body?: string };
      const path = (request.url ?? '').replace(/\?.*/, '');
      calls.push(`${request.method} ${path}`);
      let answer: unknown = {};
      if (path.endsWith('/pulls')) answer = pulls;
      else if (path.endsWith('/user')) answer = { id: 5 };
      else if (request.method === 'GET') answer = comments;
      else if (request.method === 'POST')
        comments.push({ id: 40 + comments.length, body, user: { type: 'Bot' }, author: { id: 5 } });
      else comments.find(({ id }) => path.endsWith(`/${id}`))!.body = body;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    comments = [
      { id: 1, body: '<!-- fluxspan: one comment that is kept up to date --> me too', user: { type: 'User' } },
    ];
    calls = [];
  });

  /** The script as a runner calls it; the server is in this process, so it must not wait. */
  const comment = (report: string | Buffer, event: object = {}, env: Readonly<Record<string, string>> = {}) => {
    const run = {
      event: 'pull_request',
      head_sha: 'abc',
      head_branch: 'change',
      head_repository: { owner: { login: 'someone' } },
      ...event,
    };
    writeFileSync(join(folder, 'event.json'), JSON.stringify({ workflow_run: run }));
    writeFileSync(join(folder, 'comment.md'), report);
    return new Promise<{ failed: boolean; said: string }>((resolve) => {
      execFile(
        process.execPath,
        [join(root, 'ci/comment.js')],
        {
          env: {
            PATH: process.env['PATH'],
            GITHUB_API_URL: api,
            GITHUB_REPOSITORY: 'example/platform',
            GITHUB_TOKEN: 'a-token',
            GITHUB_EVENT_PATH: join(folder, 'event.json'),
            FLUXSPAN_REPORT: join(folder, 'comment.md'),
            ...env,
          },
        },
        (error, stdout, stderr) => resolve({ failed: error !== null, said: stdout + stderr }),
      );
    });
  };

  it("is written once and kept up to date, and nobody else's is touched", async () => {
    expect(await comment('first')).toEqual({ failed: false, said: 'wrote the comment of pull request 7\n' });
    expect(await comment('second')).toEqual({ failed: false, said: 'updated the comment of pull request 7\n' });
    expect(comments.map(({ body }) => body.split('\n').at(-1))).toEqual([
      '<!-- fluxspan: one comment that is kept up to date --> me too',
      'second',
    ]);
  });

  it('trusts nothing in the report', async () => {
    const evil = `<!-- x --><script>a</script><img src=x>![a](https://example.org/a.png) @octocat \u202e\n<details><summary>a</summary></details>`;
    expect((await comment(evil)).failed).toBe(false);
    const body = comments.at(-1)!.body;
    expect(body).not.toMatch(/<script|<img|!\[|@octocat|\u202e|<!-- x/);
    expect(body).toContain('<details><summary>a</summary></details>');
    await comment(
      '&#64;octocat &commat;acme/team &lt;b&gt; acme/web#1 !2 GH-3 https://github.com/a/b/issues/4\n/close\n  /merge',
    );
    expect(comments.at(-1)!.body.replaceAll('\u200b', '_').split('\n').slice(1)).toEqual([
      '&_#_64;octocat &_commat;acme/team &lt;b&gt; acme/web#_1 !_2 GH-_3 https:_//github.com/a/b/issues/_4',
      '_/close',
      '  _/merge',
    ]);
    expect(await comment('a'.repeat(300_000))).toMatchObject({ failed: true });
    expect(await comment(Buffer.from([0xff, 0xfe]))).toMatchObject({ failed: true });
    expect((await comment('b'.repeat(100_000))).failed).toBe(false);
    expect(comments.at(-1)!.body.length).toBeLessThanOrEqual(65_000);
  });

  it('goes only where the commit is still the head, and only for pull requests', async () => {
    expect(await comment('a', { head_sha: 'old' })).toEqual({
      failed: false,
      said: 'no open pull request has this commit as its head any more\n',
    });
    expect(await comment('a', { event: 'push' })).toMatchObject({ failed: true });
    expect(await comment('a', { head_repository: null })).toEqual({
      failed: false,
      said: 'the fork of this commit is gone, so its pull request can not be found\n',
    });
    expect(comments).toHaveLength(1);
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  it('is a note on GitLab', async () => {
    const env = {
      GITLAB_CI: 'true',
      CI_API_V4_URL: `${api}/api/v4`,
      CI_PROJECT_ID: '12',
      CI_MERGE_REQUEST_IID: '3',
      FLUXSPAN_GITLAB_TOKEN: 'a-token',
    };
    const others = '<!-- fluxspan: one comment that is kept up to date --> of somebody';
    comments = [{ id: 1, body: others, author: { id: 6 } }];
    expect((await comment('first', {}, env)).said).toBe('wrote the note of merge request 3\n');
    expect((await comment('second', {}, env)).said).toBe('updated the note of merge request 3\n');
    expect(calls.at(-1)).toBe('PUT /api/v4/projects/12/merge_requests/3/notes/41');
    expect(comments[0]!.body).toBe(others);
  });
});

interface Step {
  readonly uses?: string;
  readonly with: Readonly<Record<string, unknown>>;
}

describe('the workflows', () => {
  const template = (path: string) => readFileSync(join(root, 'templates/project', path), 'utf8');
  const [check, comment, gitlab] = [
    '_github/workflows/fluxspan.yml',
    '_github/workflows/fluxspan-comment.yml',
    '_gitlab-ci.yml',
  ].map(template);

  it('are in the docs as init writes them', () => {
    const docs = readFileSync(join(root, 'docs/pull-requests.md'), 'utf8');
    const blocks = [...docs.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text!);
    const [firstJob] = gitlab!.split(/(?<=\n)\n(?=#)/);
    expect(blocks.slice(0, 2)).toEqual([check, firstJob]);
    // The others hold a script, so readers copy the files.
    for (const path of ['_github/workflows/fluxspan-comment.yml', '_gitlab-ci.yml'])
      expect(docs).toContain(`cp node_modules/fluxspan/templates/project/${path} ${path.replace('_', '.')}\n`);
  });

  it('hand the report from one to the other', () => {
    const steps = (text: string) =>
      Object.values((parse(text) as { jobs: Record<string, { steps: readonly Step[] }> }).jobs).flatMap(
        (job) => job.steps,
      );
    const upload = steps(check!).find(({ uses }) => uses?.startsWith('actions/upload-artifact'));
    const download = steps(comment!).find(({ uses }) => uses?.startsWith('actions/download-artifact'));
    expect(upload).toMatchObject({ if: 'always()', with: { path: 'fluxspan-report/comment.md' } });
    expect(download?.with['name']).toBe(upload?.with['name']);
    expect((parse(comment!) as { on: { workflow_run: object } }).on.workflow_run).toMatchObject({
      workflows: [(parse(check!) as { name: string }).name],
    });
    expect((parse(gitlab!) as Record<string, { needs?: unknown }>)['fluxspan comment']?.needs).toEqual([
      { job: 'fluxspan', artifacts: true },
    ]);
  });

  it('give the code of a pull request a token that only reads, and no secret', () => {
    expect(check).toContain('on: pull_request\npermissions:\n  contents: read\njobs:');
    expect(check).toContain('persist-credentials: false');
    for (const text of [check!, comment!]) expect(text).not.toMatch(/pull_request_target|secrets\./);
  });

  it.each(['templates/project/_gitlab-ci.yml', 'ci/gitlab/fluxspan.yml'])(
    "limit GitLab's token to an environment of the job that runs no code of the request: %s",
    (path) => {
      type Job = {
        readonly environment?: object;
        readonly script: readonly string[];
        readonly rules: readonly object[];
      };
      const jobs = Object.entries(parse(readFileSync(join(root, path), 'utf8')) as Record<string, Job>);
      const scoped = jobs.filter(([, { environment }]) => environment !== undefined);
      expect(scoped.map(([, { environment }]) => environment)).toEqual([
        { name: 'fluxspan-comment', action: 'access' },
      ]);
      const [, { script, rules }] = scoped[0]!;
      expect(script.join('\n')).not.toContain('npm ci');
      // GitLab may not know such a variable yet when it chooses the jobs of a pipeline.
      expect(JSON.stringify(rules)).not.toContain('TOKEN');
      const guarded = ['-ec', `${script[0]!}\necho runs`];
      const run = (token: string) =>
        execFileSync('sh', guarded, { encoding: 'utf8', env: { FLUXSPAN_GITLAB_TOKEN: token } });
      expect(run('')).toBe('no FLUXSPAN_GITLAB_TOKEN, so no note\n');
      expect(run('secret')).toBe('runs\n');
      const check = jobs.find(([, job]) => job.script?.includes('npm ci'))![1].script;
      const checked = (token: string) =>
        execFileSync('sh', ['-ec', `${check.slice(0, 2).join('\n')}\necho "[$FLUXSPAN_GITLAB_TOKEN]"`], {
          encoding: 'utf8',
          env: { FLUXSPAN_GITLAB_TOKEN: token },
        });
      expect(checked('')).toBe('[]\n');
      expect(checked('secret')).toBe('limit FLUXSPAN_GITLAB_TOKEN to the environment fluxspan-comment\n[]\n');
    },
  );

  it('run none of its code where the token can write', () => {
    expect(comment).toContain('workflow_run:');
    expect(comment).not.toContain('checkout');
    expect(gitlab).toContain('    - unset FLUXSPAN_GITLAB_TOKEN');
    const action = readFileSync(join(root, 'ci/github/comment/action.yml'), 'utf8');
    expect(action).not.toMatch(/checkout|npm /);
    // An expression in a script would be code of whoever writes its value.
    for (const one of ['check', 'comment']) {
      const text = readFileSync(join(root, `ci/github/${one}/action.yml`), 'utf8');
      const { runs } = parse(text) as { runs: { steps: readonly { run?: string }[] } };
      const scripts = runs.steps.flatMap(({ run }) => run ?? []).join('\n');
      expect(scripts.trimEnd().split('\n').at(-1)).toBe(`node "$GITHUB_ACTION_PATH/../../${one}.js"`);
      expect(scripts).not.toContain('${{');
    }
  });
});
