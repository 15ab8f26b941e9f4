// The built command on a hundred clusters of this repository's platform, and on one of three hundred, after a change of
// one addon in all of them: from the start of the process to its end, with nothing but the change to write.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { against, ms, print } from './child.js';
import { commitFleet, fluxspan, makeFleet, settings } from './fleet-project.js';

const ROUNDS = 3;

const folder = mkdtempSync(join(tmpdir(), 'fluxspan-bench-'));
const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
mkdirSync(env.XDG_CACHE_HOME, { mode: 0o700 });

/**
 * @param {number} clusters
 * @param {readonly string[]} args
 * @param {number} [most] seconds
 */
const row = (clusters, args, most) => {
  const project = join(folder, String(clusters));
  const changed = args.includes('--cluster') ? 1 : clusters;
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    execFileSync('git', ['checkout', '--quiet', 'k8s'], { cwd: project });
    const start = performance.now();
    const { stdout, stderr } = spawnSync(process.execPath, [fluxspan, 'synth', ...args], {
      cwd: project,
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const wall = performance.now() - start;
    if (!stdout.includes(` ${changed} changed`)) throw new Error(stdout + stderr);
    times.push(wall);
  }
  const sorted = times.sort((a, b) => a - b);
  const [fastest = 0, median = 0] = [sorted[0], sorted[ROUNDS >> 1]];
  const target = most === undefined ? '' : against(median / 1000, `at most ${most} s`, median <= most * 1000);
  return [`synth ${args.join(' ')}`.trim(), clusters, ms(median), ms(fastest), target];
};

for (const clusters of [100, 300]) {
  const project = join(folder, String(clusters));
  makeFleet(project, clusters);
  spawnSync(process.execPath, [fluxspan, 'synth', '--no-base', '--no-typecheck'], {
    cwd: project,
    env,
    maxBuffer: 1 << 28,
  });
  commitFleet(project);
  writeFileSync(join(project, 'src/settings.ts'), settings('upsert-only'));
}
print([
  ['command', 'clusters', `median of ${ROUNDS}`, 'fastest', 'seconds'],
  row(100, [], 2),
  row(100, ['--no-typecheck'], 2),
  row(100, ['--no-typecheck', '--no-base']),
  row(100, ['--no-typecheck', '--cluster', 'cluster-050'], 1),
  row(300, ['--no-typecheck', '--cluster', 'cluster-050'], 1),
  row(300, ['--no-typecheck']),
]);
rmSync(folder, { recursive: true });
