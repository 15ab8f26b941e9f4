// The built command after an edit that changes one object, with the comparison with the base, from the start of its
// process to its end: in a project of `init --template eks`, in a clone of this repository, and in one with 5,000 more
// files of others. As multiples of the time that Node takes to load cdk8s: of each run, in the same round. A machine's speed
// changes within seconds, and its fastest moments fit a short run more often than a long one.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { against, ms, print } from './child.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const ROUNDS = Number(process.env['FLUXSPAN_BENCH_ROUNDS'] ?? 15);
const FILES = 5000;
/** Times what loading cdk8s takes: 50 ms where that takes 82. */
const MOST_MORE = 0.6;

const folder = mkdtempSync(join(tmpdir(), 'fluxspan-bench-'));
const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
mkdirSync(env.XDG_CACHE_HOME, { mode: 0o700 });

const who = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', '-c', 'commit.gpgsign=false'];
/** @param {string} cwd @param {readonly string[]} args */
const git = (cwd, ...args) => execFileSync('git', [...who, ...args], { cwd, stdio: 'ignore' });
/** @param {string} cwd @param {readonly string[]} args */
const fluxspan = (cwd, ...args) => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'bin/fluxspan.js'), ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`fluxspan ${args.join(' ')} failed in ${cwd}: ${stderr}`);
};

/**
 * Commits all, as what Flux has, packs it, as what is fetched is, and checks out a branch. Left to itself, git packs or
 * doesn't, by how many loose objects the cloned repository has, and listing 500 loose trees takes some 40 ms.
 *
 * @param {string} project
 */
const commit = (project) => {
  git(project, 'add', '--all');
  git(project, '-c', 'gc.auto=0', 'commit', '--allow-empty', '-m', 'what Flux has');
  git(project, 'repack', '-a', '-d', '--quiet');
  git(project, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  git(project, 'checkout', '-B', 'change');
};

/** A clone with the built package and the packages of this one. @param {string} name */
const clone = (name) => {
  const project = join(folder, name);
  git(folder, 'clone', '--quiet', root, project);
  for (const link of ['dist', 'node_modules']) symlinkSync(join(root, link), join(project, link), 'junction');
  writeFileSync(join(project, '.git/info/exclude'), 'dist\nnode_modules\n');
  return project;
};

const eks = join(folder, 'eks');
fluxspan(folder, 'init', eks, '--template', 'eks', '--yes', '--no-install', '--package', '0.1.0');
mkdirSync(join(eks, 'node_modules'));
for (const name of ['@types', 'cdk8s', 'cdk8s-plus-30', 'constructs', 'typescript', 'zod', 'fluxspan']) {
  const target = name === 'fluxspan' ? root : join(root, 'node_modules', name);
  symlinkSync(target, join(eks, 'node_modules', name), 'junction');
}
const own = clone('own');
const wide = clone('wide');
for (let at = 0; at < FILES; at++) {
  const isYaml = at % 5 < 3;
  const path = join(wide, 'others', `app-${at % 500}`, isYaml ? `file-${at}.yaml` : `file-${at}.ts`);
  mkdirSync(dirname(path), { recursive: true });
  const lines = Array.from({ length: 20 }, (_, line) => `    line ${line} of file ${at}\n`).join('');
  const yaml = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: other-${at}\n  namespace: team-${at % 50}\ndata:\n  text: |\n${lines}`;
  writeFileSync(path, isYaml ? yaml : `export const value${at} = ${at};\n`.repeat(20));
}
fluxspan(eks, 'synth', '--no-base', '--no-typecheck');
for (const project of [eks, own, wide]) commit(project);

/** @param {string} project @param {string} file @param {RegExp} pattern @param {(round: number) => string} text */
const edit = (project, file, pattern, text) => (/** @type {number} */ round) => {
  const path = join(project, file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(pattern, text(round));
  if (after === before) throw new Error(`${path} has nothing to edit`);
  writeFileSync(path, after);
};
const replicas = edit(eks, 'src/app.ts', /replicas: \d+/, (round) => `replicas: ${round + 3}`);
/** @param {string} project */
const admin = (project) =>
  edit(project, 'src/platform/dev.ts', /admin\d*@admin\.com/, (round) => `admin${round + 1}@admin.com`);

/**
 * @typedef {{ name: string, project: string, package: string, edit: (round: number) => void, most: number }} Case the
 *   package is the one that the project's app imports, as in any project: another one would hand over to it
 */
/** @type {readonly Case[]} */
const projects = [
  { name: 'init --template eks', project: eks, package: root, edit: replicas, most: 4 },
  { name: 'this repository', project: own, package: own, edit: admin(own), most: 5 },
  { name: `with ${FILES} more files`, project: wide, package: wide, edit: admin(wide), most: Number.POSITIVE_INFINITY },
];
const runs = [
  { name: 'node -e "require(\'cdk8s\')"', args: ['-e', "require('cdk8s')"], cwd: root, most: Number.POSITIVE_INFINITY },
  ...projects.flatMap(({ name, project: cwd, package: from, edit: change, most }) =>
    [false, true].map((checksTypes) => ({
      name: `${name}${checksTypes ? ', with types' : ''}`,
      args: [join(from, 'bin/fluxspan.js'), 'synth', ...(checksTypes ? [] : ['--no-typecheck'])],
      cwd,
      change,
      most: most + (checksTypes ? 1 : 0),
    })),
  ),
];
/** @type {{ time: number, cpu: number }[][]} */
const found = runs.map(() => []);
const cpuOfChildren = () => {
  // Linux has it in clock ticks: of the children, and of theirs.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
};
const hasCpu = process.platform === 'linux';
let edits = 0;
// The first round fills the caches: of compiled code, of the types, and of files by their hashes.
for (let round = -1; round < ROUNDS; round++) {
  for (const [index, run] of runs.entries()) {
    if ('change' in run) run.change(edits++);
    const before = hasCpu ? cpuOfChildren() : 0;
    const start = performance.now();
    const { status } = spawnSync(process.execPath, run.args, { cwd: run.cwd, env, stdio: 'ignore' });
    const time = performance.now() - start;
    if (status !== 0) throw new Error(`${run.name} failed`);
    if (round >= 0) found[index]?.push({ time, cpu: (hasCpu ? cpuOfChildren() : 0) - before });
  }
}
/** @param {number} index @param {'time' | 'cpu'} what */
const best = (index, what) => Math.min(...(found[index] ?? []).map((one) => one[what]));
/** @param {readonly number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
/** @param {number} index */
const times = (index) => (found[index] ?? []).map((one) => one.time);
/**
 * By how many milliseconds, or times, each run of a case differs from that of another one in the same round.
 *
 * @param {number} index
 * @param {number} other
 * @param {(time: number, beside: number) => number} compare
 */
const inPairs = (index, other, compare) => median(times(index).map((time, at) => compare(time, times(other)[at] ?? 0)));
print([
  ['synth after an edit of one object', 'fastest', `median of ${ROUNDS}`, 'CPU, fastest', 'in pairs, times the first'],
  ...runs.map(({ name, most }, index) => {
    const ratio = inPairs(index, 0, (time, first) => time / first);
    return [
      name,
      ms(best(index, 'time')),
      ms(median(times(index))),
      ms(best(index, 'cpu')),
      Number.isFinite(most) ? against(ratio, `at most ${most}`, ratio <= most) : ratio.toFixed(2),
    ];
  }),
]);
const more = times(5).map((time, at) => time - (times(3)[at] ?? 0));
const ratio = median(more.map((time, at) => time / (times(0)[at] ?? 1)));
print([
  ['the same repository with more files of others', 'in pairs, times the first', 'in pairs, more', 'CPU, more'],
  [
    `${FILES} files`,
    against(ratio, `at most ${MOST_MORE}`, ratio <= MOST_MORE),
    ms(median(more)),
    ms(best(5, 'cpu') - best(3, 'cpu')),
  ],
]);
rmSync(folder, { recursive: true });
