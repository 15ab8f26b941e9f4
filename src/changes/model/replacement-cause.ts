/** Why an object that stays in the tree is replaced in the cluster, and what goes with that. */
export interface ReplacementCause {
  /** What differs, for the plan: `chart name "podinfo" → "nginx"`. */
  readonly differences: readonly string[];
  /** What Flux does and what is lost: a clause with a subject of its own. */
  readonly effect: string;
  /** More of the kind. */
  readonly also?: readonly string[];
  /** What to do so that nothing is replaced, where there is such a thing: an imperative. */
  readonly instead?: string;
  /** False where the trees don't tell whether it happens; the plan and a warning say so. */
  readonly certain: boolean;
  /** What goes with a change of an object that itself stays: an object of "destroys". @default - the object is replaced */
  readonly destroys?: string;
  /** What else a change of an object that itself stays may do: an infinitive, with what it may destroy in it. */
  readonly risks?: string;
  /** Nothing is lost that the new object doesn't bring back, so the code need not declare it. */
  readonly isHarmless?: true;
}
