import { spawn } from 'node:child_process';

export interface ToolRun {
  /** Absent where the tool isn't there. */
  readonly status?: number | undefined;
  /** A signal came: Ctrl-C, or the terminal was closed. */
  readonly isInterrupted: boolean;
  /** What it said, both streams. */
  readonly said: string;
}

/** Runs a tool of the project to its end. A signal ends the tool, and so this call, and not the command itself. */
export const runTool = async (
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<ToolRun> => {
  let isInterrupted = false;
  const stop = new AbortController();
  const onSignal = (): void => {
    isInterrupted = true;
    stop.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    return await new Promise((done) => {
      // npm is a script on Windows, which only a shell finds.
      const child = spawn(command, args, {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
        signal: stop.signal,
      });
      let said = '';
      const hear = (chunk: Buffer): void => {
        said += chunk.toString();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      // Aborting is an error too, and the tool is still ending then.
      child.on('error', (error) => error.name !== 'AbortError' && done({ isInterrupted, said }));
      child.on('close', (status) => done({ status: status ?? 1, isInterrupted, said }));
    });
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
