import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './until.js';

/** A process to run until the end. */
export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Beside PATH, HOME and TMPDIR, which are the folder's. */
  readonly env?: Readonly<Record<string, string>>;
  /** Processes of a higher layer end before those of a lower one. */
  readonly layer: number;
  /** Whether it does its work; it has started when this says so. */
  readonly ready?: () => Promise<unknown>;
}

export interface Processes {
  /** Starts it, and waits until it is ready; its output goes to `<folder>/<name>.log`. Gives its process id. */
  start(spec: ProcessSpec): Promise<number>;
  /** Ends one of them, which `check` does not hold against it, and waits for its end. */
  end(name: string, signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts again, and waits for, one that was started before, with these arguments after its own; kills it if it runs. */
  restart(name: string, args?: readonly string[]): Promise<void>;
  /** Ends them all, the higher layers first, and stays there to start others. */
  endAll(): Promise<void>;
  /** Throws, with the end of its log, if a process ended that nobody stopped. */
  check(): void;
  /** The last lines of a process's output. */
  logTail(name: string, lines?: number): string;
  /** All process ids so far, the supervisor's among them. */
  pids(): readonly number[];
  /** Ends all, and removes the folder. A second call waits for the first. */
  stop(): Promise<void>;
}

type Report = { started: string; pid?: number } | { ended: string; reason: string };

/** Time for a process to end after SIGTERM, before SIGKILL. Nothing here holds state that is worth more. */
const graceMilliseconds = 5000;

/**
 * Runs processes under a supervisor in a session of its own. It ends them when `stop` is called, and also when this
 * process is gone, however that went.
 *
 * @param folder holds the logs; removed at the end, unless the variable FLUXSPAN_LIVE_KEEP is set.
 */
export const superviseProcesses = (folder: string, grace = graceMilliseconds): Processes => {
  const keep = Boolean(process.env['FLUXSPAN_LIVE_KEEP']);
  const supervisor = fork(
    fileURLToPath(new URL('./supervisor.mjs', import.meta.url)),
    [keep ? '' : folder, `${grace}`],
    {
      // In its own session, Ctrl-C in the terminal does not reach it: it ends the processes in order instead.
      detached: true,
      execArgv: [],
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const gone = once(supervisor, 'exit');
  const pids = supervisor.pid === undefined ? [] : [supervisor.pid];
  const waiting = new Map<string, (report: Report) => void>();
  const ending = new Map<string, () => void>();
  const specs = new Map<string, ProcessSpec>();
  let stopping = false;
  let failure: string | undefined;

  supervisor.on('message', (report: Report) => {
    if ('ended' in report) {
      waiting.get(report.ended)?.(report);
      const expected = ending.get(report.ended);
      ending.delete(report.ended);
      expected?.();
      if (!stopping && expected === undefined)
        failure ??= `${report.ended} ended by itself (${report.reason}):\n${logTail(report.ended)}`;
    } else {
      if (report.pid !== undefined) pids.push(report.pid);
      waiting.get(report.started)?.(report);
    }
  });
  supervisor.on('exit', () => {
    if (stopping) return;
    failure ??= 'the supervisor was killed';
    // What it would have done itself.
    killGroup(supervisor.pid);
    if (!keep) rmSync(folder, { recursive: true, force: true });
  });

  const logTail = (name: string, lines = 20): string => {
    try {
      return readFileSync(join(folder, `${name}.log`), 'utf8')
        .trimEnd()
        .split('\n')
        .slice(-lines)
        .join('\n');
    } catch {
      return '(no log)';
    }
  };

  const check = (): void => {
    if (failure !== undefined) throw new Error(failure);
  };

  const stop = async (): Promise<void> => {
    process.off('disconnect', abandon);
    if (!stopping && supervisor.connected) supervisor.send('end');
    stopping = true;
    await gone;
  };

  /** The test runner is gone, and this worker of it would run on to the end of its case. */
  const abandon = (): void => {
    failure ??= 'the test run was ended';
    void stop();
  };
  process.once('disconnect', abandon);

  const run = async (spec: ProcessSpec): Promise<number> => {
    check();
    const { ready, ...rest } = spec;
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder, ...spec.env };
    const report = await new Promise<Report>((resolve) => {
      waiting.set(spec.name, resolve);
      supervisor.send({ ...rest, env, log: join(folder, `${spec.name}.log`) });
    });
    waiting.delete(spec.name);
    if ('ended' in report || report.pid === undefined) throw new Error(`${spec.name} did not start: ${spec.command}`);
    if (ready !== undefined)
      await until(`${spec.name} is ready`, ready, { every: 50, check, explain: () => logTail(spec.name) });
    return report.pid;
  };

  const end = async (name: string, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> => {
    await new Promise<void>((resolve) => {
      ending.set(name, resolve);
      supervisor.send({ end: name, signal });
    });
  };

  return {
    start(spec) {
      specs.set(spec.name, spec);
      return run(spec);
    },
    end,
    async restart(name, args = []) {
      const spec = specs.get(name);
      if (spec === undefined) throw new Error(`no process "${name}"; there are ${[...specs.keys()].join(', ')}`);
      await end(name, 'SIGKILL');
      await run({ ...spec, args: [...spec.args, ...args] });
    },
    async endAll() {
      const layers = [...new Set([...specs.values()].map(({ layer }) => layer))].sort((a, b) => b - a);
      for (const layer of layers) {
        const names = [...specs.values()].filter((spec) => spec.layer === layer).map(({ name }) => name);
        await Promise.all(names.map((name) => end(name)));
      }
      specs.clear();
    },
    check,
    logTail,
    pids: () => [...pids],
    stop,
  };
};

/** The supervisor leads the group that its processes are in: without it, nobody else would end them. */
const killGroup = (leader: number | undefined): void => {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};
