/** `true` where two types are one and the same, down to optional and readonly. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only where the answer is yes. */
export const same = <_Answer extends true>(): void => {};
