import { posix } from 'node:path';
import type { GitAnswers } from '../applied/git.js';
import { runGitLater } from '../applied/run-git.js';
import type { AppLayout } from '../compile/layout.js';

const PATTERNS = ['*.tf', '*.tofu', '*.tf.json', '*.tofu.json'] as const;
const TERRAFORM = /\.(?:tf|tofu)(?:\.json)?$/;

/**
 * Paths of Terraform's files that git knows of or would add, sorted; none without a repository. Git is asked only if it
 * hasn't listed all files before: to look for new ones, it goes through every folder.
 *
 * @param top absolute
 * @param earlier what git said earlier in this run, and the folder that it was asked for
 */
export const terraformPaths = async (
  top: string,
  earlier?: { readonly answers: GitAnswers; readonly project: string },
): Promise<readonly string[]> => {
  const index = earlier?.answers.tryIndex(earlier.project, top);
  if (index !== undefined) {
    return [...index.blobs.keys(), ...index.links, ...index.touched].filter((path) => TERRAFORM.test(path)).sort();
  }
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...PATTERNS];
  const said = await runGitLater(top, args);
  return said === undefined ? [] : [...new Set(said.toString().split('\0'))].filter((path) => path !== '').sort();
};

/** Says of a path in the repository whether it lies outside of the contracts of the app's clusters, which synth writes. */
export const outsideOfContracts = (
  layout: Pick<AppLayout, 'inRepository' | 'clusters'>,
): ((path: string) => boolean) => {
  const contracts = [...layout.clusters.values()].map(
    ({ contract }) => `${posix.join(layout.inRepository, contract)}/`,
  );
  return (path) => !contracts.some((folder) => path.startsWith(folder));
};
