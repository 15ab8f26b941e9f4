/** A file of others in a cluster's folder. */
export interface OtherFile {
  /** From the repository's root. */
  readonly path: string;
  /** Whether it is told that an object of the plan is in it. */
  readonly isTold: boolean;
}
