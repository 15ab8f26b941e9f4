// Writes the report as the one comment of a pull or merge request. It runs none of the request's code, and trusts
// nothing in the report. Node 20, no packages. The jobs that `fluxspan init` writes hold this script and report.js
// themselves: `npx vitest run test/ci -u` puts it there.
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { bodyOf, MARK, MOST_BYTES } from './report.js';

const { env } = process;
const need = (/** @type {string} */ name) => {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
};

/**
 * @param {string} method
 * @param {string} url
 * @param {Record<string, string>} headers
 * @param {object} [body]
 */
const call = async (method, url, headers, body) => {
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'fluxspan' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname} gives ${response.status}`);
  return response.json();
};

/** The items of all pages, until one is found. @param {(page: number) => Promise<any[]>} read @param {(one: any) => boolean} is */
const findPaged = async (read, is) => {
  for (let page = 1; page <= 30; page++) {
    const items = await read(page);
    const found = items.find(is);
    if (found !== undefined || items.length < 100) return found;
  }
  return undefined;
};

/** @param {string} body */
const onGitHub = async (body) => {
  const api = `${env.GITHUB_API_URL || 'https://api.github.com'}/repos/${need('GITHUB_REPOSITORY')}`;
  const headers = { authorization: `Bearer ${need('GITHUB_TOKEN')}`, accept: 'application/vnd.github+json' };
  // The event is GitHub's own word; the report may say nothing about where it goes.
  const { workflow_run: run } = JSON.parse(readFileSync(need('GITHUB_EVENT_PATH'), 'utf8'));
  if (run?.event !== 'pull_request') throw new Error('this is for workflow_run events of pull requests');
  // GitHub gives null for a fork that was deleted.
  if (!run.head_repository) return 'the fork of this commit is gone, so its pull request can not be found';
  const head = `${run.head_repository.owner.login}:${run.head_branch}`;
  const pulls = await call('GET', `${api}/pulls?state=open&per_page=100&head=${encodeURIComponent(head)}`, headers);
  const pull = pulls.find(
    (/** @type {any} */ { head }) => head.sha === run.head_sha && head.repo?.id === run.head_repository.id,
  );
  if (pull === undefined) return 'no open pull request has this commit as its head any more';
  const comments = `${api}/issues/${pull.number}/comments`;
  const own = await findPaged(
    (page) => call('GET', `${comments}?per_page=100&page=${page}`, headers),
    (one) => one.user?.type === 'Bot' && String(one.body).startsWith(MARK),
  );
  if (own === undefined) await call('POST', comments, headers, { body });
  else await call('PATCH', `${api}/issues/comments/${own.id}`, headers, { body });
  return `${own === undefined ? 'wrote' : 'updated'} the comment of pull request ${pull.number}`;
};

/** @param {string} body */
const onGitLab = async (body) => {
  const request = need('CI_MERGE_REQUEST_IID');
  const notes = `${need('CI_API_V4_URL')}/projects/${need('CI_PROJECT_ID')}/merge_requests/${request}/notes`;
  const headers = { 'private-token': need('FLUXSPAN_GITLAB_TOKEN') };
  const { id } = await call('GET', `${need('CI_API_V4_URL')}/user`, headers);
  const own = await findPaged(
    (page) => call('GET', `${notes}?per_page=100&page=${page}`, headers),
    (one) => one.system !== true && one.author?.id === id && String(one.body).startsWith(MARK),
  );
  if (own === undefined) await call('POST', notes, headers, { body });
  else await call('PUT', `${notes}/${own.id}`, headers, { body });
  return `${own === undefined ? 'wrote' : 'updated'} the note of merge request ${request}`;
};

/**
 * The bytes of a file that came out of an archive. A link there could lead to any file of this runner, such as
 * /proc/self/environ, which has the token.
 *
 * @param {string} path
 */
const readReport = (path) => {
  const full = resolve(path);
  const base = dirname(dirname(full));
  const top = [env.CI_PROJECT_DIR, env.RUNNER_TEMP].find((one) => one && full.startsWith(`${resolve(one)}/`)) ?? base;
  const file = openSync(full, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const isLinked = realpathSync(full) !== join(realpathSync(top), relative(top, full));
    const { size } = fstatSync(file);
    if (isLinked || !fstatSync(file).isFile()) throw new Error('the report is a link, or not a file');
    if (size > MOST_BYTES) throw new Error(`the report has ${size} bytes, and a comment has fewer`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
};

const body = bodyOf(readReport(env.FLUXSPAN_REPORT || 'fluxspan-report/comment.md'));
console.log(await (env.GITLAB_CI ? onGitLab(body) : onGitHub(body)));
