import { execFileSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import type { KubeObject } from './kube-object.js';

const tryVersion = (): string | undefined => {
  try {
    return execFileSync('kubectl', ['version', '--client', '--output=json'], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
};

/** Why the tests that need kubectl cannot run; undefined where they can. With CI=true a missing kubectl is not an excuse. */
export const withoutKubectl = (): string | undefined => {
  if (tryVersion() !== undefined) return undefined;
  if (process.env['CI'] === 'true') throw new Error('kubectl is not on the PATH, and with CI=true it must be');
  return 'kubectl, which builds the folders as Flux does, is not on the PATH';
};

/** What kustomize prints for a folder. */
export const kustomizeText = (folder: string): string =>
  execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/**
 * What kustomize makes of a folder.
 *
 * @throws with kustomize's own words where the folder does not build
 */
export const kustomize = (folder: string): readonly KubeObject[] => {
  return parseAllDocuments(kustomizeText(folder), { version: '1.1' }).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as KubeObject;
  });
};
