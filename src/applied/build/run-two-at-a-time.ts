import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_LIMITS, buildEnvironment, KUSTOMIZE } from './run-kustomize.js';

/** A folder to build, with a place for the output. */
export interface KustomizeJob {
  /** Absolute; has everything that the build reads. */
  readonly root: string;
  /** A folder below the root. */
  readonly folder: string;
  /** An empty folder outside of the root; absolute. */
  readonly place: string;
}

/**
 * Builds many folders with the kubectl on the PATH, two at a time. Returns the output of builds that succeed. For the
 * others, `runKustomize` finds the reason, with the same limits for a single build.
 */
export const runTwoAtATime = (
  jobs: readonly KustomizeJob[],
  limits = BUILD_LIMITS,
): readonly (string | undefined)[] => {
  if (process.platform === 'win32') return jobs.map(() => undefined);
  const { seconds, outputMegabytes, memoryMegabytes } = limits;
  const budget = [memoryMegabytes * 1024, seconds, outputMegabytes * 2048].map(String);
  const places = jobs.flatMap(({ root, folder, place }) => [join(root, folder), place]);
  spawnSync('sh', ['-c', SCRIPT, 'sh', ...budget, ...places], {
    stdio: 'ignore',
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
    env: buildEnvironment(limits),
  });
  return jobs.map(({ place }) =>
    existsSync(join(place, 'done')) ? readFileSync(join(place, 'out'), 'utf8') : undefined,
  );
};

/** Each of two loops takes every other job, and ends when the output folders are removed. */
const SCRIPT = `ulimit -v "$1" 2>/dev/null; ulimit -t "$2"; ulimit -f "$3"; shift 3
work() {
  while [ $# -gt 1 ] && [ -d "$2" ]; do
    ${KUSTOMIZE.join(' ')} "$1" >"$2/out" && : >"$2/done"
    if [ $# -gt 3 ]; then shift 4; else break; fi
  done
}
work "$@" &
if [ $# -gt 2 ]; then shift 2; work "$@" & fi
wait`;
