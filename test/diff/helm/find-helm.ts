import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const live = join(homedir(), '.cache/fluxspan/live');

/** The helm on the PATH, or the one that the live tests have built. */
export const findHelm = (): string | undefined => {
  if (spawnSync('helm', ['version', '--short']).status === 0) return 'helm';
  const built = existsSync(live) ? readdirSync(live).find((name) => name.startsWith('helm-v')) : undefined;
  return built === undefined ? undefined : join(live, built);
};
