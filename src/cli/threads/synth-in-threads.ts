import { Worker } from 'node:worker_threads';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../../diagnostics/index.js';
import { rememberSummaries } from '../../synth/edited-summaries.js';
import { type SynthOptions, writePrepared } from '../../synth/synth-app.js';
import type { StartedBundle } from '../bundle-app.js';
import type { ReportedOwners, SynthOutcome, SynthReport } from '../synth-report.js';
import { markerProblems } from '../version-problems.js';
import type { ShareAnswer, ShareRequest } from './protocol.js';
import { type RunOptions, type SharedApp, type SynthShare, tryPrepareShare } from './synth-share.js';

export interface ThreadOptions extends RunOptions {
  /** The names of the clusters by thread; the first is this one. */
  readonly shares: readonly (readonly string[])[];
  readonly bundle: StartedBundle;
  readonly asked?: NonNullable<SynthOptions['base']>['asked'];
  /** What else may forbid to write, and is told. */
  readonly guard: () => Promise<readonly Diagnostic[]>;
}

/**
 * Synthesizes many clusters with a thread for each share of them. This thread alone writes, when all are prepared.
 *
 * @returns undefined where it can't be done in shares; nothing was written then
 */
export const trySynthInThreads = async (
  shared: SharedApp,
  { shares: [own = [], ...others], bundle, asked, guard, ...options }: ThreadOptions,
): Promise<SynthOutcome | undefined> => {
  const { project, remembered } = shared;
  const { contents } = await bundle.bundle;
  const threads = others.map((clusters, index) =>
    startThread({ ...options, project, contents, turn: index + 1, clusters }),
  );
  try {
    const first = await tryPrepareShare(shared, own, options, asked);
    if (first === undefined) return undefined;
    const rest = await Promise.all(threads.map(({ answer }) => answer));
    const found = rest.flatMap((share) => (share === undefined ? [] : [share]));
    if (found.length < rest.length) return undefined;
    for (const text of found.flatMap(({ printed }) => printed)) process.stderr.write(text);
    const report = merge([first, ...found]);
    const { plan, problems } = first.prepared;
    const markers = [first, ...found].flatMap((share) => share.markers);
    const ofMarkers = markerProblems(shared.versions, markers, project.folder);
    const diagnostics = sortDiagnostics([...report.diagnostics, ...ofMarkers, ...(await guard())]);
    const written = !options.check && !hasErrors(diagnostics);
    for (const { used } of found) remembered.take(used);
    if (written) {
      await writePrepared(project.folder, { plan, problems, changes: report.changes, files: report.files });
      for (const { summaries } of [first, ...found]) rememberSummaries(summaries, remembered.options.clean);
    }
    remembered.save();
    return { report: { ...report, diagnostics }, layout: plan.layout, isPlanned: true, written };
  } finally {
    for (const { end } of threads) end();
  }
};

const startThread = (request: ShareRequest) => {
  // From src/chunks/ as from src/cli/: all that the build writes lies two folders deep.
  const worker = new Worker(new URL('../../src/cli/threads/worker.js', import.meta.url), {
    workerData: request,
    // The thread itself says what the app printed.
    stdout: true,
    stderr: true,
  });
  const answer = new Promise<ShareAnswer>((resolve) => {
    worker.on('message', resolve);
    // An app that can't be loaded there is loaded here, and what is wrong with it is told.
    worker.on('error', () => resolve(undefined)).on('exit', () => resolve(undefined));
  });
  return { answer, end: () => void worker.terminate() };
};

/** One report of several, as one thread would give it: shares are in the order of their clusters. */
const merge = (shares: readonly SynthShare[]): SynthReport => {
  const reports = shares.map(({ report }) => report);
  const all = <T>(listOf: (report: SynthReport) => readonly T[]): T[] => reports.flatMap(listOf);
  const sorted = (listOf: (report: SynthReport) => readonly string[]): readonly string[] => all(listOf).sort();
  return {
    diagnostics: [...all(({ diagnostics }) => diagnostics), ...saidByAll(shares.map(({ versions }) => versions))],
    changes: {
      added: sorted(({ changes }) => changes.added),
      changed: sorted(({ changes }) => changes.changed),
      removed: sorted(({ changes }) => changes.removed),
      kept: sorted(({ changes }) => changes.kept),
      headers: sorted(({ changes }) => changes.headers),
      unsigned: sorted(({ changes }) => changes.unsigned),
      unchanged: reports.reduce((sum, { changes }) => sum + changes.unchanged, 0),
      // Each thread sees the same.
      undeclared: reports[0]!.changes.undeclared,
    },
    files: new Map(all(({ files }) => [...files])),
    clusters: all(({ clusters }) => clusters),
    accepted: all(({ accepted }) => accepted),
    owners: mergeOwners(reports.map(({ owners }) => owners)),
  };
};

const mergeOwners = (owners: readonly ReportedOwners[]): ReportedOwners =>
  owners[0]?.kind === 'json'
    ? { kind: 'json', clusters: owners.flatMap(({ clusters }) => clusters) }
    : { kind: 'text', clusters: owners.flatMap((one) => (one.kind === 'text' ? one.clusters : [])) };

/** What nothing reads in any share. */
const saidByAll = ([first = [], ...others]: readonly (readonly Diagnostic[])[]): readonly Diagnostic[] => {
  const keyOf = ({ code, message, at }: Diagnostic): string => JSON.stringify([code, message, at]);
  const said = others.map((list) => new Set(list.map(keyOf)));
  return first.filter((one) => said.every((keys) => keys.has(keyOf(one))));
};
