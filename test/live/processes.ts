import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A process to run until the end. */
export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Beside PATH, HOME and TMPDIR, which are the folder's. */
  readonly env?: Readonly<Record<string, string>>;
  /** Processes of a higher layer end before those of a lower one. */
  readonly layer: number;
}

export interface Processes {
  /** Starts it; its output goes to `<folder>/<name>.log`. Gives its process id. */
  start(spec: ProcessSpec): Promise<number>;
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
export function superviseProcesses(folder: string, grace = graceMilliseconds): Processes {
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
  let stopping = false;
  let failure: string | undefined;

  supervisor.on('message', (report: Report) => {
    if ('ended' in report) {
      waiting.get(report.ended)?.(report);
      if (!stopping) failure ??= `${report.ended} ended by itself (${report.reason}):\n${logTail(report.ended)}`;
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

  function logTail(name: string, lines = 20): string {
    try {
      return readFileSync(join(folder, `${name}.log`), 'utf8')
        .trimEnd()
        .split('\n')
        .slice(-lines)
        .join('\n');
    } catch {
      return '(no log)';
    }
  }

  function check(): void {
    if (failure !== undefined) throw new Error(failure);
  }

  async function stop(): Promise<void> {
    process.off('disconnect', abandon);
    if (!stopping && supervisor.connected) supervisor.send('end');
    stopping = true;
    await gone;
  }

  /** The test runner is gone, and this worker of it would run on to the end of its case. */
  function abandon(): void {
    failure ??= 'the test run was ended';
    void stop();
  }
  process.once('disconnect', abandon);

  return {
    async start(spec) {
      check();
      const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder, ...spec.env };
      const report = await new Promise<Report>((resolve) => {
        waiting.set(spec.name, resolve);
        supervisor.send({ ...spec, env, log: join(folder, `${spec.name}.log`) });
      });
      waiting.delete(spec.name);
      if ('ended' in report || report.pid === undefined) throw new Error(`${spec.name} did not start: ${spec.command}`);
      return report.pid;
    },
    check,
    logTail,
    pids: () => [...pids],
    stop,
  };
}

/** The supervisor leads the group that its processes are in: without it, nobody else would end them. */
function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
