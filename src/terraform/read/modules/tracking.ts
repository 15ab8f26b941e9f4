import { UNKNOWN } from '../unknown.js';

/** A value, and the variables of the root whose defaults it comes from. */
export interface Tracked<T> {
  readonly value: T;
  readonly assumed: ReadonlySet<string>;
}

/** Notes which defaults of the root's variables are used while something is evaluated. */
export class Tracker {
  #assumed = new Set<string>();

  assume(variable: string): void {
    this.#assumed.add(variable);
  }

  /** What is assumed inside is assumed outside, too. */
  track<T>(evaluate: () => T): Tracked<T> {
    const found = this.isolate(evaluate);
    for (const variable of found.assumed) this.#assumed.add(variable);
    return found;
  }

  /** What is assumed inside stays there. */
  isolate<T>(evaluate: () => T): Tracked<T> {
    const outer = this.#assumed;
    this.#assumed = new Set();
    try {
      const value = evaluate();
      return { value, assumed: this.#assumed };
    } finally {
      this.#assumed = outer;
    }
  }

  /** Evaluates once. What leads back to itself is unknown: Terraform refuses it. */
  once(evaluate: () => unknown): () => unknown {
    let found: Tracked<unknown> | 'open' | undefined;
    return () => {
      if (found === 'open') return UNKNOWN;
      if (found === undefined) {
        found = 'open';
        found = this.track(evaluate);
      }
      for (const variable of found.assumed) this.assume(variable);
      return found.value;
    };
  }
}
