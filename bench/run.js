// npm run bench [-- NAME…] [--write] [--busy] [--stale]: every measurement runs in a process of its own, side by side with
// what a user would run instead. docs/performance.md says what each one measures.
//
// --write builds the package, measures, and puts the figures that have a target into bench/figures.json and the table of
// docs/performance.md, with the commit and the day. It needs a machine that does nothing else; --busy measures on any, and
// says so in the table. --stale measures nothing and names the figures that are older than what they measure.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from '../scripts/bundle.js';
import './new-folder.js';

const root = fileURLToPath(new URL('..', import.meta.url));
/** @type {typeof import('./parts.js')} */
const { allParts } = await load('bench/parts.ts');
/** @type {typeof import('./figures.js')} */
const { figuresOf, staleParts, withFigures } = await load('bench/figures.ts');

const usage = 'usage: npm run bench [-- NAME…] [--write [--busy] | --stale]';
/** @param {string} message */
const refuse = (message) => {
  console.error(message);
  process.exit(2);
};
const args = process.argv.slice(2);
const flags = new Set(args.filter((arg) => arg.startsWith('-')));
const names = args.filter((arg) => !arg.startsWith('-'));
for (const flag of flags)
  if (!['--write', '--busy', '--stale'].includes(flag)) refuse(`there is no option "${flag}"\n${usage}`);
if (flags.has('--stale') && flags.size > 1) refuse(`--stale measures nothing\n${usage}`);
for (const name of names) {
  if (!(name in allParts)) refuse(`there is no measurement "${name}"; there are ${Object.keys(allParts).join(', ')}`);
}
const asked = Object.entries(allParts).filter(([name]) => names.length === 0 || names.includes(name));
const kept = asked.filter(([, { isPrinted }]) => isPrinted !== true);

/** @param {readonly string[]} args */
const git = (args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status, stdout };
};
const dataFile = join(root, 'bench/figures.json');
const page = join(root, 'docs/performance.md');
/** @type {Record<string, import('./figures.js').PartFigures>} */
const figures = JSON.parse(readFileSync(dataFile, 'utf8'));

if (flags.has('--stale')) {
  const stale = staleParts(figures, Object.fromEntries(kept.map(([name, { measures }]) => [name, measures])), git);
  for (const line of stale) console.error(line);
  if (stale.length > 0) refuse('  fix  run npm run bench -- --write on an idle machine, and commit what it writes');
  console.log('no figure is older than what it measures');
  process.exit();
}

const isWriting = flags.has('--write');
const chosen = isWriting ? kept : asked;
const recorded = join(tmpdir(), `fluxspan-bench-rows-${process.pid}`);
const [busy = 0] = loadavg();
if (isWriting) {
  const changed = git([
    'status',
    '--porcelain',
    '--',
    ...new Set(chosen.flatMap(([, { measures }]) => measures)),
  ]).stdout;
  if (changed !== '')
    refuse(`commit these first, since a figure names the commit that it measured:\n${changed.trimEnd()}`);
  if (busy > cpus().length / 4 && !flags.has('--busy'))
    refuse(`the machine has a load of ${busy.toFixed(1)}: wait until nothing else runs, or add --busy`);
  const { status } = spawnSync(process.execPath, ['scripts/build.js'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

const start = performance.now();
for (const [name] of chosen) {
  console.log(`\n# ${name}`);
  const env = isWriting ? { ...process.env, FLUXSPAN_BENCH_ROWS: recorded } : process.env;
  if (isWriting) writeFileSync(recorded, '');
  const { status } = spawnSync(process.execPath, [join(root, `bench/${name}.js`)], { stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
  if (!isWriting) continue;
  const tables = readFileSync(recorded, 'utf8').split('\n').filter(Boolean);
  const found = tables.flatMap((line) => figuresOf(JSON.parse(line)));
  if (found.length === 0) {
    console.error(`${name} gave no figure with a target: its figures stay as they were`);
    process.exitCode = 1;
    continue;
  }
  figures[name] = {
    commit: git(['rev-parse', 'HEAD']).stdout.trim(),
    date: new Date().toISOString().slice(0, 10),
    machine: `Node ${process.versions.node.split('.')[0]}, ${cpus().length} cores${flags.has('--busy') ? `, load ${busy.toFixed(0)}` : ''}`,
    figures: found,
  };
}
if (isWriting) {
  rmSync(recorded, { force: true });
  const ordered = Object.fromEntries(
    Object.keys(allParts).flatMap((name) => (figures[name] ? [[name, figures[name]]] : [])),
  );
  writeFileSync(dataFile, `${JSON.stringify(ordered, null, 2)}\n`);
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), ordered));
  console.log('\nwrote bench/figures.json and the table of docs/performance.md');
}
console.log(`\nmeasured in ${Math.round((performance.now() - start) / 1000)} s`);
