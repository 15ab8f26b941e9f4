import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions, BuildResult, Plugin } from 'esbuild';
import { TEAMS_FILE, TEAMS_MODULE } from '../teams/files.js';
import { VERSIONS_FILE, VERSIONS_MODULE } from '../versions/files.js';
import { findProject, type Project } from './project.js';
import type { RefreshedNames } from './refresh-module.js';
import { schemaTextPlugin } from './schema-text-plugin.js';
import { leavesMember } from './workspace-members.js';

export interface Bundle {
  readonly contents: Uint8Array;
  /** The modules in it, relative to the project. */
  readonly modules: readonly string[];
  /** What it imports from packages, in the order in which Node evaluates it. */
  readonly packages: readonly string[];
  /** The modules that import each of these, relative to the project. */
  readonly importers: ReadonlyMap<string, readonly string[]>;
}

/** The user's own modules as one. */
export const bundleApp = async (project: Project): Promise<Bundle> => {
  const { build } = await import('esbuild');
  let options = await optionsOf(project);
  for (;;) {
    const result = await build(options);
    const next = await withMore(project, options, result);
    if (next === undefined) return toBundle(result);
    options = next;
  }
};

/** Bundles again and again: what has not changed is not parsed again. */
export interface Bundler {
  bundle(): Promise<Bundle>;
  close(): Promise<void>;
}

/** The same for a project whose modules change. */
export const openBundler = async (project: Project): Promise<Bundler> => {
  const { context } = await import('esbuild');
  let options = await optionsOf(project);
  let current = await context(options);
  return {
    async bundle() {
      for (;;) {
        const result = await current.rebuild();
        const next = await withMore(project, options, result);
        if (next === undefined) return toBundle(result);
        await current.dispose();
        options = next;
        current = await context(options);
      }
    },
    close: () => current.dispose(),
  };
};

type AppBuild = BuildOptions & { readonly write: false; readonly metafile: true };

const optionsOf = async (project: Project): Promise<AppBuild> => ({
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
  metafile: true,
  // Where the map's paths start from.
  outfile: join(project.folder, '.fluxspan', 'app.mjs'),
  logLevel: 'silent',
  plugins: [schemaTextPlugin(), ...(hasNames(project) ? [await namesPlugin()] : [])],
});

const toBundle = ({ outputFiles, metafile }: BuildResult<AppBuild>): Bundle => ({
  contents: outputFiles[0]!.contents,
  modules: Object.keys(metafile.inputs),
  packages: Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, kind, external }) => (external === true && kind === 'import-statement' ? [path] : [])),
  ),
  importers: importersIn(metafile),
});

const importersIn = ({ inputs }: BuildResult<AppBuild>['metafile']): Bundle['importers'] => {
  const found = new Map<string, string[]>();
  for (const [module, { imports }] of Object.entries(inputs)) {
    for (const { path, external } of imports) {
      if (external !== true) continue;
      const known = found.get(path);
      if (known === undefined) found.set(path, [module]);
      else known.push(module);
    }
  }
  return found;
};

/**
 * The options with a plugin that the bundle turns out to need; undefined where it needs no more. A plugin answers for each
 * file in this process, which has other things to load: only for those that need it.
 */
const withMore = async (
  project: Project,
  options: AppBuild,
  result: BuildResult<AppBuild>,
): Promise<AppBuild | undefined> => {
  const { plugins = [] } = options;
  if (options.packages === 'external' && leavesMember(result.metafile, project.folder)) {
    const { workspacePlugin } = await import('./workspace-plugin.js');
    return { ...options, packages: 'bundle', plugins: [...plugins, workspacePlugin()] };
  }
  if (options.banner === undefined && requiresPackages(result)) {
    return { ...options, banner: { js: requireIn(project.folder) } };
  }
  if (plugins.some(({ name }) => name === 'import-meta') || !needsImportMeta(toBundle(result))) return undefined;
  const { importMetaPlugin } = await import('./import-meta-plugin.js');
  return { ...options, plugins: [...plugins.filter(({ name }) => name !== OF_NAMES), importMetaPlugin()] };
};

/**
 * Whether modules of CommonJS require what isn't in the bundle. In an ES module, Node has no `require` either. It can't
 * require fluxspan, which waits for zod.
 */
const requiresPackages = ({ metafile }: BuildResult<AppBuild>): boolean => {
  const required = Object.values(metafile.inputs).flatMap(({ format, imports }) =>
    format === 'cjs' ? imports.filter(({ kind, external }) => kind === 'require-call' && external === true) : [],
  );
  return required.length > 0 && required.every(({ path }) => !/^fluxspan(?:\/|$)/.test(path));
};

/** esbuild calls this where a bundle has it. */
const requireIn = (folder: string): string =>
  `const require = process.getBuiltinModule('node:module').createRequire(${JSON.stringify(join(folder, 'package.json'))});`;

const needsImportMeta = ({ contents }: Bundle): boolean =>
  Buffer.from(contents.buffer, contents.byteOffset, contents.length).includes('import.meta');

const hasNames = ({ folder }: Project): boolean =>
  [VERSIONS_MODULE, TEAMS_MODULE].some((module) => existsSync(join(folder, module)));

/** The modules of versions and of teams are known to need it, and to look at two files takes no time. */
const namesPlugin = async (): Promise<Plugin> => {
  const { importMetaPlugin } = await import('./import-meta-plugin.js');
  return { ...importMetaPlugin(/[\\/]imports[\\/](?:teams|versions)\.ts$/), name: OF_NAMES };
};
const OF_NAMES = 'import-meta-of-names';

/** A bundle that is on its way. */
export interface StartedBundle {
  readonly project: Project;
  readonly bundle: Promise<Bundle>;
  /** Which one of this process it is. @default - the microsecond */
  readonly turn?: number;
}

/** Brings the modules of the names of versions and of teams up to date, where the project has such files. */
export const refreshNames = async (cwd: string, check: boolean): Promise<RefreshedNames | undefined> => {
  const found = findProject(cwd);
  if (!found.ok) return undefined;
  const has = (path: string) => existsSync(join(found.value.folder, path));
  const refreshed = [
    ...(has(VERSIONS_FILE) ? [(await import('./version-names.js')).refreshVersionNames(found.value, check)] : []),
    ...(has(TEAMS_FILE) || has(TEAMS_MODULE)
      ? [(await import('./team-names.js')).refreshTeamNames(found.value, check)]
      : []),
  ];
  if (refreshed.length === 0) return undefined;
  return {
    problems: refreshed.flatMap(({ problems }) => problems),
    written: refreshed.flatMap(({ written }) => written),
  };
};

/**
 * Starts esbuild, which is a process of its own, so that it works while this one loads cdk8s, zod and the rest.
 * A project that cannot be found or bundled is reported by whoever asks for the bundle.
 */
export const startBundling = async (cwd: string): Promise<StartedBundle | undefined> => {
  const found = findProject(cwd);
  if (!found.ok) return undefined;
  const project = found.value;
  const bundle = bundleApp(project);
  bundle.catch(() => {});
  // The request goes out in the next turns of the event loop, which loading modules would hold up.
  await new Promise((resolve) => setTimeout(resolve, 1));
  return { project, bundle };
};
