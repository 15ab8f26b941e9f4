import type { Project } from '../project.js';
import type { RunOptions, SynthShare } from './synth-share.js';

/** What a thread starts with. */
export interface ShareRequest extends RunOptions {
  readonly project: Project;
  /** The user's modules as one. */
  readonly contents: Uint8Array;
  /** Which thread of the process it is. */
  readonly turn: number;
  readonly clusters: readonly string[];
}

/** Undefined where this share can't be prepared by itself. */
export type ShareAnswer = (SynthShare & { readonly printed: readonly string[] }) | undefined;
