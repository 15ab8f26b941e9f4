import type { Diagnostic } from '../../diagnostics/index.js';
import type { Bundle } from '../bundle-app.js';
import type { Project } from '../project.js';

/** What a worker is asked: one run of synth with a bundle. */
export interface RunRequest {
  /** Counts the changes: a run that is no longer the newest writes nothing. */
  readonly turn: number;
  /** Counts the runs of all workers. */
  readonly serial: number;
  readonly project: Project;
  readonly bundle:
    | Bundle
    /** What esbuild says; undefined where it could not start. */
    | { readonly errors: readonly unknown[] | undefined; readonly message: string };
  readonly clusters: readonly string[];
  /** `false`: nothing is compared with what Flux has. */
  readonly base: string | undefined | false;
  /** Of versions.yaml. */
  readonly problems: readonly Diagnostic[];
  /** Compile what the next run needs, and write nothing. */
  readonly isWarmUp: boolean;
}

export interface RunAnswer {
  readonly turn: number;
  /** Another change came meanwhile, and nothing was written. */
  readonly isOld: boolean;
  readonly hasErrors: boolean;
  /** Diagnostics as text, without colour. */
  readonly diagnostics: string;
  /** `2 errors`. */
  readonly counts: string;
  /** Files, and what Flux will do: a line each. */
  readonly lines: readonly string[];
  /** What Flux's image automation wrote into the tree, and stays: a line each. */
  readonly accepted: readonly string[];
  readonly changed: number;
  readonly unchanged: number;
  /** The folders of the tree, absolute; undefined where the app could not be loaded. */
  readonly tree: readonly string[] | undefined;
  readonly milliseconds: number;
  /** Of the worker, in MiB. */
  readonly heap: number;
}

/** What a worker starts with. */
export interface WorkerData {
  /** One number that both sides see: the newest turn. */
  readonly newest: Int32Array;
}
