import type { z } from 'zod';
import type { FromState } from './from-state.js';
import type { Ref, TextVar } from './ref.js';
import type { Cloud, RemoteSecret, SecretHandle } from './remote-secret.js';

type Schema = z.core.$ZodType;

/**
 * A sentence that the compiler prints where a rule is broken. In an intersection with text it would be `never`, which says
 * nothing: see {@link Ruled}.
 */
export type TypeMismatch<Message extends string> = `fluxspan: ${Message}`;

/** What is given where it keeps the rules, and what says otherwise where it doesn't. */
export type Ruled<Given, Rules> = [Given] extends [Rules] ? Given : Rules;

/** `true` for `any`; conditional types read `any` as both branches otherwise. */
export type IsAny<T> = 0 extends 1 & T ? true : false;

/** A union → the intersection of its members. */
export type UnionToIntersection<U> = (U extends unknown ? (u: U) => void : never) extends (i: infer I) => void
  ? I
  : never;

/** An intersection → one object type, as an editor shows it. */
export type Flat<T> = { [K in keyof T]: T[K] } & {};

// --- one addon's declarations -------------------------------------------------------------------------------------

/** What `infra.vars` takes. `defineAddon` says so for each var by itself; see {@link IsVar}. */
export type VarShape = Readonly<Record<string, Schema>>;
export type ValuesShape = Readonly<Record<string, z.core.$ZodType>>;
export type SecretShape = Readonly<Record<string, RemoteSecret>>;

/**
 * `{ A: ZodString; N: ZodNumber }` → `{ A: TextVar<'A'>; N: Ref<number> }`: what `build` gets. An enum is a text here as
 * well: its value isn't known at synth, so nothing may be decided by it.
 */
export type VarsOf<V> = {
  readonly [K in keyof V]: z.core.output<V[K]> extends number
    ? Ref<number>
    : z.core.output<V[K]> extends boolean
      ? Ref<boolean>
      : TextVar<K & string>;
};

export type SecretsOf<S> = {
  readonly [K in keyof S]: S[K] extends RemoteSecret<string, infer P, Cloud | undefined>
    ? SecretHandle<keyof P & string>
    : never;
};

// --- the contract of a cluster ------------------------------------------------------------------------------------

type BaseOf<T> = [T] extends [string]
  ? 'string'
  : [T] extends [number]
    ? 'number'
    : [T] extends [boolean]
      ? 'boolean'
      : 'other';

/** Whether a schema can be a var: text in the tree, of one base type. */
export type IsVar<S> = S extends Schema ? (BaseOf<z.core.output<S>> extends 'other' ? false : true) : false;

/**
 * One var as the cluster's types carry it: `{ string: { t: 'a' | 'b' } }`, with `required` where it has no default.
 * An intersection of two addons' entries for one var then shows a conflict as two bases, instead of collapsing to
 * `never`, which would accept everything.
 */
type VarEntry<S> = S extends Schema
  ? { readonly [B in BaseOf<z.core.output<S>>]: { readonly t: z.core.output<S> } } & (S extends z.core.$ZodDefault
      ? unknown
      : { readonly required: unknown })
  : never;

/** Whether a name is computed and not written: as a key, it is an index signature. */
export type HasComputed<Names> = string extends Names ? true : false;
/** A name that is written. */
type Written<K> = string extends K ? never : number extends K ? never : K;

/** What the compiler knows of the vars of an addon: the type that each has. See {@link ComputedEntries} for the others. */
export type VarEntries<V> =
  HasComputed<keyof V> extends true
    ? { readonly [K in keyof V as Written<K>]: VarEntry<V[K]> }
    : { readonly [K in keyof V]: VarEntry<V[K]> };

/** `{ string: …; number: … }` → `'string and as number'`. */
type BaseNames<E> = And<And<Named<E, 'string'>, Named<E, 'number'>>, Named<E, 'boolean'>>;
type Named<E, B extends string> = B extends keyof E ? B : '';
type And<A extends string, B extends string> = A extends '' ? B : B extends '' ? A : `${A} and as ${B}`;

/** The name of the conflict at one merged entry, or never: more than one base, or enums without a common value. */
export type VarConflict<E> =
  Exclude<keyof E, 'required'> extends infer B
    ? IsUnion<B> extends true
      ? `declared as ${BaseNames<E>}`
      : B extends keyof E
        ? [E[B]] extends [never]
          ? 'declared with enums that share no value'
          : E[B] extends { readonly t: infer T }
            ? [T] extends [never]
              ? 'declared with enums that share no value'
              : never
            : never
        : never
    : never;

export type IsUnion<T, U = T> = [T] extends [never]
  ? false
  : T extends unknown
    ? [U] extends [T]
      ? false
      : true
    : never;

type EntryType<E> = E extends { readonly string: { readonly t: infer T } }
  ? T
  : E extends { readonly number: { readonly t: infer T } }
    ? T
    : E extends { readonly boolean: { readonly t: infer T } }
      ? T
      : never;

type InfraVars<E> = Flat<
  { [K in keyof E as E[K] extends { readonly required: unknown } ? K : never]: EntryType<E[K]> } & {
    [K in keyof E as E[K] extends { readonly required: unknown } ? never : K]?: EntryType<E[K]>;
  }
>;

/** What Terraform writes is a schema's input. */
export type ValuesEntries<L> =
  HasComputed<keyof L> extends true
    ? { readonly [K in keyof L as Written<K>]: z.core.input<L[K]> }
    : { readonly [K in keyof L]: z.core.input<L[K]> };

/** `{ authentik: RemoteSecret<…, { token: ZodString }> }` → `{ authentik: { token: string } }`, those of the cloud left out. */
export type SecretEntries<S> = {
  readonly [K in keyof S as Written<SuppliedName<S, K>>]: PropertiesOf<S[K]>;
};

type SuppliedName<S, K extends keyof S> =
  S[K] extends RemoteSecret<string, Readonly<Record<string, Schema>>, Cloud> ? never : K;

type PropertiesOf<R> =
  R extends RemoteSecret<string, infer P, Cloud | undefined> ? { -readonly [N in keyof P]: z.core.input<P[N]> } : never;

/**
 * What each channel has under names that the compiler doesn't know: `{ secrets: { token: string } }`. They are apart from
 * the others and make a union, because the intersection of two index signatures asks each name for the fields of both.
 */
export interface ComputedEntries<V, L, S> {
  /** The types of vars. */
  readonly vars: OutputOf<Computed<V>>;
  /** The documents of releases. */
  readonly values: InputOf<Computed<L>>;
  /** The properties of remote secrets. */
  readonly secrets: SuppliedBy<Computed<S>>;
}

type Computed<T> = IsAny<T> extends true ? never : string extends keyof T ? T[keyof T & string] : never;
type OutputOf<S> = S extends Schema ? z.core.output<S> : never;
type InputOf<S> = S extends Schema ? z.core.input<S> : never;
type SuppliedBy<R> = R extends RemoteSecret<string, Readonly<Record<string, Schema>>, Cloud> ? never : PropertiesOf<R>;

/** The names that are known, and any other name if some are computed: it may hold what any of them does. */
type WithComputed<Named, Any> = [Any] extends [never] ? Named : Named & { [name: string]: Any | Named[keyof Named] };

/**
 * What other Terraform states supply than the main one, as a union: `{ channel: 'vars'; name: 'TF_VPC_ID'; state: 'network' }`.
 * Never for most addons, so that the union stays small.
 */
export type StatedEntries<V, L, S> = Stated<'vars', V> | Stated<'values', L> | Stated<'secrets', S>;

type Stated<Channel extends string, T> =
  IsAny<T> extends true
    ? never
    : {
        [K in keyof T & string]: T[K] extends FromState<infer State>
          ? { channel: Channel; name: K; state: State }
          : never;
      }[keyof T & string];
/** The entries of a channel that one state supplies: `null` is the main one. All of them, if no state is named. */
export type EntriesOfState<E, T, Channel extends string, State extends string | null> = [string | null] extends [State]
  ? E
  : State extends string
    ? Pick<E, keyof E & StatedName<T, Channel, State>>
    : Omit<E, StatedName<T, Channel, string>>;
type StatedName<T, Channel extends string, State extends string> = T extends {
  channel: Channel;
  name: infer Name extends string;
  state: State;
}
  ? Name
  : never;

/** A type with its members written out at every depth, as an editor shows them. */
export type Shown<T> = T extends object ? { [K in keyof T]: Shown<T[K]> } : T;

/** All that Terraform must supply for a cluster, as one type. */
export interface Infra<Vars, Values, Secrets, Others extends Record<'vars' | 'values' | 'secrets', unknown> = never> {
  /** What each var holds, by name; one with a default may be left out. */
  vars: WithComputed<InfraVars<Vars>, Others['vars']>;
  /** The document of Helm values of each release. */
  values: WithComputed<Flat<{ -readonly [K in keyof Values]: Values[K] }>, Others['values']>;
  /** The properties of each remote secret. */
  secrets: WithComputed<Flat<{ -readonly [K in keyof Secrets]: Flat<Secrets[K]> }>, Others['secrets']>;
}
