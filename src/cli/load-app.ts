import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFailure } from 'esbuild';
import { type FluxApp, isFluxApp } from '../cluster/flux-app.js';
import { type Diagnostic, diagnose, isFluxspanError } from '../diagnostics/index.js';
import { bundleApp } from './bundle-app.js';
import type { Project } from './project.js';

const isBuildFailure = (error: unknown): error is BuildFailure =>
  typeof error === 'object' && error !== null && Array.isArray((error as { errors?: unknown }).errors);

/**
 * Loads the user's TypeScript app in this process. Their own modules are bundled; packages are not, so that there is
 * one cdk8s, one zod and one fluxspan. The bundle lies at the project's root, from where a package can be imported by
 * its own name.
 */
export const loadApp = async (project: Project): Promise<FluxApp | readonly Diagnostic[]> => {
  const file = relative(project.folder, project.app).replaceAll('\\', '/');
  const folder = join(project.folder, '.fluxspan');
  let module: { default?: unknown };
  try {
    const contents = await bundleApp(project);
    const bundle = join(folder, `app-${process.pid}.mjs`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '.gitignore'), '*\n');
    writeFileSync(`${bundle}.tmp`, contents);
    renameSync(`${bundle}.tmp`, bundle);
    try {
      process.setSourceMapsEnabled(true);
      module = (await import(pathToFileURL(bundle).href)) as { default?: unknown };
    } finally {
      rmSync(bundle, { force: true });
    }
  } catch (error) {
    if (isBuildFailure(error)) {
      return error.errors.map(({ text, location }) =>
        diagnose('FX001', {
          message: `the app does not compile: ${text}`,
          at: location === null ? { file } : { file: `${location.file}:${location.line}:${location.column}` },
          fix: 'mend it; `tsc --noEmit` says more',
        }),
      );
    }
    if (isFluxspanError(error)) return error.diagnostics;
    return [loadFailure(file, error)];
  }
  if (isFluxApp(module.default)) return module.default;
  return [
    diagnose('FX001', {
      message:
        module.default === undefined ? 'the app has no default export' : 'the default export of the app is no FluxApp',
      at: { file },
      fix: 'end it with: export default app; where app is a new FluxApp()',
    }),
  ];
};

const loadFailure = (file: string, error: unknown): Diagnostic => {
  const message = error instanceof Error ? error.message : String(error);
  const frames = (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .filter((line) => line.includes(' at ') && !/node:|node_modules|[\\/]dist[\\/]src[\\/]/.test(line));
  const place = /\(?(?:file:\/\/)?([^\s()]+:\d+:\d+)\)?$/.exec(frames[0] ?? '')?.[1];
  return diagnose('FX001', {
    message: `the app failed while it was loaded: ${message.split('\n')[0]!.replace(/ imported from .*/, '')}`,
    at: { file: place === undefined ? file : relative(process.cwd(), place) },
    fix: /Cannot find (package|module)/.test(message)
      ? 'install what is missing: npm install'
      : 'mend what throws; the app must be loadable without network and clusters',
  });
};
