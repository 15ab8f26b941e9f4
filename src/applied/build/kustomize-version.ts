import { spawnSync } from 'node:child_process';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { olderKustomize } from '../diagnostics.js';

/** The oldest kustomize that builds like Flux's; kubectl includes it since 1.36. */
const OLDEST = { major: 5, minor: 8 };

/**
 * The version of the kustomize in the kubectl on the PATH, such as `v5.8.1`; `undefined` if kubectl doesn't print it.
 */
export const readKustomizeVersion = (): string | undefined => {
  const { stdout, status } = spawnSync('kubectl', ['version', '--client', '--output=json'], {
    encoding: 'utf8',
    timeout: 10_000,
  });
  if (status !== 0) return undefined;
  try {
    const json: unknown = JSON.parse(stdout);
    const version = isObject(json) ? json['kustomizeVersion'] : undefined;
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
};

/** Warns of a kustomize that is older than Flux's. */
export const kustomizeProblems = (version: string | undefined): readonly Diagnostic[] => {
  const [, major, minor] = /^v?(\d+)\.(\d+)\./.exec(version ?? '') ?? [];
  if (major === undefined || minor === undefined) return [];
  const isOlder = Number(major) < OLDEST.major || (Number(major) === OLDEST.major && Number(minor) < OLDEST.minor);
  if (!isOlder) return [];
  return [
    diagnose(olderKustomize, {
      message: `the kubectl on your PATH builds with kustomize ${version}, and the newest Flux with v${OLDEST.major}.${OLDEST.minor}: hand-written folders may build differently in Flux`,
      fix: 'install kubectl 1.36 or later',
    }),
  ];
};
