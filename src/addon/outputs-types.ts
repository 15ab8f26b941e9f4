import type { Ref, TextVar, TypeMismatch, VarShape } from '../contract/index.js';

declare const PRODUCES: unique symbol;
declare const READS: unique symbol;

/** An addon that declares `outputs`: what `uses` takes. */
export interface Producer<N extends string = string, X extends VarShape = VarShape, M extends string = string> {
  /** What the addon's author wrote. */
  readonly definition: object;
  /** Never there at run time. */
  readonly [PRODUCES]: { readonly name: N; readonly outputs: X; readonly namespace: M };
}

/** What {@link asValues} gives. */
export interface ValuesUse<P extends object = object> {
  /** The addon whose outputs releases read. */
  readonly asValues: P;
}

/** What `uses` takes: producers, by the name that `build` gives them. {@link CheckUses} says so of each by itself. */
export type UseShape = Readonly<Record<string, object>>;

/** Each addon in `uses` has outputs. */
export type CheckUses<U> = {
  readonly [K in keyof U]: AddonOf<U[K]> extends Producer
    ? unknown
    : AddonOf<U[K]> extends (...args: never[]) => { readonly name: infer N extends string }
      ? TypeMismatch<`addon '${N}' declares no outputs`>
      : TypeMismatch<`uses.${K & string} is not an addon`>;
};

/** Where a release reads one output: what `valuesFrom` takes, with a `targetPath` for a value that isn't a document. */
export interface OutputSource {
  /** Of the object that has the output. */
  readonly kind: 'ConfigMap' | 'Secret';
  /** Of the same object, in the namespace of the release. */
  readonly name: string;
  /** The key of the output. */
  readonly valuesKey: string;
}

type NameOf<P> = P extends Producer<infer N> ? N : never;
type ShapeOf<P> = P extends Producer<string, infer X> ? X : never;
type HomeOf<P> = P extends Producer<string, VarShape, infer M> ? M : never;
type AddonOf<E> = E extends ValuesUse<infer P> ? P : E;

/** The names of the addons that another one uses: it requires them. */
export type UsedNames<U> = { readonly [K in keyof U]: NameOf<AddonOf<U[K]>> }[keyof U];

/** What `build` is given for each addon that it uses: a var for each output, or where a release reads it. */
export type UsesOf<U> = {
  readonly [K in keyof U]: U[K] extends ValuesUse<infer P>
    ? { readonly [O in keyof ShapeOf<P>]: OutputSource }
    : OutputVars<ShapeOf<U[K]>>;
};

/** As for the vars of the contract. */
type OutputVars<X> = {
  readonly [O in keyof X]: X[O] extends { readonly _zod: { readonly output: infer T } }
    ? [T] extends [number]
      ? Ref<number>
      : [T] extends [boolean]
        ? Ref<boolean>
        : TextVar<O & string>
    : never;
};

/** Of each addon that is read by vars: its name and its namespace. */
type VarUses<U> = {
  readonly [K in keyof U]: U[K] extends ValuesUse
    ? never
    : { readonly name: NameOf<U[K]>; readonly home: HomeOf<U[K]> };
}[keyof U];

/** What an instance carries for the compiler alone; nothing for most addons. */
export type UsesNote<U> = [keyof U] extends [never] ? unknown : Reading<VarUses<U>>;

/** An instance that reads what other addons produce. */
export interface Reading<Y> {
  /** Never there at run time. */
  readonly [READS]?: Y;
}

/** What `defineAddon` adds for an addon with outputs; nothing for most addons. */
export type ProducerNote<N extends string, X extends VarShape, M extends string> = [keyof X] extends [never]
  ? unknown
  : Producer<N, X, M>;

/** Whether an addon reads any: asked first, since hardly one does. */
export type IsReader<I> = typeof READS extends keyof I ? true : false;

/**
 * The sentence for an addon whose Kustomization lives where Flux can't read what it uses, or never.
 *
 * @param K where its Kustomization lives; never stands for `flux-system`
 */
export type UnreadUse<I extends { readonly name: string }, K> =
  I extends Reading<infer Y> ? UnreadIn<I['name'], NonNullable<Y>, [K] extends [never] ? 'flux-system' : K> : never;

/** A namespace that isn't known whole is synth's to compare. */
type UnreadIn<Name extends string, Y, K> = Y extends {
  readonly name: infer N extends string;
  readonly home: infer M extends string;
}
  ? string extends M
    ? never
    : [M] extends [K]
      ? never
      : TypeMismatch<`addon '${Name}' uses vars of addon '${N}', which writes them in the namespace '${M}', and Flux reads them in '${K & string}', where the Kustomization lives`>
  : never;
