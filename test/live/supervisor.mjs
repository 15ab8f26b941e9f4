// Runs the processes of one live cluster, and ends them all when told to, or when its parent is gone, however that
// went: the channel to the parent closes even on SIGKILL. Plain JavaScript, since Node 20 runs no TypeScript.
//
// argv: the folder to remove at the end ("" keeps it), the milliseconds that a process has to end after SIGTERM.
import { spawn } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';

const [folder, grace] = process.argv.slice(2);
/** @type {{ name: string, layer: number, child: import('node:child_process').ChildProcess, ended: Promise<void>, running: boolean }[]} */
const started = [];
let ending = false;

const send = (message) => process.connected && process.send(message, () => {});

const start = ({ name, command, args, env, log, layer }) => {
  if (ending) return;
  const output = openSync(log, 'a');
  const child = spawn(command, args, { env, stdio: ['ignore', output, output] });
  closeSync(output);
  const entry = { name, layer, child, running: true, ended: Promise.resolve() };
  entry.ended = new Promise((resolve) => {
    const end = (reason) => {
      entry.running = false;
      resolve();
      send({ ended: name, reason });
    };
    child.once('exit', (code, signal) => end(signal ?? `code ${code}`));
    child.once('error', (error) => end(error.message));
  });
  started.push(entry);
  send({ started: name, pid: child.pid });
};

const end = async ({ child, ended, running }, signal = 'SIGTERM') => {
  if (!running) return;
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), Number(grace));
  await ended;
  clearTimeout(late);
};

/** One alone, while the rest runs on; its end is reported as any other. */
const endOne = ({ end: name, signal }) => {
  const entry = started.find((each) => each.name === name && each.running);
  if (entry === undefined) send({ ended: name, reason: 'it did not run' });
  else end(entry, signal);
};

const endAll = async () => {
  if (ending) return;
  ending = true;
  // The topmost layer first, each wholly before the next: an API server without etcd waits for it instead of ending.
  for (const layer of [...new Set(started.map((entry) => entry.layer))].sort((a, b) => b - a)) {
    await Promise.all(started.filter((entry) => entry.layer === layer).map((entry) => end(entry)));
  }
  if (folder) rmSync(folder, { recursive: true, force: true });
  process.exit(0);
};

process.on('message', (message) => {
  if (message === 'end') endAll();
  else if ('end' in message) endOne(message);
  else start(message);
});
process.on('disconnect', endAll);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, endAll);
