import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { AskedAhead } from '../../applied/ask-ahead.js';
import { GitAnswers } from '../../applied/git.js';
import { tryPrintRefs } from '../../applied/refs-print.js';
import { printComparison } from '../../changes/comparison/print-comparison.js';
import { type Diagnostic, diagnose, hasErrors, sortDiagnostics } from '../../diagnostics/index.js';
import { printDiagnostics } from '../../diagnostics/print.js';
import { openSchemas } from '../../rules/schemas/find-schemas.js';
import { type SynthResult, synthApp } from '../../synth/synth-app.js';
import { pathRefused } from '../../tree/diagnostics.js';
import { acceptedIn, acceptedLine } from '../accepted-images.js';
import { listFiles } from '../list-files.js';
import { loadApp } from '../load-app.js';
import { openRemembered } from '../plan-project.js';
import { ringProblems, versionProblems } from '../version-problems.js';
import type { RunAnswer, RunRequest, WorkerData } from './protocol.js';

// A thread of `fluxspan watch`: it keeps what is loaded and compiled, and each run loads the app again.

const { newest } = workerData as WorkerData;
const schemas = openSchemas();

/** What git has said, for as long as the refs are the same. */
const openAnswers = () => {
  let known: { readonly refs: string; readonly answers: Map<string, Buffer> } | undefined;
  return (folder: string): AskedAhead | undefined => {
    const refs = tryPrintRefs(folder);
    if (refs === undefined) return undefined;
    if (known?.refs !== refs) known = { refs, answers: new Map() };
    return { answers: new GitAnswers(undefined, known.answers), done: Promise.resolve() };
  };
};
const askedIn = openAnswers();

// The app must not end the thread.
const { exit } = process;
process.exit = (code) => {
  throw new Error(`it called process.exit(${code ?? ''})`);
};
// Node itself ends the thread when something fails later. Without this, its own call would throw, and now and then abort
// the whole process.
process.on('uncaughtExceptionMonitor', () => {
  process.exit = exit;
});

const run = async (request: RunRequest): Promise<RunAnswer> => {
  const start = performance.now();
  const { turn, project, problems } = request;
  const answer = (found: Partial<RunAnswer>, diagnostics: readonly Diagnostic[]): RunAnswer => {
    const { text, counts } = printDiagnostics(diagnostics);
    return {
      turn,
      isOld: false,
      hasErrors: hasErrors(diagnostics),
      diagnostics: text,
      counts,
      lines: [],
      accepted: [],
      changed: 0,
      unchanged: 0,
      tree: undefined,
      milliseconds: performance.now() - start,
      heap: process.memoryUsage().heapUsed / 2 ** 20,
      ...found,
    };
  };
  const { bundle } = request;
  const bundled =
    'contents' in bundle
      ? Promise.resolve(bundle)
      : Promise.reject(Object.assign(new Error(bundle.message), { errors: bundle.errors }));
  const loaded = await loadApp(project, { project, bundle: bundled, turn: request.serial });
  if (!('app' in loaded)) return answer({}, sortDiagnostics([...loaded, ...problems]));
  const { app, versions } = loaded;
  const remembered = openRemembered(app, project);
  const isOld = (): boolean => Atomics.load(newest, 0) !== turn;
  const base = request.base === false ? undefined : { revision: request.base, asked: askedIn(project.folder) };
  const result = await synthApp(app, {
    ...remembered.options,
    schemas,
    project: project.folder,
    clusters: request.clusters,
    check: request.isWarmUp,
    // What is written is written at once, so this is the last moment.
    guard: async () => [...problems, ...ringProblems(versions, app), ...(isOld() ? [aborted] : [])],
    report: async (plan) => [
      ...remembered.toolProblems(),
      ...(await versionProblems(versions, { app, project: project.folder, plan, base })),
    ],
    base,
    builds: remembered.builds,
  });
  const { layout } = result.plan;
  const tree = layout.folders.map((folder) => join(project.folder, layout.root, folder));
  if (result.diagnostics.includes(aborted)) return answer({ isOld: true, tree }, []);
  if (!request.isWarmUp) remembered.save();
  return answer({ ...linesOf(result), tree }, result.diagnostics);
};

/** For a run that another change has overtaken; it is never shown. */
const aborted = diagnose(pathRefused, { message: 'another change came meanwhile', fix: 'wait for the next run' });

const linesOf = ({ changes, compared, next, plan }: SynthResult) => {
  const { added, changed, removed, kept, headers, unchanged } = changes;
  const files = [
    ['+', added],
    ['~', changed],
    ['-', removed],
    ['!', kept],
  ] as const;
  const namesAll = (mark: string): boolean => mark === '-' || mark === '!';
  const lines = files.flatMap(([mark, paths]) =>
    listFiles(paths, plan.layout, { namesAll: namesAll(mark) }).map((path) => `${mark} ${path}`),
  );
  const owners = printComparison(compared, next);
  return {
    lines: [...lines, ...owners.split('\n').filter((line) => line !== '')],
    accepted: acceptedIn(plan).map(acceptedLine),
    changed: added.length + changed.length + removed.length + headers.length,
    unchanged,
  };
};

parentPort!.on('message', (request: RunRequest) => {
  // Whatever goes wrong here ends the thread, and the other side says so.
  void run(request).then((answer) => parentPort!.postMessage(answer));
});
