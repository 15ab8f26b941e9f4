import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { isRunning } from './is-running.js';
import { type Processes, superviseProcesses } from './processes.js';
import { until } from './until.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'fluxspan-processes-'));
const shell = (name: string, script: string, layer = 0) => ({ name, layer, command: 'sh', args: ['-c', script] });
const ended = (pids: readonly number[]) =>
  until('all have ended', async () => !pids.some(isRunning), { timeout: 10_000 });

describe('superviseProcesses', () => {
  let processes: Processes;
  afterEach(() => processes.stop());

  it('ends the higher layers first, and removes the folder', async () => {
    const folder = newFolder();
    const notes = newFolder();
    const order = join(notes, 'order');
    processes = superviseProcesses(folder);
    for (const [name, layer] of [
      ['lower', 0],
      ['upper', 1],
    ] as const) {
      await processes.start(
        shell(name, `trap 'echo ${name} >> ${order}; exit' TERM; echo up; while :; do sleep 0.05; done`, layer),
      );
      await until(`${name} is up`, async () => processes.logTail(name) === 'up');
    }
    await processes.stop();
    expect(readFileSync(order, 'utf8')).toBe('upper\nlower\n');
    rmSync(notes, { recursive: true });
    expect(processes.pids().filter(isRunning)).toEqual([]);
    expect(existsSync(folder)).toBe(Boolean(process.env['FLUXSPAN_LIVE_KEEP']));
  });

  it('kills what does not end when asked', async () => {
    processes = superviseProcesses(newFolder(), 300);
    const pid = await processes.start(shell('deaf', "trap '' TERM; echo up; while :; do sleep 0.05; done"));
    await until('it is up', async () => processes.logTail('deaf') === 'up');
    await processes.stop();
    expect(isRunning(pid)).toBe(false);
  });

  it('tells of a process that ended by itself, with its last lines', async () => {
    processes = superviseProcesses(newFolder());
    await processes.start(shell('failing', 'echo "no such flag" >&2; exit 3'));
    const check = () => until('it is noticed', async () => false, { check: processes.check });
    await expect(check()).rejects.toThrow('failing ended by itself (code 3):\nno such flag');
  });

  it('ends one on purpose, and starts it again with more arguments', async () => {
    processes = superviseProcesses(newFolder());
    const echo = { name: 'echo', layer: 0, command: 'sh', args: ['-c', 'echo "$@"; exec sleep 600', 'sh', 'one'] };
    const pid = await processes.start(echo);
    await until('it is up', async () => processes.logTail('echo') === 'one');
    await processes.end('echo', 'SIGKILL');
    expect(isRunning(pid)).toBe(false);
    processes.check();
    await processes.restart('echo', ['two']);
    await until('it is back', async () => processes.logTail('echo') === 'one\none two');
    await processes.restart('echo');
    await until('it is back as it was', async () => processes.logTail('echo') === 'one\none two\none');
    await expect(processes.restart('ehco')).rejects.toThrow('no process "ehco"; there are echo');
    await processes.endAll();
    expect(processes.pids().filter(isRunning)).toHaveLength(1);
  });

  it('says which program is not there', async () => {
    processes = superviseProcesses(newFolder());
    const start = processes.start({ name: 'absent', command: '/no/such/program', args: [], layer: 0 });
    await expect(start).rejects.toThrow('/no/such/program');
  });

  it('kills the processes if the supervisor is killed', async () => {
    processes = superviseProcesses(newFolder());
    await processes.start(shell('orphan', 'exec sleep 600'));
    const [supervisor] = processes.pids();
    process.kill(supervisor ?? 0, 'SIGKILL');
    await ended(processes.pids());
    expect(processes.check).toThrow('the supervisor was killed');
  });
});

describe('the supervisor', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('ends all when its parent dies of %s', async (signal) => {
    const folder = newFolder();
    const supervisor = fileURLToPath(new URL('./supervisor.mjs', import.meta.url));
    // A parent that has started one process, prints the two process ids, and then hangs.
    const script = `
      const child = require('child_process').fork(${JSON.stringify(supervisor)}, [${JSON.stringify(folder)}, '5000'], { detached: true });
      child.on('message', ({ pid }) => console.log(child.pid + ' ' + pid));
      child.send({ name: 'sleep', command: 'sleep', args: ['600'], env: process.env, log: ${JSON.stringify(join(folder, 'log'))}, layer: 0 });`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pids = line.toString().trim().split(' ').map(Number);
    expect(pids.filter(isRunning)).toHaveLength(2);
    parent.kill(signal);
    await ended(pids);
    expect(existsSync(folder)).toBe(false);
  });
});
