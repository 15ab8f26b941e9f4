import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import type { Manifest, TemplateFiles } from '../../init/plan-init.js';

/** What the package has for new projects. */
export const readTemplateFiles = (): TemplateFiles => {
  const root = dirname(createRequire(import.meta.url).resolve('fluxspan/package.json'));
  const folder = join(root, 'templates');
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return {
    files: new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8')])),
    preset: readFileSync(join(root, 'renovate/fluxspan.json'), 'utf8'),
    manifest: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest,
  };
};
