import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { runGit } from '../src/applied/run-git.js';

/** Takes a folder of a git repository, as it is at a tag. */
export const untar = (git: string, tag: string, path: string, folder: string): void => {
  mkdirSync(folder, { recursive: true });
  const archive = runGit('.', ['--git-dir', git, 'archive', tag, path]);
  const depth = path.split('/').length;
  execFileSync('tar', ['x', '-C', folder, `--strip-components=${depth}`], { input: archive });
  // Links to files of the repository lead out of what was taken from it.
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isSymbolicLink()) rmSync(join(entry.parentPath, entry.name));
};

/** Takes out the dependencies that aren't there: helm renders none of a chart otherwise. */
export const withoutMissing = (folder: string, tag: string): void => {
  // Charts are packed for a release from it.
  const [plain, template] = [join(folder, 'Chart.yaml'), join(folder, 'Chart.template.yaml')];
  const chart = parseDocument(readFileSync(existsSync(plain) ? plain : template, 'utf8'));
  if (!existsSync(plain)) for (const key of ['version', 'appVersion']) chart.set(key, tag);
  const dependencies = (chart.toJS() as { dependencies?: readonly { name: string }[] }).dependencies ?? [];
  const there = dependencies.filter(({ name }) => existsSync(join(folder, 'charts', name)));
  if (there.length < dependencies.length) chart.set('dependencies', there);
  writeFileSync(plain, chart.toString());
  rmSync(join(folder, 'Chart.lock'), { force: true });
};
