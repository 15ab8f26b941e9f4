import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFailure } from 'esbuild';
import { appNotLoaded } from '../cluster/diagnostics.js';
import { type FluxApp, isFluxApp, whileLoading } from '../cluster/flux-app.js';
import {
  callersNote,
  type Diagnostic,
  diagnose,
  FluxspanError,
  isFluxspanError,
  packagePlacesInStack,
  placesInStack,
  thrownNotes,
  thrownStack,
  thrownText,
  tryError,
} from '../diagnostics/index.js';
import { type OpenedTeams, whileRecordingTeams } from '../teams/while-recording-teams.js';
import { type OpenedVersions, whileRecording } from '../versions/while-recording.js';
import { type Bundle, bundleApp, type StartedBundle } from './bundle-app.js';
import { type PreloadedPackages, preloadPackages } from './preload-packages.js';
import type { Project } from './project.js';
import { requirePackages } from './require-packages.js';
import { bundleObstacle, type WrittenBundle, writeBundle } from './write-bundle.js';

export interface LoadedApp {
  readonly app: FluxApp;
  /** The files of versions that it reads; those that its addons read are added when they are built. */
  readonly versions: readonly OpenedVersions[];
  /** The files of teams that it reads. */
  readonly teams: readonly OpenedTeams[];
}

/**
 * Loads the user's TypeScript app in this process. Their own modules are bundled; packages are not, so that there is
 * one cdk8s, one zod and one fluxspan. The bundle lies at the project's root, from where a package can be imported by
 * its own name.
 *
 * @param started the bundle, if it was started before
 * @param instead texts that files of versions and of teams are read as having, by their absolute paths
 */
export const loadApp = async (
  project: Project,
  started?: StartedBundle,
  instead: ReadonlyMap<string, string> = new Map(),
): Promise<LoadedApp | readonly Diagnostic[]> => {
  const file = relative(project.folder, project.app).replaceAll('\\', '/');
  let contents: Uint8Array;
  let packages: readonly string[];
  let importers: Bundle['importers'];
  try {
    ({ contents, packages, importers } = await (started?.project.app === project.app
      ? started.bundle
      : bundleApp(project)));
  } catch (error) {
    return bundleFailures(file, error);
  }
  let bundle: WrittenBundle | undefined;
  let module: { readonly default?: unknown };
  let versions: readonly OpenedVersions[];
  let teams: readonly OpenedTeams[];
  let failed: PreloadedPackages['failed'] = new Map();
  try {
    const load = () =>
      whileLoading(() => {
        const preloaded = preloadPackages(project.folder, packages);
        ({ failed } = preloaded);
        const code = requirePackages(contents, packages, (name) => preloaded.loaded.has(name));
        const written = writeBundle(project.folder, code, started?.turn);
        if (!written.ok) throw new FluxspanError([written.problem]);
        bundle = written.value;
        process.setSourceMapsEnabled(true);
        return import(pathToFileURL(bundle.path).href);
      });
    const loaded = await whileRecordingTeams(() => whileRecording<{ readonly default?: unknown }>(load, instead));
    ({ teams } = loaded);
    ({ result: module, opened: versions } = loaded.result);
    // A promise that the app left to fail is reported in this turn, before anything is written.
    await new Promise((resolve) => setImmediate(resolve));
  } catch (error) {
    if (isFluxspanError(error)) return error.diagnostics;
    const obstacle = isNotFound(error) ? bundleObstacle(project.folder) : undefined;
    // Of a file that it can't parse, Node says only that a name isn't in it.
    const cause = failed.get(LACKS_NAME.exec(thrownText(error))?.[1] ?? '') ?? error;
    return [obstacle ?? loadFailure(project, file, cause, importers)];
  } finally {
    bundle?.remove();
  }
  if (isFluxApp(module.default)) return { app: module.default, versions, teams };
  return [
    diagnose(appNotLoaded, {
      message:
        module.default === undefined
          ? 'the app has no default export'
          : 'the default export of the app is not a FluxApp',
      at: { file },
      fix: 'end it with: export default app; where app is a new FluxApp()',
    }),
  ];
};

const bundleFailures = (file: string, error: unknown): readonly Diagnostic[] => {
  const { errors } = error as Partial<BuildFailure>;
  if (!Array.isArray(errors)) {
    const fix = 'run npm install: esbuild must be able to start';
    return [diagnose(appNotLoaded, { message: `the app cannot be bundled: ${thrownText(error)}`, at: { file }, fix })];
  }
  return (errors as BuildFailure['errors']).map(({ text, location }) =>
    diagnose(appNotLoaded, {
      message: `the app does not compile: ${text}`,
      at: location === null ? { file } : { file: `${location.file}:${location.line}:${location.column}` },
      fix: 'fix it; `tsc --noEmit` shows more',
    }),
  );
};

/** A package or module that an `import` or `require` does not find. */
const isNotFound = (error: unknown): boolean => {
  const { code } = (tryError(error) ?? {}) as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
};

const loadFailure = (project: Project, file: string, error: unknown, importers: Bundle['importers']): Diagnostic => {
  const message = thrownText(error);
  const stack = thrownStack(error);
  const frames = stack
    .split('\n')
    .filter((line) => line.includes(' at ') && !/node:|node_modules|[\\/]dist[\\/]src[\\/]/.test(line));
  const place = /\(?(?:file:\/\/)?([^\s()]+:\d+:\d+)\)?$/.exec(frames[0] ?? '')?.[1];
  const inPackages = place === undefined ? packagePlacesInStack(stack) : [];
  const missing = MISSING.exec(message)?.[1];
  const more = thrownNotes(error);
  const ofPackage = [
    missing,
    packageAt(inPackages.at(-1)),
    ...(place === undefined ? more.map(packageAt) : []),
  ].flatMap((name) => (name === undefined ? [] : importersOf(name, importers)));
  // Of those that import the module, each may be the one that wants the name.
  const ofName = importersOf(LACKS_NAME.exec(message)?.[1] ?? '', importers);
  const importer = ofName.length === 1 ? ofName[0] : ofPackage[0];
  const thrownIn = inPackages[0];
  return diagnose(appNotLoaded, {
    message: `the app failed while it was loaded: ${message.replace(/ imported from .*/, '')}`,
    at: { file: place === undefined ? (importer ?? file) : relative(process.cwd(), place) },
    notes: [
      ...more.map((line) => line.replaceAll(`${project.folder}${sep}`, '')),
      ...(thrownIn === undefined ? [] : [`thrown in ${relative(project.folder, thrownIn).replaceAll('\\', '/')}`]),
      ...callersNote(placesInStack(stack).slice(1)),
    ],
    fix: isNotFound(error) ? installOf(project, missing, importers) : fixOf(message),
  });
};

/** Node's words for a package that isn't there, and for a name that a module doesn't export. */
const MISSING = /^Cannot find (?:package|module) '([^'./][^']*)'/;
const LACKS_NAME = /^The requested module '([^'./][^']*)' does not provide an export/;

const packageAt = (place: string | undefined): string | undefined =>
  /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(place ?? '')?.[1]?.replace('\\', '/');

const importersOf = (name: string, importers: Bundle['importers']): readonly string[] =>
  [...importers].flatMap(([path, modules]) => (path === name || path.startsWith(`${name}/`) ? modules : []));

/** npm installs what package.json lists, and what a package lacks is of its own list. */
const installOf = ({ folder }: Project, missing = '', importers: Bundle['importers']): string => {
  const name = /^(?:@[\w.-]+\/)?[\w.-]+(?=\/|$)/.exec(missing)?.[0];
  const isNew = name !== undefined && importersOf(name, importers).length > 0 && lists(folder, name) === false;
  return `install what is missing: npm install${isNew ? ` ${name}` : ''}`;
};

/** Whether the project's package.json lists a package; undefined where it can't be read. */
const lists = (folder: string, name: string): boolean | undefined => {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
      string,
      object | undefined
    >;
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
    return kinds.some((kind) => Object.hasOwn(manifest[kind] ?? {}, name));
  } catch {
    return undefined;
  }
};

const fixOf = (message: string): string => {
  // The words of esbuild's own stand-in for `require`, which an ES module does not have.
  const required = /Dynamic require of "([^"]*)"/.exec(message)?.[1];
  if (required !== undefined) {
    return `the app is loaded as an ES module: write import … from '${required}' in place of require`;
  }
  if (/does not provide an export named/.test(message)) {
    return 'correct the import: npx tsc --noEmit says where it is, and which names there are';
  }
  const unknown = /^(?:ReferenceError: )?(\S+) is not defined$/.exec(message)?.[1];
  if (unknown !== undefined) {
    return `correct the name, or import it: npx tsc --noEmit says where each "${unknown}" is, and which name is close`;
  }
  if (/\.external is not a function$/.test(message)) {
    return "list it in the cluster's options: external: [{ kind: 'Kustomization', name: 'monitoring' }]";
  }
  return 'fix what throws; the app must be loadable without network and clusters';
};
