// fluxspan watch on two clusters of this repository's platform: from the save of a file that changes one addon to the
// report that the tree is written.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { against, ms, print } from './child.js';
import { commitFleet, fluxspan, makeFleet, settings } from './fleet-project.js';

const ROUNDS = 40;
/** The code is compiled meanwhile. */
const WARM_UP = 10;
const MOST = 150;

const folder = mkdtempSync(join(tmpdir(), 'fluxspan-bench-'));
const project = join(folder, 'project');
const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
mkdirSync(env.XDG_CACHE_HOME, { mode: 0o700 });
makeFleet(project, 2);
spawnSync(process.execPath, [fluxspan, 'synth', '--no-base', '--no-typecheck'], { cwd: project, env });
commitFleet(project);

/** @param {readonly string[]} args */
const measure = async (args) => {
  const watch = spawn(process.execPath, [fluxspan, 'watch', '--no-typecheck', ...args], { cwd: project, env });
  let output = '';
  let told = () => {};
  for (const stream of [watch.stdout, watch.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
      told();
    });
  }
  /** @param {RegExp} pattern @returns {Promise<void>} */
  const until = (pattern) =>
    new Promise((end, fail) => {
      const limit = setTimeout(() => fail(new Error(output)), 60_000);
      told = () => {
        if (!pattern.test(output)) return;
        clearTimeout(limit);
        output = '';
        end();
      };
      told();
    });
  await until(/ in \d+ ms/);
  /** @type {number[]} */
  const times = [];
  const file = join(project, 'src/settings.ts');
  for (let round = 0; round < ROUNDS; round++) {
    // What editors do once a file is saved, and a person before it is saved again.
    await new Promise((end) => setTimeout(end, 100));
    const start = performance.now();
    writeFileSync(`${file}~`, settings(round % 2 === 0 ? 'upsert-only' : 'create-only'));
    renameSync(`${file}~`, file);
    await until(/ files written in \d+ ms/);
    if (round >= WARM_UP) times.push(performance.now() - start);
  }
  watch.kill('SIGINT');
  await new Promise((end) => watch.on('close', end));
  const sorted = times.sort((a, b) => a - b);
  const [fastest = 0, median = 0] = [sorted[0], sorted[times.length >> 1]];
  const target = against(median, `at most ${MOST} ms`, median <= MOST);
  return [`watch ${args.join(' ')}`.trim(), ms(median), ms(fastest), target];
};

print([
  ['from save to written', `median of ${ROUNDS - WARM_UP}`, 'fastest', 'ms'],
  await measure([]),
  await measure(['--no-base']),
]);
rmSync(folder, { recursive: true });
