// The built command on this repository's own clusters, from the start of its process to its end.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { against, ms, print } from './child.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const ROUNDS = 15;
const MOST = 3;

// Caches of their own: one that fills, and one that is always empty, as in a new clone.
const folder = mkdtempSync(join(tmpdir(), 'fluxspan-bench-'));
const [warm, cold] = [join(folder, 'warm'), join(folder, 'cold')];
/** @type {readonly { name: string, args: readonly string[], cache?: string, target?: boolean }[]} */
const commands = [
  { name: 'node -e "require(\'cdk8s\')"', args: ['-e', "require('cdk8s')"] },
  { name: 'fluxspan synth, dev and prod', args: ['bin/fluxspan.js', 'synth'] },
  {
    name: 'fluxspan synth --no-typecheck',
    args: ['bin/fluxspan.js', 'synth', '--no-typecheck'],
    target: true,
  },
  {
    name: 'fluxspan synth --no-typecheck --no-base',
    args: ['bin/fluxspan.js', 'synth', '--no-typecheck', '--no-base'],
    target: true,
  },
  {
    name: 'the same, the first in a clone',
    args: ['bin/fluxspan.js', 'synth', '--no-typecheck', '--no-base'],
    cache: cold,
  },
  { name: 'fluxspan --version', args: ['bin/fluxspan.js', '--version'] },
];
/** @type {number[][]} */
const times = commands.map(() => []);
// In turn, so that what else the machine does falls on all of them, forwards and backwards, so that none always runs
// after the same.
for (let round = 0; round < ROUNDS; round++) {
  for (let turn = 0; turn < commands.length; turn++) {
    const index = round % 2 === 0 ? turn : commands.length - 1 - turn;
    const { args, cache = warm } = commands[index] ?? { args: [] };
    rmSync(cold, { recursive: true, force: true });
    const env = { ...process.env, XDG_CACHE_HOME: cache };
    const start = performance.now();
    const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'ignore' });
    times[index]?.push(performance.now() - start);
    if (status !== 0) throw new Error(`node ${args.join(' ')} failed`);
  }
}
const sorted = times.map((all) => all.sort((a, b) => a - b));
const median = sorted.map((all) => all[Math.floor(ROUNDS / 2)] ?? 0);
print([
  ['command', `median of ${ROUNDS}`, 'fastest', 'medians, times the first'],
  ...commands.map(({ name, target }, index) => {
    const ratio = (median[index] ?? 0) / (median[0] ?? 1);
    return [
      name,
      ms(median[index] ?? 0),
      ms(sorted[index]?.[0] ?? 0),
      target === true ? against(ratio, `at most ${MOST}`, ratio <= MOST) : ratio.toFixed(2),
    ];
  }),
]);
rmSync(folder, { recursive: true });
