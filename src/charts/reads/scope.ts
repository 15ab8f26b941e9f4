import { join, missing, type Value } from './value.js';

/** The variables of one template, in the order of their declarations. */
export class Scope {
  #names: string[] = [];
  #values: Value[] = [];

  declare(name: string, value: Value): void {
    this.#names.push(name);
    this.#values.push(value);
  }

  assign(name: string, value: Value): void {
    const index = this.#names.lastIndexOf(name);
    if (index >= 0) this.#values[index] = value;
  }

  get(name: string): Value {
    const index = this.#names.lastIndexOf(name);
    return index < 0 ? missing : this.#values[index]!;
  }

  /** Of all variables, in the order of their declarations. */
  values(): readonly Value[] {
    return [...this.#values];
  }

  /** Runs a block: what it declares is gone behind it. */
  block<T>(run: () => T): T {
    const size = this.#names.length;
    try {
      return run();
    } finally {
      this.#names.length = size;
      this.#values.length = size;
    }
  }

  /**
   * Runs blocks of which one is taken; a variable then is what any of them made of it.
   *
   * @param runAll runs each of the blocks that it is given
   */
  branch(blocks: readonly (() => void)[], runAll: (blocks: readonly (() => void)[]) => void): void {
    const before = [...this.#values];
    const outcomes: (readonly Value[])[] = [];
    runAll(
      blocks.map((run) => () => {
        this.#values = [...before];
        this.block(run);
        outcomes.push(this.#values);
      }),
    );
    this.#values = before.map((_, i) => join(...outcomes.map((outcome) => outcome[i]!)));
  }
}
