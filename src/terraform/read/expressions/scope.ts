/** What expressions can refer to. Each answers UNKNOWN for what it doesn't have. */
export interface Scope {
  /** The value of `root.step.step…`, and how many of the steps it has used up. */
  resolve(root: string, steps: readonly (string | number)[]): { readonly value: unknown; readonly used: number };
  /** How many `for` are around. */
  readonly loops?: number;
}
