/** A hand-written file in a cluster's folder. */
export interface OtherFile {
  /** Relative to the repository's root. */
  readonly path: string;
  /** Whether another diagnostic already reports that the file contains an object of the plan. */
  readonly isTold: boolean;
}
