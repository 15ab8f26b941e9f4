import { Worker } from 'node:worker_threads';
import type { RunAnswer, RunRequest, WorkerData } from './protocol.js';

/** A run ended without an answer. */
export class RunFailed extends Error {}

/** Runs synth in a thread that keeps what is loaded. */
export interface Runner {
  /** @throws RunFailed where the app ended the thread, or never finished */
  run(request: Omit<RunRequest, 'serial' | 'turn' | 'isWarmUp'>, turn: number): Promise<RunAnswer>;
  /** From now on what an older run would write is not written. */
  overtake(turn: number): void;
  /** The next run loads packages again. */
  forget(): void;
  close(): Promise<void>;
}

/** Each run leaves what its modules hold: V8 keeps modules for as long as the thread lives. */
const MOST_RUNS = 40;
const MOST_HEAP_MB = 600;
/** An app that waits for something that never comes. */
const SECONDS = 60;

interface Thread {
  readonly worker: Worker;
  runs: number;
  heap: number;
  /** Ends the thread, and waits for it. */
  end(): Promise<void>;
  ask(request: RunRequest): Promise<RunAnswer>;
}

/** @param onOutput what the app prints */
export const openRunner = (onOutput: (text: string) => void): Runner => {
  const newest = new Int32Array(new SharedArrayBuffer(4));
  let serial = 0;
  let current: Thread | undefined;
  /** Loads what the next thread needs, while nothing else is to be done. */
  let successor: { readonly thread: Thread; readonly isReady: Promise<boolean> } | undefined;

  const start = (): Thread => {
    // From src/chunks/ as from src/cli/: all that the build writes lies two folders deep.
    const worker = new Worker(new URL('../../src/cli/watch/worker.js', import.meta.url), {
      workerData: { newest } satisfies WorkerData,
      stdout: true,
      stderr: true,
    });
    for (const stream of [worker.stdout, worker.stderr]) stream.setEncoding('utf8').on('data', onOutput);
    const thread: Thread = {
      worker,
      runs: 0,
      heap: 0,
      end: async () => void (await worker.terminate()),
      ask: (request) =>
        new Promise<RunAnswer>((resolve, reject) => {
          const limit = setTimeout(
            () => fail(`the app never finishes: it waits for something that doesn't come within ${SECONDS} seconds`),
            SECONDS * 1000,
          );
          const settle = (): void => {
            clearTimeout(limit);
            worker.off('message', onAnswer).off('error', onError).off('exit', onExit);
          };
          const onAnswer = (answer: RunAnswer): void => {
            settle();
            thread.runs++;
            thread.heap = answer.heap;
            resolve(answer);
          };
          const fail = (message: string): void => {
            settle();
            if (current === thread) current = undefined;
            void worker.terminate();
            reject(new RunFailed(message));
          };
          const onError = (error: unknown): void =>
            fail(`something that the app started failed: ${error instanceof Error ? error.message : String(error)}`);
          const onExit = (): void => fail('the app ended the thread that it is loaded in');
          worker.on('message', onAnswer).on('error', onError).on('exit', onExit);
          worker.postMessage(request);
        }),
    };
    // What fails between two runs ends the thread, and the next run has another one.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (current === thread) current = undefined;
    });
    return thread;
  };

  const prepare = (request: Omit<RunRequest, 'serial' | 'turn' | 'isWarmUp'>): void => {
    const thread = start();
    const isReady = thread.ask({ ...request, turn: Atomics.load(newest, 0), serial: ++serial, isWarmUp: true }).then(
      () => true,
      () => false,
    );
    successor = { thread, isReady };
    void isReady.then((ready) => {
      if (ready || successor?.thread !== thread) return;
      successor = undefined;
    });
  };

  return {
    async run(request, turn) {
      const waiting = successor;
      if (waiting !== undefined && (await settled(waiting.isReady))) {
        successor = undefined;
        const old = current;
        current = waiting.thread;
        void old?.end();
      }
      current ??= start();
      const thread = current;
      const answer = await thread.ask({ ...request, turn, serial: ++serial, isWarmUp: false });
      const isWorn = thread.runs >= MOST_RUNS || thread.heap > MOST_HEAP_MB;
      if (isWorn && successor === undefined && 'contents' in request.bundle) prepare(request);
      return answer;
    },
    overtake: (turn) => void Atomics.store(newest, 0, turn),
    forget() {
      const threads = [current, successor?.thread];
      current = undefined;
      successor = undefined;
      for (const one of threads) void one?.end();
    },
    async close() {
      await Promise.all([current?.end(), successor?.thread.end()]);
    },
  };
};

/** Whether a promise has come true by now. */
const settled = (promise: Promise<boolean>): Promise<boolean> => Promise.race([promise, Promise.resolve(false)]);
