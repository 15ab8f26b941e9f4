import { spawn } from 'node:child_process';

export interface ToolRun {
  /** Absent where the tool isn't there. */
  readonly status?: number | undefined;
  /** What it said, both streams. */
  readonly said: string;
}

/** Runs a tool of the project to its end. Ctrl-C ends the tool, and so this call, and not the command itself. */
export const runTool = async (
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<ToolRun> => {
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  try {
    return await new Promise((done) => {
      // npm is a script on Windows, which only a shell finds.
      const child = spawn(command, args, {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
      });
      let said = '';
      const hear = (chunk: Buffer): void => {
        said += chunk.toString();
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.on('error', () => done({ said }));
      child.on('close', (status) => done({ status: status ?? 1, said }));
    });
  } finally {
    process.off('SIGINT', ignore);
  }
};
