import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { Manifest, TemplateFiles } from './plan-init.js';

/** What the package has for new projects. */
export const readTemplateFiles = (): TemplateFiles => {
  const root = dirname(createRequire(import.meta.url).resolve('fluxspan/package.json'));
  const folder = join(root, 'templates');
  // By names alone: what Yarn has in an archive gives entries without their folder.
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
  return {
    files: new Map(paths.map((path) => [path.split(sep).join('/'), readFileSync(join(folder, path), 'utf8')])),
    preset: readFileSync(join(root, 'renovate/fluxspan.json'), 'utf8'),
    manifest: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest,
  };
};
