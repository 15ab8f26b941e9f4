import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { findProject, type Project } from './project.js';

/** The user's own modules as one. */
export const bundleApp = async (project: Project): Promise<Uint8Array> => {
  const { build } = await import('esbuild');
  const options: BuildOptions & { readonly write: false } = {
    entryPoints: [project.app],
    absWorkingDir: project.folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'inline',
    sourcesContent: false,
    write: false,
    // Where the map's paths start from.
    outfile: join(project.folder, '.fluxspan', 'app.mjs'),
    logLevel: 'silent',
  };
  const { contents } = (await build(options)).outputFiles[0]!;
  // A plugin answers for each file, in this process, which has other things to load: only for those that need it.
  if (!Buffer.from(contents.buffer, contents.byteOffset, contents.length).includes('import.meta')) return contents;
  const { importMetaPlugin } = await import('./import-meta-plugin.js');
  const plugins: Plugin[] = [importMetaPlugin()];
  return (await build({ ...options, plugins })).outputFiles[0]!.contents;
};

/** A bundle that is on its way. */
export interface StartedBundle {
  readonly project: Project;
  readonly contents: Promise<Uint8Array>;
}

/**
 * Starts esbuild, which is a process of its own, so that it works while this one loads cdk8s, zod and the rest.
 * A project that cannot be found or bundled is reported by whoever asks for the bundle.
 */
export const startBundling = async (cwd: string): Promise<StartedBundle | undefined> => {
  const found = findProject(cwd);
  if (!found.ok) return undefined;
  const project = found.value;
  const contents = bundleApp(project);
  contents.catch(() => {});
  // The request goes out in the next turns of the event loop, which loading modules would hold up.
  await new Promise((resolve) => setTimeout(resolve, 1));
  return { project, contents };
};
