import { kustomizeProblems, readKustomizeVersion } from '../applied/build/kustomize-version.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { BuildsFile } from './builds-file.js';

/** No key of a build is as short. */
const VERSION = 'kustomize-version';

/** Warns if this run needed what kubectl builds, and its kustomize is older than Flux's. Call it before `builds.save()`. */
export const kustomizeUsedProblems = (builds: BuildsFile): readonly Diagnostic[] => {
  if (!builds.isNeeded()) return [];
  const known = builds.get(VERSION);
  const version = known ?? readKustomizeVersion() ?? '';
  if (known === undefined) builds.set(VERSION, version);
  return kustomizeProblems(version);
};
