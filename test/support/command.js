// Runs the built command line for a test worker (run.ts): what takes a new process ten times as long as the command, to
// load it, is done once.
import { Worker } from 'node:worker_threads';
import { main } from '../../dist/src/cli/main.js';
import { serve } from './serve.js';

/** When a command counts as hung, in milliseconds since 1970; 0 while none runs. */
const deadline = new BigInt64Array(new SharedArrayBuffer(8));
// A command that hangs may keep this thread from all else. The worker sees that this process has ended.
new Worker(
  `const deadline = require('node:worker_threads').workerData;
  setInterval(() => {
    const at = Atomics.load(deadline, 0);
    if (at !== 0n && at < Date.now()) process.kill(process.pid, 'SIGKILL');
  }, 1000);`,
  { eval: true, workerData: deadline },
).unref();

await serve(async ({ argv, cwd, env }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  let stdout = '';
  let stderr = '';
  Atomics.store(deadline, 0, BigInt(Date.now() + 120_000));
  const code = await main(argv, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    stdin: (async function* () {})(),
    env: process.env,
    cwd: () => process.cwd(),
  });
  Atomics.store(deadline, 0, 0n);
  return { code, stdout, stderr };
});
