import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const VERSION = 'v4.3.1';

/** Where the live tests keep what they build. */
const cache = join(process.env['FLUXSPAN_LIVE_CACHE'] ?? join(homedir(), '.cache', 'fluxspan'), 'live');
const built = join(cache, `helm-${VERSION}`);

const runs = (command: string): boolean => spawnSync(command, ['version', '--short']).status === 0;

/** The helm executable, on the PATH or built before; undefined where there is none. CI always has one: `global-setup.ts`. */
export const findHelm = (): string | undefined => (existsSync(built) ? built : runs('helm') ? 'helm' : undefined);

/**
 * Builds helm from its Go module where there is none.
 *
 * @throws Error where Go isn't installed, or cannot build it
 */
export const provideHelm = (): void => {
  if (findHelm() !== undefined) return;
  // Built beside its place and moved there: two runs at once, or one cut short, never leave half a binary.
  const folder = `${built}.${process.pid}`;
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '-trimpath' };
  const { status, stderr, error } = spawnSync('go', ['install', `helm.sh/helm/v4/cmd/helm@${VERSION}`], { env });
  if (status !== 0)
    throw new Error(`helm ${VERSION} cannot be built: ${error?.message ?? stderr.toString().slice(-2000)}`);
  renameSync(join(folder, 'helm'), built);
  rmSync(folder, { recursive: true });
};

/** What `helm template` prints of a chart with these values; undefined where it fails. */
export const helmTemplate = (helm: string, folder: string, values: unknown): string | undefined => {
  const args = ['template', 'release', folder, '--values', '-'];
  // A small chart needs no garbage collector, which takes a quarter of the time.
  const env = { ...process.env, GOGC: 'off' };
  const { status, stdout } = spawnSync(helm, args, { input: JSON.stringify(values), maxBuffer: 2 ** 26, env });
  return status === 0 ? stdout.toString() : undefined;
};
