import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Diagnostic } from '../diagnostics/index.js';
import type { WrittenFile } from '../import-tree/imported-object.js';
import type { AppPlan } from '../tree/plan-app.js';
import { bundleApp } from './bundle-app.js';
import { loadApp } from './load-app.js';
import { planProject } from './plan-project.js';
import type { Project } from './project.js';
import { startTypeCheck } from './type-check/start-type-check.js';

/** An imported app as it was compiled. */
export interface TriedApp {
  /** Undefined if it can't be loaded. */
  readonly plan: AppPlan | undefined;
  /** Of loading it, or of the rules. */
  readonly diagnostics: readonly Diagnostic[];
  /** Places are relative to the project: `src/addons/web.ts:12:3`. */
  readonly types: readonly Diagnostic[];
}

/**
 * Loads, type-checks and plans an app in a scratch folder below `.fluxspan/`, where it finds the project's packages as it
 * will in its place, and writes nothing else.
 *
 * @param typeChecks whether the compiler runs, if the project has one
 */
export const tryApp = async (
  project: Project,
  files: readonly WrittenFile[],
  clusters: readonly string[],
  typeChecks: boolean,
): Promise<TriedApp> => {
  const folder = join(project.folder, '.fluxspan', `import-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  try {
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(project.folder, '.fluxspan', '.gitignore'), '*\n');
    for (const { path, text } of files) write(path, text);
    write('cdk8s.yaml', 'fluxspan:\n  app: src/app.ts\n');
    if (existsSync(join(project.folder, 'tsconfig.json')))
      write('tsconfig.json', '{ "extends": "../../tsconfig.json", "include": ["src"] }\n');
    const scratch: Project = { folder, app: join(folder, 'src/app.ts') };
    const bundle = bundleApp(scratch);
    bundle.catch(() => {});
    const check = typeChecks ? startTypeCheck({ project: scratch, bundle }) : undefined;
    const loaded = await loadApp(scratch, { project: scratch, bundle });
    const types = ((await check?.done) ?? []).map(({ diagnostic }) => inPlace(diagnostic));
    if (!('app' in loaded)) return { plan: undefined, diagnostics: loaded.map(inPlace), types };
    const plan = planProject(loaded.app, clusters, scratch);
    return { plan, diagnostics: plan.diagnostics.map(inPlace), types };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const SCRATCH = /(?:[^\s"]*\/)?\.fluxspan\/import-\d+\//g;

/** The problem where the user will find it. */
const inPlace = (problem: Diagnostic): Diagnostic => {
  const change = (text: string): string => text.replace(SCRATCH, '');
  const { file, source } = problem.at;
  return {
    ...problem,
    message: change(problem.message),
    notes: problem.notes.map(change),
    fix: change(problem.fix),
    at: {
      ...problem.at,
      ...(file === undefined ? {} : { file: change(file) }),
      ...(source === undefined ? {} : { source: change(source) }),
    },
  };
};
