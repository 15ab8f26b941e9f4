// A thread of `fluxspan synth` that prepares a share of the clusters, and writes nothing.
import { parentPort, workerData } from 'node:worker_threads';
import { startAsking } from '../../base/ask-ahead.js';
import { loadApp } from '../load-app.js';
import { openRemembered } from '../plan-project.js';
import type { ShareAnswer, ShareRequest } from './protocol.js';
import { tryPrepareShare } from './synth-share.js';

/** Keeps what the app prints while its clusters are built; while it's loaded, it prints in the first thread, too. */
const keepOutput = () => {
  const printed: string[] = [];
  let isLoaded = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = ((text: Uint8Array | string): boolean => {
      if (isLoaded) printed.push(typeof text === 'string' ? text : Buffer.from(text).toString());
      return true;
    }) as typeof stream.write;
  }
  const start = () => {
    isLoaded = true;
  };
  return { printed, start };
};

const prepare = async ({ project, contents, turn, clusters, ...options }: ShareRequest): Promise<ShareAnswer> => {
  const output = keepOutput();
  const asksAhead = options.base !== false && options.base.revision === undefined;
  const asked = asksAhead ? startAsking(project.folder) : undefined;
  const loaded = await loadApp(project, { project, bundle: Promise.resolve({ contents, modules: [] }), turn });
  if (!('app' in loaded)) return undefined;
  output.start();
  const remembered = openRemembered(loaded.app, project);
  const share = await tryPrepareShare({ ...loaded, project, remembered }, clusters, options, asked);
  if (share === undefined) return undefined;
  // The plan has constructs and functions, which no other thread can have.
  const { prepared: _, ...plain } = share;
  return { ...plain, printed: output.printed };
};

parentPort!.postMessage(await prepare(workerData as ShareRequest));
