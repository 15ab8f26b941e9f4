// Runs what a pull request must pass, and writes what a comment says of it, and the same problems as SARIF and in the
// format of GitLab's Code Quality. It runs the code of the pull request, so it needs no secret and gets none. Node 20, no
// packages.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { codeQuality, sarif } from './formats.js';
import { identityOf, openKnown } from './known.js';
import { MOST } from './report.js';
import { openPlaces, printReport } from './summary.js';

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
 * @param {{ shell?: boolean, quiet?: boolean, cwd?: string }} [options]
 */
const run = (command, args, { shell = false, quiet = false, cwd = process.cwd() } = {}) => {
  if (!quiet) console.log(`> ${[command, ...args].join(' ')}`);
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...inner, NO_COLOR: '1', CI: 'true' },
    shell,
    cwd,
    maxBuffer: 64 * 2 ** 20,
  });
  if (!quiet) {
    process.stdout.write(stdout ?? '');
    process.stderr.write(stderr ?? '');
    if (error !== undefined) console.error(error.message);
  }
  return {
    passed: status === 0,
    stdout: stdout ?? '',
    stderr: stderr ?? '',
    said: `${stderr ?? ''}${stdout ?? ''}`,
  };
};

const fluxspan = (/** @type {readonly string[]} */ ...args) => run('npx', ['--no-install', 'fluxspan', ...args]);

/** What the commands write for this script. */
const work = mkdtempSync(join(tmpdir(), 'fluxspan-check-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));

/** @param {string} text @returns {any} */
const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * A command as text for the log and as data; the data is `undefined` where it gave none.
 *
 * @param {readonly string[]} args
 */
const withData = (...args) => {
  const file = join(work, 'result.json');
  rmSync(file, { force: true });
  const result = fluxspan(...args, '--json-file', file);
  return { ...result, data: existsSync(file) ? parsed(readFileSync(file, 'utf8')) : undefined };
};

/** git runs nothing that the repository names. */
const SAFE = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'safe.bareRepository=explicit'];
const git = (/** @type {readonly string[]} */ ...args) => {
  const { passed, stdout } = run('git', [...SAFE, ...args], { quiet: true });
  return passed ? stdout.trim() : undefined;
};

/** @type {{ name: string, passed: boolean, said: string }[]} */
const results = [];
const synthArgs = ['synth', '--check', ...(base === '' ? [] : ['--base', base])];
const synth = withData(...synthArgs);
results.push({ name: 'Types, rules and the committed tree', passed: synth.passed, said: synth.said });
if (tests !== '') {
  const { passed, said } = run(tests, [], { shell: true });
  results.push({ name: 'Tests', passed, said });
}
/** @type {any[]} */
let ofPlan = [];
if (plan !== '') {
  // What it says may quote the plan, which nobody but the runner's log may have.
  const { passed, data } = withData('contract', 'check', plan);
  results.push({ name: 'The Terraform plan keeps the contract', passed, said: '' });
  ofPlan = (data?.diagnostics ?? []).map((/** @type {any} */ { code, name, severity, at }) => ({
    code,
    name,
    severity,
    at: { cluster: at.cluster },
    message: "the job's log says what is wrong in the plan",
    notes: [],
    fix: '',
  }));
}
const hasHelm = env.FLUXSPAN_HELM !== '' && run('helm', ['version', '--short'], { quiet: true }).passed;
const diffArgs = ['diff', ...(base === '' ? [] : [base]), ...(hasHelm ? ['--helm'] : [])];
const diff = withData(...diffArgs, '--format', 'markdown');

const target = env.GITHUB_BASE_REF || env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME;
const targets = [base, ...(target ? [`origin/${target}`] : []), 'origin/main', 'origin/master'].filter(
  (one) => one !== '',
);
/** The commit from which this change starts. */
const start =
  synth.data?.owners?.[0]?.base?.commit ??
  targets.map((one) => git('merge-base', 'HEAD', one)).find((one) => one !== undefined);

/** The problems that were there before: `undefined` where that can't be found out. */
const inBase = () => {
  const top = git('rev-parse', '--show-toplevel');
  const prefix = git('rev-parse', '--show-prefix');
  if (start === undefined || top === undefined || prefix === undefined) return undefined;
  const there = join(work, 'base');
  try {
    if (git('worktree', 'add', '--detach', there, start) === undefined) return undefined;
    // With the packages of this change, so that a rule that a new version has brought counts as known.
    for (let folder = prefix; ; folder = `${dirname(folder)}/`.replace(/^\.\/$/, '')) {
      const modules = join(top, folder, 'node_modules');
      if (existsSync(modules) && existsSync(join(there, folder)) && !existsSync(join(there, folder, 'node_modules')))
        symlinkSync(modules, join(there, folder, 'node_modules'));
      if (folder === '') break;
    }
    const args = ['--no-install', 'fluxspan', 'synth', '--check', '--base', start, '--json'];
    return parsed(run('npx', args, { quiet: true, cwd: join(there, prefix) }).stdout)?.diagnostics;
  } finally {
    git('worktree', 'remove', '--force', there);
  }
};

/** @type {any[]} */
const found = [];
const seen = new Set();
for (const one of [...(synth.data?.diagnostics ?? []), ...(diff.data?.diagnostics ?? [])]) {
  const identity = identityOf(one);
  if (!seen.has(identity)) found.push(one);
  seen.add(identity);
}
const before = found.length === 0 ? [] : inBase();
const isKnown = openKnown(before ?? [], synth.data?.owners ?? []);
const problems = [...found, ...ofPlan].map((problem) => ({ ...problem, isNew: !isKnown(problem) }));

// In the first step of a handover the code says what both steps do, and of an edited file what isn't there: the commits
// say what this merge does.
const isFirstStep = problems.some(({ code, message }) => code === 'FX510' && /step 1 of 2/.test(message));
const isEdited = (synth.data?.kept ?? []).length > 0;
const committed =
  start !== undefined && (isFirstStep || isEdited)
    ? fluxspan('diff', start, 'HEAD', '--format', 'markdown')
    : undefined;

const isCompared = before !== undefined;
const comment = printReport(
  { results, problems, diff, diffData: diff.data, committed, isFirstStep, hasHelm, isCompared },
  MOST,
);
const placeOf = openPlaces(process.cwd(), synth.data?.root ?? 'k8s', git('rev-parse', '--show-prefix') ?? '');
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'comment.md'), comment);
writeFileSync(join(out, 'fluxspan.sarif'), `${JSON.stringify(sarif(problems, placeOf), null, 2)}\n`);
writeFileSync(join(out, 'code-quality.json'), `${JSON.stringify(codeQuality(problems, placeOf), null, 2)}\n`);
if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, comment);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
