// The built command on this repository's own clusters, from the start of its process to its end.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ms, print } from './child.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const ROUNDS = 15;
/** @param {readonly string[]} args */
const median = (args) => {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' });
    times.push(performance.now() - start);
    if (status !== 0) throw new Error(`node ${args.join(' ')} failed`);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
};
const base = median(['-e', "require('cdk8s')"]);
const command = median(['bin/fluxspan.js', 'synth']);
print([
  [`median of ${ROUNDS}`, 'time'],
  ['node -e "require(\'cdk8s\')"', ms(base)],
  ['fluxspan synth, dev and prod', `${ms(command)} (${(command / base).toFixed(2)} times)`],
  ['fluxspan --version', ms(median(['bin/fluxspan.js', '--version']))],
]);
