import { runGitLater } from '../applied/run-git.js';

const PATTERNS = ['*.tf', '*.tofu', '*.tf.json', '*.tofu.json'] as const;

/** Paths of Terraform's files that git knows of or would add, sorted; none without a repository. @param top absolute */
export const terraformPaths = async (top: string): Promise<readonly string[]> => {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...PATTERNS];
  const said = await runGitLater(top, args);
  return said === undefined ? [] : [...new Set(said.toString().split('\0'))].filter((path) => path !== '').sort();
};
