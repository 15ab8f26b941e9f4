/** Why an object that stays in the tree is replaced in the cluster, and what that destroys. */
export interface ReplacementCause {
  /** What differs, for the plan: `chart name "podinfo" → "nginx"`. */
  readonly differences: readonly string[];
  /** What Flux does and what is lost: a clause with its own subject. */
  readonly effect: string;
  /** More effects of the same kind. */
  readonly also?: readonly string[];
  /** How to avoid the replacement, if that's possible: an imperative. */
  readonly instead?: string;
  /** False if the trees don't show whether it happens. The plan and a warning say so. */
  readonly certain: boolean;
  /**
   * What a change destroys while the object itself stays: an object of "destroys". @default - the object is replaced
   */
  readonly destroys?: string;
  /** What else a change may do while the object itself stays: an infinitive, including what it may destroy. */
  readonly risks?: string;
  /** Set if the new object restores all that is lost, so the code needn't declare the replacement. */
  readonly isHarmless?: true;
}
