import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { BuildFailure } from 'esbuild';
import { appNotLoaded } from '../../cluster/diagnostics.js';
import { type Diagnostic, diagnose, thrownText } from '../../diagnostics/index.js';
import { printDiagnostics } from '../../diagnostics/print.js';
import { pathRefused } from '../../tree/diagnostics.js';
import { type Bundler, openBundler, refreshNames } from '../bundle-app.js';
import { hasColour, paintDiagnostics } from '../colour.js';
import type { Io } from '../command.js';
import { findProject, type Project } from '../project.js';
import { type StartedTypeCheck, startTypeCheck } from '../type-check/start-type-check.js';
import type { RunAnswer, RunRequest } from './protocol.js';
import { openRunner, RunFailed } from './runner.js';
import { type FolderWatch, watchFolders } from './watch-folders.js';

export interface WatchOptions {
  readonly clusters: readonly string[];
  /** `false`: nothing is compared with what Flux has. */
  readonly base: string | undefined | false;
  readonly checksTypes: boolean;
}

/** Editors and git change several files at once: a run waits until it is quiet for so long, and not longer than the second. */
const QUIET_MS = 15;
const LONGEST_MS = 400;
/** A file that an editor replaces may be gone for a moment. */
const AGAIN_MS = 100;
/** What package managers write when they are done. */
const INSTALLED = ['.package-lock.json', '.modules.yaml', '.yarn-state.yml'];

/** Runs synth after each change in the project's folder, until the signal says so. */
export const runWatch = async (project: Project, options: WatchOptions, io: Io, stop: AbortSignal): Promise<void> => {
  const { folder } = project;
  const print = openPrinter(io);
  const runner = openRunner((text) => io.stderr.write(text));
  const changed = new Set<string>();
  let turn = 0;
  let wake: () => void = () => undefined;
  stop.addEventListener('abort', () => wake(), { once: true });
  const onChange = (path: string): void => {
    changed.add(path);
    runner.overtake(++turn);
    wake();
  };
  const watched = watchFolders({
    folder,
    onChange,
    onLimit: (where, { code }) =>
      print.problems([
        diagnose(pathRefused, {
          message: `"${where}" and folders beside it can't be watched: the system watches no more (${code})`,
          fix:
            code === 'EMFILE'
              ? 'raise the number of open files (ulimit -n) or of watchers (sysctl fs.inotify.max_user_instances)'
              : 'raise the number of watched files: sysctl fs.inotify.max_user_watches',
        }),
      ]),
  });
  // Until the first run says where the tree is.
  watched.ignore([join(folder, 'k8s')]);
  const bundlers = openBundlers();
  const types = openTypes(options, print);
  try {
    let isFirst = true;
    while (!stop.aborted) {
      if (!isFirst)
        await quiet(
          stop,
          () => turn,
          (woken) => (wake = woken),
          changed,
        );
      if (stop.aborted) break;
      isFirst = false;
      const paths = [...changed];
      changed.clear();
      if (paths.some((path) => INSTALLED.some((name) => path.endsWith(`${sep}node_modules${sep}${name}`))))
        runner.forget();
      types.stop();
      const outcome = await runOnce({ folder, options, runner, bundlers }, turn);
      if (stop.aborted || outcome === undefined) continue;
      const { bundle, answer } = outcome;
      follow(watched, folder, bundle, answer);
      if (answer.isOld) continue;
      const isOfApp = paths.length === 0 || paths.some((path) => bundle.files.has(path));
      print.answer(answer, isOfApp);
      if (!answer.hasErrors && bundle.started !== undefined) types.start(bundle.started);
    }
  } finally {
    watched.close();
    types.stop();
    await Promise.all([runner.close(), bundlers.close()]);
  }
};

interface Bundled {
  readonly request: RunRequest['bundle'];
  /** The modules, absolute. */
  readonly files: ReadonlySet<string>;
  readonly project: Project;
  readonly started: Parameters<typeof startTypeCheck>[0] | undefined;
}

interface Parts {
  readonly folder: string;
  readonly options: WatchOptions;
  readonly runner: ReturnType<typeof openRunner>;
  readonly bundlers: ReturnType<typeof openBundlers>;
}

/** Undefined where there is nothing to say of it. */
const runOnce = async (
  { folder, options, runner, bundlers }: Parts,
  turn: number,
): Promise<{ readonly bundle: Bundled; readonly answer: RunAnswer } | undefined> => {
  const found = findProject(folder);
  if (!found.ok) return { bundle: nothingBundled({ folder, app: '' }), answer: failed(turn, [found.problem]) };
  const project = found.value;
  const names = await refreshNames(folder, false);
  const bundle = await bundlers.bundle(project);
  const { clusters, base } = options;
  const problems = names?.problems ?? [];
  try {
    const answer = await runner.run({ project, bundle: bundle.request, clusters, base, problems }, turn);
    return { bundle, answer };
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    const fix = 'fix it; the app must be loadable without network and clusters';
    return { bundle, answer: failed(turn, [diagnose(appNotLoaded, { message: error.message, fix })]) };
  }
};

const nothingBundled = (project: Project): Bundled => ({
  request: { errors: undefined, message: '' },
  files: new Set(),
  project,
  started: undefined,
});

const failed = (turn: number, problems: readonly Diagnostic[]): RunAnswer => {
  const { text, counts } = printDiagnostics(problems);
  return {
    turn,
    isOld: false,
    hasErrors: true,
    diagnostics: text,
    counts,
    lines: [],
    accepted: [],
    changed: 0,
    unchanged: 0,
    tree: undefined,
    milliseconds: 0,
    heap: 0,
  };
};

/** One bundler for as long as the app's module and the plugins for it are the same. */
const openBundlers = () => {
  let current: { readonly key: string; readonly bundler: Bundler } | undefined;
  let known: ReadonlySet<string> = new Set();
  const tryBundle = async (project: Project): Promise<Bundled> => {
    const key = `${project.app}\0${existsSync(join(project.folder, 'imports/versions.ts'))}`;
    if (current?.key !== key) {
      await current?.bundler.close();
      current = { key, bundler: await openBundler(project) };
    }
    try {
      const request = await current.bundler.bundle();
      known = new Set(request.modules.map((one) => resolve(project.folder, one)));
      const bundle = Promise.resolve(request);
      return { request, files: known, project, started: { project, bundle } };
    } catch (error) {
      const { errors } = error as Partial<BuildFailure>;
      const plain = errors?.map(({ text, location }) => ({ text, location }));
      return { request: { errors: plain, message: thrownText(error) }, files: known, project, started: undefined };
    }
  };
  return {
    async bundle(project: Project): Promise<Bundled> {
      const first = await tryBundle(project);
      if ('contents' in first.request) return first;
      await new Promise((end) => setTimeout(end, AGAIN_MS));
      return tryBundle(project);
    },
    close: async () => current?.bundler.close(),
  };
};

/** Watches what the app is made of, and not what it makes. */
const follow = (watched: FolderWatch, folder: string, { files }: Bundled, { tree }: RunAnswer): void => {
  if (tree !== undefined) watched.ignore(tree);
  const installed = INSTALLED.map((name) => join(folder, 'node_modules', name)).filter((path) => existsSync(path));
  watched.also([...files, ...installed]);
};

/** Resolves when something has changed and it is quiet again, or at the end. */
const quiet = async (
  stop: AbortSignal,
  turnOf: () => number,
  onWake: (wake: () => void) => void,
  changed: ReadonlySet<string>,
): Promise<void> => {
  const next = (milliseconds?: number): Promise<void> =>
    new Promise((end) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(end, milliseconds);
      const wake = (): void => {
        clearTimeout(timer);
        end();
      };
      onWake(wake);
    });
  if (changed.size === 0) await next();
  const start = performance.now();
  while (!stop.aborted && performance.now() - start < LONGEST_MS) {
    const before = turnOf();
    await next(QUIET_MS);
    if (turnOf() === before) return;
  }
};

/** Types are checked once the tree is written: a wrong one is told some seconds later. */
const openTypes = ({ checksTypes }: WatchOptions, print: Printer) => {
  let current: StartedTypeCheck | undefined;
  return {
    start(started: Parameters<typeof startTypeCheck>[0]) {
      if (!checksTypes) return;
      const check = startTypeCheck(started);
      current = check;
      void check?.done.then((problems) => {
        if (current === check) print.types(problems.map(({ diagnostic }) => diagnostic));
      });
    },
    stop() {
      const before = current;
      current = undefined;
      before?.stop();
    },
  };
};

type Printer = ReturnType<typeof openPrinter>;

const openPrinter = (io: Io) => {
  /** Warnings that are the same as before aren't told again. */
  let told = '';
  /** So are accepted images. */
  let acceptedBefore = '';
  let badTypes = false;
  const now = (): string => new Date().toTimeString().slice(0, 8);
  const write = (text: string): void => void io.stderr.write(hasColour(io.stderr, io) ? paintDiagnostics(text) : text);
  return {
    problems: (problems: readonly Diagnostic[]) => write(printDiagnostics(problems).text),
    answer(answer: RunAnswer, isOfApp: boolean) {
      const { diagnostics, hasErrors, counts, changed, unchanged, milliseconds } = answer;
      const accepted = answer.accepted.join('\n');
      const lines = accepted === acceptedBefore ? answer.lines : [...answer.lines, ...answer.accepted];
      const isNew = diagnostics !== told;
      if (diagnostics !== '' && (isNew || hasErrors)) write(diagnostics);
      const isQuiet = !isNew && !isOfApp && lines.length === 0;
      told = diagnostics;
      if (isQuiet) return;
      const took = `in ${Math.round(milliseconds)} ms`;
      if (hasErrors) {
        io.stderr.write(`${now()} ${counts}; nothing was written\n`);
        return;
      }
      acceptedBefore = accepted;
      for (const line of lines) io.stdout.write(`${line}\n`);
      const what = changed === 0 ? 'nothing changed' : `${changed} of ${changed + unchanged} files written`;
      io.stdout.write(`${now()} ${what} ${took}${counts === '' ? '' : `; ${counts}`}\n`);
    },
    types(problems: readonly Diagnostic[]) {
      const { text, counts } = printDiagnostics(problems);
      write(text);
      const isBad = problems.some(({ severity }) => severity === 'error');
      if (isBad) io.stderr.write(`${now()} ${counts} in the types of what was written; synth would refuse it\n`);
      else if (badTypes) io.stdout.write(`${now()} the types are right again\n`);
      badTypes = isBad;
    },
  };
};
