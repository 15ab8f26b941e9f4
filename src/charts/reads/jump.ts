/** `break`, `continue`: what follows isn't run. */
export class Jump extends Error {
  readonly kind: 'break' | 'continue';

  constructor(kind: 'break' | 'continue') {
    super(kind);
    this.kind = kind;
  }
}

/** Runs a part of a template up to its end, or to a jump out of it, which it returns. */
export const untilJump = (run: () => void): Jump | undefined => {
  try {
    run();
  } catch (error) {
    if (error instanceof Jump) return error;
    throw error;
  }
  return undefined;
};
