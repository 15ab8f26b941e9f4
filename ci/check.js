// Runs what a pull request must pass, and writes what a comment says of it. It runs the code of the pull request, so it
// needs no secret and gets none. Node 20, no packages.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MARK, MOST } from './report.js';

const { env } = process;
const out = resolve(env.FLUXSPAN_OUT || 'fluxspan-report');
const plan = env.FLUXSPAN_PLAN || '';
const tests = env.FLUXSPAN_TEST ?? 'npm test --if-present';
const base = env.FLUXSPAN_BASE || '';

/** What the runner knows and the pull request's code must not: tokens, and files by which a step tells later ones something. */
const SECRET = /TOKEN|SECRET|PASSWORD|CREDENTIAL|PRIVATE_KEY|^GITHUB_(?:ENV|PATH|OUTPUT|STATE)$/i;
const inner = Object.fromEntries(Object.entries(env).filter(([name]) => !SECRET.test(name)));

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {boolean} [shell]
 */
const run = (command, args, shell = false) => {
  console.log(`> ${[command, ...args].join(' ')}`);
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...inner, NO_COLOR: '1', CI: 'true' },
    shell,
    maxBuffer: 64 * 2 ** 20,
  });
  process.stdout.write(stdout ?? '');
  process.stderr.write(stderr ?? '');
  if (error !== undefined) console.error(error.message);
  return {
    passed: status === 0,
    stdout: stdout ?? '',
    stderr: stderr ?? '',
    said: `${stderr ?? ''}${stdout ?? ''}`,
  };
};

const fluxspan = (/** @type {readonly string[]} */ ...args) => run('npx', ['--no-install', 'fluxspan', ...args]);

/** @type {{ name: string, passed: boolean, said: string }[]} */
const results = [];
const synth = fluxspan('synth', '--check', ...(base === '' ? [] : ['--base', base]));
results.push({ name: 'Types, rules and the committed tree', passed: synth.passed, said: synth.said });
if (tests !== '') {
  const { passed, said } = run(tests, [], true);
  results.push({ name: 'Tests', passed, said });
}
if (plan !== '') {
  // What it says may quote the plan, which nobody but the runner's log may have.
  const { passed } = fluxspan('contract', 'check', plan);
  results.push({ name: 'The Terraform plan keeps the contract', passed, said: '' });
}
const diff = fluxspan('diff', ...(base === '' ? [] : [base]), '--format', 'markdown');

/** Longer than any run of backticks inside. */
const fenced = (/** @type {string} */ text) => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
};
const LONGEST = 6000;
const shortened = (/** @type {string} */ text) =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… the job's log has the rest` : text;

const rows = results.map(({ name, passed }) => `| ${name} | ${passed ? 'passed' : '**failed**'} |`);
const failures = results
  .filter(({ passed, said }) => !passed && said !== '')
  .map(({ name, said }) => `<details><summary>${name}</summary>\n\n${fenced(shortened(said))}\n\n</details>\n`);
const head = `${MARK}\n| fluxspan | |\n| --- | --- |\n${rows.join('\n')}\n\n${failures.join('\n')}\n`;
const why = diff.stderr === '' ? "the job's log has the reason" : fenced(shortened(diff.stderr));
const incomplete = `**The diff is incomplete.**\n\n<details><summary>Why</summary>\n\n${why}\n\n</details>\n\n`;
const shown = diff.passed ? diff.stdout : incomplete + diff.stdout;
const room = MOST - head.length - 100;
const rest = shown.length > room ? `${shown.slice(0, room)}\n\n… the rest does not fit here\n` : shown;
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'comment.md'), head + rest);
if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, head + rest);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
