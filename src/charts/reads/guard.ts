/** A value of which a template does no more than to fail where it is set. */
export interface Guard {
  readonly text: string | undefined;
  /** It fails for each value, not only for those that a template takes for true. */
  readonly isPresence: boolean;
  /** It fails whatever else is set. */
  readonly isSure: boolean;
}

export const isSameGuard = (a: Guard, b: Guard): boolean =>
  a.text === b.text && a.isPresence === b.isPresence && a.isSure === b.isSure;
