const REF = Symbol.for('fluxspan.ref');

/**
 * A number or boolean that only Terraform knows. It stands where the API takes a `T`; arithmetic on it does not
 * compile, and as text it is the expression that Flux substitutes (`${TF_REPLICAS}`).
 */
export interface Ref<T extends number | boolean> {
  readonly [REF]: T;
  toString(): string;
}

/** What a construct's prop takes where the API takes a `T`: the value itself, or a var of that type. */
export type OrRef<T> = T extends number ? T | Ref<number> : T extends boolean ? T | Ref<boolean> : T;

class VarRef {
  readonly [REF]: unknown;
  readonly #value: string | number | boolean;

  constructor(value: string | number | boolean) {
    this.#value = value;
  }

  /** cdk8s asks every object with this method for its value when it renders. */
  resolve(): string | number | boolean {
    return this.#value;
  }

  toString(): string {
    return String(this.#value);
  }

  /** As text it is its expression; as a number it is nothing that anybody could calculate with. */
  [Symbol.toPrimitive](hint: 'number' | 'string' | 'default'): string {
    if (hint === 'number') {
      throw new TypeError(`${String(this.#value)} is known only in the cluster, so nothing can be calculated with it`);
    }
    return String(this.#value);
  }

  toJSON(): string | number | boolean {
    return this.#value;
  }
}

/** A reference that renders as `value`: the text of an expression, or the literal of a plain cdk8s chart. */
export const makeRef = <T extends number | boolean>(value: string | number | boolean): Ref<T> =>
  new VarRef(value) as unknown as Ref<T>;

export const isRef = (value: unknown): value is Ref<number | boolean> & { resolve(): string | number | boolean } =>
  typeof value === 'object' && value !== null && REF in value;

/**
 * Says that a number var stands where a construct of the ecosystem wants a plain `number`.
 * It must only be passed on: at synth it is the text of an expression, no number.
 */
export const asNumber = (ref: Ref<number>): number => ref as unknown as number;

/** As {@link asNumber}, for a boolean. */
export const asBoolean = (ref: Ref<boolean>): boolean => ref as unknown as boolean;
