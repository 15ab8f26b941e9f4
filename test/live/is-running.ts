import { spawnSync } from 'node:child_process';

/** Whether there is such a process; one that has ended and that nobody waits for (a zombie) is none. */
export const isRunning = (pid: number): boolean => {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
};
