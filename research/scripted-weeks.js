// node research/scripted-weeks.js WEEKS: many weeks of two teams, one that squashes and one that merges, each with ten pull
// requests side by side, merged in another order. Runs test/synth/scripted-weeks.test.ts, and fails if a check was red for a
// reason that isn't its own, or Flux deleted what no one declared.
import { spawnSync } from 'node:child_process';

const [weeks] = process.argv.slice(2);
if (weeks === undefined || !/^[1-9]\d*$/.test(weeks)) {
  console.error('usage: node research/scripted-weeks.js WEEKS');
  process.exit(2);
}
const { status } = spawnSync('npx', ['vitest', 'run', 'test/synth/scripted-weeks.test.ts', '--maxWorkers=1'], {
  env: { ...process.env, FLUXSPAN_WEEKS: weeks },
  stdio: 'inherit',
});
process.exit(status ?? 1);
