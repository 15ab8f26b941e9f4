const REF = Symbol.for('fluxspan.ref');

/**
 * A number or boolean that only Terraform knows. It stands where the API takes a `T`; arithmetic on it does not
 * compile, and as text it is the expression that Flux substitutes (`${TF_REPLICAS}`).
 */
export interface Ref<T extends number | boolean> {
  readonly [REF]: T;
  toString(): string;
}

/** What a construct's text takes, such as a key of a ConfigMap's `data`: a number or boolean var arrives there as text. */
export type TextOrRef = string | Ref<number> | Ref<boolean>;

/** What would read the value of a var, or change the expression that stands for it. */
type Readings =
  | 'at'
  | 'charAt'
  | 'charCodeAt'
  | 'codePointAt'
  | 'endsWith'
  | 'includes'
  | 'indexOf'
  | 'lastIndexOf'
  | 'localeCompare'
  | 'match'
  | 'matchAll'
  | 'normalize'
  | 'padEnd'
  | 'padStart'
  | 'replace'
  | 'replaceAll'
  | 'search'
  | 'slice'
  | 'split'
  | 'startsWith'
  | 'substring'
  | 'toLocaleLowerCase'
  | 'toLocaleUpperCase'
  | 'toLowerCase'
  | 'toUpperCase';

/** An interface, so that it doesn't pass for a map of anything, as an object type would. */
interface Unreadable extends Readonly<Record<Readings, never>> {}

/**
 * A text that only Terraform knows: at synth it is the expression that Flux substitutes (`${TF_HOST}`). It is a `string`
 * for whatever takes one, and can be part of another text. Nothing can be decided by it: it has no value in common with
 * any other text, so that `vars.TF_TIER === 'large'` doesn't compile, nor does `vars.TF_HOST.toLowerCase()`.
 */
export type TextVar<Name extends string> = `the value of ${Name}, which only the cluster knows` & Unreadable;

/** What a construct's prop takes where the API takes a `T`: the value itself, or a var of that type. */
export type OrRef<T> = T extends number ? T | Ref<number> : T extends boolean ? T | Ref<boolean> : T;

const UNKNOWN_NUMBER = ' is known only in the cluster, so nothing can be calculated with it';

/** Whether this is the message of an error that a number var throws where code calculates with it. */
export const isUnknownNumber = (message: string): boolean => message.endsWith(UNKNOWN_NUMBER);

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
      throw new TypeError(`${String(this.#value)}${UNKNOWN_NUMBER}`);
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
 * A map of texts, with each reference as its text: also where it has a literal, in a plain cdk8s chart. One without
 * references stays as it is, which may be what cdk8s resolves later.
 */
export const textsOf = (texts: Readonly<Record<string, TextOrRef>>): Record<string, string> =>
  Object.values(texts ?? {}).some(isRef)
    ? Object.fromEntries(
        Object.entries(texts).map(([key, text]) => [key, isRef(text) ? String(text) : (text as string)]),
      )
    : (texts as Record<string, string>);

/**
 * Says that a number var stands where a construct of the ecosystem wants a plain `number`.
 * It must only be passed on: at synth it is the text of an expression, no number.
 */
export const asNumber = (ref: Ref<number>): number => ref as unknown as number;

/** As {@link asNumber}, for a boolean. */
export const asBoolean = (ref: Ref<boolean>): boolean => ref as unknown as boolean;
