import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { catalogue } from '../../src/cli/catalogue.js';
import { nearest } from '../../src/diagnostics/did-you-mean.js';
import { retiredCodes } from '../../src/diagnostics/index.js';
import { refreshRegistries } from '../registries.js';
import { RecipeError, type Repository, type Skeleton } from './recipe.js';
import { recipes } from './recipes.js';

/** The repository in a folder. */
export const openRepository = (root: string): Repository => ({
  tryRead: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined),
  list: (folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)).sort() : []),
  codes: new Set([...catalogue, ...retiredCodes].map(({ code }) => code)),
  diagnosticNames: new Set([...catalogue, ...retiredCodes].map(({ name }) => name)),
});

/**
 * What `npm run new -- WHAT NAME` would write.
 *
 * @throws RecipeError if there is no such recipe, or the name can't be that of a new thing
 */
export const planNew = (what: string, name: string, repository: Repository): Skeleton => {
  const recipe = recipes[what];
  if (recipe === undefined) {
    const near = nearest(what, Object.keys(recipes));
    throw new RecipeError(
      `there is no recipe "${what}"`,
      near === undefined ? `use one of ${Object.keys(recipes).join(', ')}` : `did you mean "${near}"?`,
    );
  }
  const skeleton = recipe.plan(name, repository);
  const there = Object.keys(skeleton.files).filter((path) => repository.tryRead(path) !== undefined);
  if (there.length > 0)
    throw new RecipeError(`${there.join(' and ')} ${there.length > 1 ? 'are' : 'is'} there`, 'choose another name');
  return skeleton;
};

/** Writes a skeleton, as Biome formats it, and the registries. @returns the paths, in order */
export const writeNew = (root: string, { files, lists = {} }: Skeleton): readonly string[] => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const [path, edit] of Object.entries(lists)) {
    writeFileSync(join(root, path), edit(readFileSync(join(root, path), 'utf8')));
  }
  const written = [...Object.keys(files), ...Object.keys(lists)];
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const code = written.filter((path) => path.endsWith('.ts'));
  const { status, stderr } = spawnSync(process.execPath, [biome, 'check', '--write', ...code], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Biome refuses a skeleton: ${stderr}`);
  return [...written, ...refreshRegistries(root, { check: false })];
};
