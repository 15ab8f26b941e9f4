import { spawn } from 'node:child_process';

/** What came of a program. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end, and no longer than it may take: it and all that it has started are killed then.
 *
 * @throws Error with what it has printed, where time is up
 */
export const runLimited = (
  command: string,
  args: readonly string[],
  { seconds, cwd, env }: { seconds: number; cwd?: string; env?: NodeJS.ProcessEnv },
): Promise<Finished> =>
  new Promise((resolve, reject) => {
    // A group of its own: Terraform's providers would outlive it.
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString();
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    };
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      kill();
    }, seconds * 1000);
    process.once('exit', kill);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('exit', kill);
      const finished = { code, stdout: text(out), stderr: text(err) };
      if (!late) resolve(finished);
      else {
        const last = `${finished.stdout}${finished.stderr}`.trimEnd().split('\n').slice(-20).join('\n');
        reject(new Error(`${command} ${args.join(' ')}: not within ${seconds} s\n${last}`));
      }
    });
  });
