import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.js';

const mtimeOf = (path: string): number => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** When the last of the files of a folder was written; tests among them aren't built. */
const newestIn = (folder: string): number => {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.test.ts'),
  );
  return Math.max(0, ...files.map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs));
};

const findProblem = (): string | undefined => {
  // What the build writes last; it writes all of dist/ again each time.
  const built = mtimeOf('dist/src/cli/main.js');
  if (built === 0) return 'dist/ is missing: run `npm run build`';
  if (built >= Math.max(newestIn('src'), newestIn('imports'), mtimeOf('scripts/build.js'))) return undefined;
  return 'dist/ is older than src/: run `npm run build`';
};

let problem: { readonly message: string | undefined } | undefined;

/** Throws where what a test starts as a process isn't what src/ says; looks once. */
export const requireDist = (): void => {
  problem ??= { message: findProblem() };
  if (problem.message !== undefined) throw new Error(problem.message);
};
