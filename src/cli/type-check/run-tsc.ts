import { spawn } from 'node:child_process';
import type { CompilerProgram } from './find-compiler.js';

export interface TscRun {
  readonly code: number;
  /** All that it printed. */
  readonly said: string;
}

/** Runs of one compiler, one after the other. */
export interface Compiler {
  /** @throws Error if it can't be run, or was ended */
  run(args: readonly string[]): Promise<TscRun>;
  /** Ends the run that is under way; none starts any more. */
  stop(): void;
  readonly isStopped: boolean;
}

/**
 * Since TypeScript 7, tsc is a Go program. Most checks end before it pays to collect garbage, which took a quarter of
 * the processor time; only a check that needs more than this memory collects it.
 */
const COLLECT_LATE = { GOGC: 'off', GOMEMLIMIT: '1GiB' };

/** @param milliseconds for all runs: `until` is when its last run ends at the latest, in milliseconds */
export const openCompiler = (tsc: CompilerProgram, folder: string, milliseconds: number): Compiler => {
  const until = performance.now() + milliseconds;
  let isStopped = false;
  let end = (): void => undefined;
  return {
    run: (args) => {
      if (isStopped) return Promise.reject(new Error('tsc was stopped'));
      const child = spawn(tsc.path, [...tsc.args, ...args], {
        cwd: folder,
        env: { ...COLLECT_LATE, ...process.env },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: Math.max(1, Math.ceil(until - performance.now())),
        killSignal: 'SIGKILL',
      });
      end = () => child.kill('SIGKILL');
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (said += text));
      return new Promise((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (code, signal) =>
          code === null ? reject(new Error(`tsc was ended by ${signal}`)) : resolve({ code, said }),
        );
      });
    },
    stop: () => {
      isStopped = true;
      end();
    },
    get isStopped() {
      return isStopped;
    },
  };
};
