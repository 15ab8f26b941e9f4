// npm run bench [-- NAME…]: every measurement runs in a process of its own, side by side with what a user would run
// instead. Figures and method are explained in docs/performance.md.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import './new-folder.js';

const here = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url));

const measurements = {
  synth: './synth.js',
  scale: './scale.js',
  command: './command.js',
  base: './base.js',
  fleet: './fleet.js',
  watch: './watch.js',
  schema: './schema.js',
  check: './check.js',
  graph: './graph.js',
  page: './page.js',
  types: './types.js',
  package: './package.js',
};

const chosen = process.argv.slice(2);
for (const name of chosen) {
  if (name in measurements) continue;
  console.error(`there is no measurement "${name}"; there are ${Object.keys(measurements).join(', ')}`);
  process.exit(2);
}
for (const [name, file] of Object.entries(measurements)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n# ${name}`);
  const { status } = spawnSync(process.execPath, [here(file)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
