import { execFileSync } from 'node:child_process';

/** Runs git in a folder, as a person of no machine's configuration. */
export const gitIn =
  (folder: string) =>
  (...args: readonly string[]): string =>
    execFileSync(
      'git',
      ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org', '-c', 'commit.gpgsign=false', ...args],
      { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
