import type { ClusterState } from '../../applied/cluster-state.js';
import type { OwnerChanges } from '../../changes/model/owner-changes.js';
import type { Diagnostic } from '../../diagnostics/index.js';

/** What `fluxspan handover` found, and would write. */
export interface HandoverOutcome {
  readonly diagnostics: readonly Diagnostic[];
  /** `only`: one commit is enough. `back`: the first step is taken back. `none`: no object changes its owner, or everything is done. */
  readonly step: 'first' | 'second' | 'only' | 'back' | 'none';
  /** The files to write, in order; paths are relative to the project. */
  readonly files: readonly HandoverFile[];
  /** What Flux will do with the second step, by cluster. */
  readonly clusters: readonly {
    readonly cluster: string;
    readonly before: ClusterState;
    readonly changes: OwnerChanges;
  }[];
  /** What to do next, a line each. */
  readonly next: readonly string[];
  /** Writes the files; the caller prints the list first. */
  readonly write: () => void;
}

export interface HandoverFile {
  readonly mark: '+' | '~' | '-';
  readonly path: string;
}

/** An outcome that writes nothing. */
export const nothingWritten = (diagnostics: readonly Diagnostic[], next: readonly string[] = []): HandoverOutcome => ({
  diagnostics,
  step: 'none',
  files: [],
  clusters: [],
  next,
  write: () => {},
});
