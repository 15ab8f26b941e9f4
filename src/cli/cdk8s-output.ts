import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { cdk8sOutput } from '../cluster/diagnostics.js';
import type { FluxApp } from '../cluster/flux-app.js';
import { findProjectPlace } from '../compile/find-project-place.js';
import { layOut } from '../compile/layout.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { readRegularFile } from '../files/read-file.js';
import { isObject } from '../json/is-object.js';
import { parseYaml } from '../yaml/parse-yaml.js';
import type { Project } from './project.js';

/** Where cdk8s writes if its configuration doesn't say where. */
const DEFAULT_OUTPUT = 'dist';

/** What cdk8s deletes when it synthesizes; undefined for a project whose cdk8s.yaml has nothing for cdk8s. */
const outputOf = (folder: string): string | undefined => {
  const text = readRegularFile(join(folder, 'cdk8s.yaml'), 1).toString();
  if (!/\b(?:output|app)\b["']?\s*:/.test(text)) return undefined;
  const config = parseYaml(text);
  if (!isObject(config)) return undefined;
  const { output, app } = config;
  if (typeof output === 'string' && output !== '') return output;
  return app === undefined ? undefined : DEFAULT_OUTPUT;
};

/**
 * Refuses an `output` of cdk8s.yaml with anything in it that isn't cdk8s's: `cdk8s synth` deletes the folder, and only
 * then runs the app, which could refuse it.
 */
export const outputFault = (app: FluxApp, project: Project): Diagnostic | undefined => {
  const output = outputOf(project.folder);
  if (output === undefined) return undefined;
  const deleted = resolve(project.folder, output);
  const layout = layOut(app, findProjectPlace(project.folder));
  const root = resolve(project.folder, layout.root);
  const folders = layout.folders.map((folder) => resolve(root, folder));
  const tree = folders.find((folder) => isIn(deleted, folder) || isIn(folder, deleted));
  const lost: Lost | undefined =
    tree === undefined ? otherLoss(deleted, project) : { what: 'the tree that Flux applies', path: tree };
  if (lost === undefined) return undefined;
  const name = relative(project.folder, lost.path).split(sep).join('/') || '.';
  return diagnose(cdk8sOutput, {
    message: `"output: ${output}" in cdk8s.yaml: cdk8s deletes that folder before it runs the app, and ${lost.what} is in "${name}"`,
    at: { file: 'cdk8s.yaml', path: 'output' },
    fix: 'Write output: .fluxspan/cdk8s, and list .fluxspan/ in .gitignore',
  });
};

interface Lost {
  /** In words that continue with `is in`. */
  readonly what: string;
  readonly path: string;
}

/** What nothing brings back, or what the app doesn't run without. */
const otherLoss = (deleted: string, { folder, app }: Project): Lost | undefined => {
  if (deleted.split(sep).includes('.git')) return { what: 'the history of git', path: deleted };
  if (existsSync(join(deleted, '.git'))) return { what: 'the history of git', path: join(deleted, '.git') };
  const imports = { what: 'what was imported', path: join(folder, 'imports') };
  if (isIn(deleted, imports.path)) return imports;
  return [
    { what: 'your app', path: app },
    imports,
    { what: 'what npm installed', path: join(folder, 'node_modules') },
  ].find(({ path }) => isIn(path, deleted));
};

/** Whether a path is a folder or lies in it. */
const isIn = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.replace(/[\\/]?$/, sep));
