import type { AddonInstance, IsOne, TypeOf } from '../addon/addon.js';
import type { CheckLabel } from '../addon/name-types.js';
import type { IsReader, UnreadUse } from '../addon/outputs-types.js';
import type { Alerts } from '../alerts/alerts.js';
import type {
  ComputedEntries,
  HasComputed,
  SecretEntries,
  SecretShape,
  StatedEntries,
  TypeMismatch,
  UnionToIntersection,
  ValuesEntries,
  ValuesShape,
  VarConflict,
  VarEntries,
  VarShape,
} from '../contract/index.js';
import type { External } from '../declared/external.js';
import type { Dependency, ExternalName } from '../declared/external-kustomization.js';

/** What the compiler knows of a cluster, stage by stage. */
export interface ClusterTypes {
  /** Stages and addons so far whose names the compiler knows. */
  names: string;
  /** What a stage may depend on: `string` as soon as a name comes from a loop. */
  targets: Dependency;
  capabilities: string;
  vars: unknown;
  values: unknown;
  secrets: unknown;
  /** What has a name that the compiler doesn't know: a union. */
  computed: Record<'vars' | 'values' | 'secrets', unknown>;
  /** The addons, of which {@link StatedIn} says what other Terraform states supply than the main one: a union. */
  states: unknown;
  /** Where the vars of the contract are, besides `flux-system`. */
  varsNamespaces: string;
}

/** What the compiler knows of a cluster without stages. */
export interface EmptyCluster<E extends External, VarsNamespaces extends string = never> {
  names: ExternalNames<E, 'known'>;
  targets: ExternalTargets<E> | ExternalNames<E, 'all'>;
  capabilities: CapabilitiesOf<E> | ExternalNames<E, 'all'>;
  vars: unknown;
  values: unknown;
  secrets: unknown;
  computed: never;
  states: never;
  varsNamespaces: VarsNamespaces;
}

/** The namespace of an external Kustomization, where its entry has none. */
type NamespaceIn<E> = E extends { readonly namespace: infer S extends string } ? S : 'flux-system';

type ExternalTargets<E> = E extends { readonly kind: 'Kustomization'; readonly name: infer N extends string }
  ? ExternalName<N, NamespaceIn<E>>
  : never;

/** The names of external Kustomizations that stand alone: of those in `flux-system`. */
type ExternalNames<E, Which extends 'all' | 'known'> = E extends {
  readonly kind: 'Kustomization';
  readonly name: infer N extends string;
}
  ? NamespaceIn<E> extends 'flux-system'
    ? Which extends 'known'
      ? Known<N>
      : N
    : never
  : never;

type CapabilitiesOf<E> = E extends string
  ? E
  : E extends { readonly kind: 'Kustomization'; readonly provides: readonly (infer C extends string)[] }
    ? C
    : never;

type AnyInstance = AddonInstance;
/** An addon that isn't called, which is an easy mistake: the compiler says what to write. */
type UncalledAddon<N extends string = string> = (...options: never) => { readonly name: N };
type StageMember = AnyInstance | UncalledAddon;
/** What a stage may be given, so that its rules can say what is wrong with it. */
export type StageMembers = readonly StageMember[] | StageMember;
/** The addons of a stage, if all are. */
export type Called<A extends StageMembers> = A extends readonly AnyInstance[] ? A : readonly [];
/** `string` and `stage-${number}` → never: as a key, such a name is not a member, but an index signature. */
type Literal<N extends string> = N extends unknown ? (Record<never, never> extends Record<N, 1> ? never : N) : never;
/** A name that comes from a loop or a factory, or is one of several, is never: synth compares it with others. */
type Known<N extends string> = IsOne<N> extends true ? Literal<N> : never;
type NamesOf<A extends readonly AnyInstance[]> = A[number]['name'];
/** By addon: each may have a name of its own. */
type KnownNames<A extends readonly AnyInstance[]> = { [K in keyof A]: Known<A[K]['name']> }[number];

/** An array of unknown length (made in a loop) cannot be checked here; synth checks it. */
type IsTuple<A extends readonly unknown[]> = number extends A['length'] ? false : true;

export type VarsIn<V> = V extends VarShape ? VarEntries<V> : unknown;
export type ValuesIn<L> = L extends ValuesShape ? ValuesEntries<L> : unknown;
export type SecretsIn<S> = S extends SecretShape ? SecretEntries<S> : unknown;

/** Never for most addons, so that the union stays small. */
export type ComputedIn<I> = I extends AnyInstance
  ? HasComputed<keyof TypeOf<I, 'vars'> | keyof TypeOf<I, 'values'> | keyof TypeOf<I, 'secrets'>> extends true
    ? ComputedEntries<TypeOf<I, 'vars'>, TypeOf<I, 'values'>, TypeOf<I, 'secrets'>>
    : never
  : never;

/** @see StatedEntries */
export type StatedIn<I> = I extends AnyInstance
  ? StatedEntries<TypeOf<I, 'vars'>, TypeOf<I, 'values'>, TypeOf<I, 'secrets'>>
  : never;

/** Distributes over the addons of a stage; one pass for each channel. */
type AllVars<I> = UnionToIntersection<I extends AnyInstance ? VarsIn<TypeOf<I, 'vars'>> : never>;
type AllValues<I> = UnionToIntersection<I extends AnyInstance ? ValuesIn<TypeOf<I, 'values'>> : never>;
type AllSecrets<I> = UnionToIntersection<I extends AnyInstance ? SecretsIn<TypeOf<I, 'secrets'>> : never>;

type MergedVars<T extends ClusterTypes, A extends readonly AnyInstance[]> = T['vars'] & AllVars<A[number]>;

/** A cluster with one more stage. */
export interface WithStage<T extends ClusterTypes, S extends string, A extends readonly AnyInstance[]> {
  names: T['names'] | Known<S> | KnownNames<A>;
  targets: T['targets'] | S | NamesOf<A>;
  capabilities: T['capabilities'] | NamesOf<A> | TypeOf<A[number], 'provides'>;
  vars: IsTuple<A> extends true ? MergedVars<T, A> : T['vars'];
  values: IsTuple<A> extends true ? T['values'] & AllValues<A[number]> : T['values'];
  secrets: IsTuple<A> extends true ? T['secrets'] & AllSecrets<A[number]> : T['secrets'];
  computed: IsTuple<A> extends true ? T['computed'] | ComputedIn<A[number]> : T['computed'];
  states: IsTuple<A> extends true ? T['states'] | A[number] : T['states'];
  varsNamespaces: T['varsNamespaces'];
}

/** A stage may share its name with one of its addons: in `dependsOn`, the name is that of the stage, so of all of them. */
export type CheckStageName<S extends string, T extends ClusterTypes> = string extends S
  ? unknown
  : S extends T['names']
    ? TypeMismatch<`the name '${S}' is taken by an earlier stage or addon`>
    : CheckLabel<S>;

/** Each addon of a stage as it must be: itself, or a sentence that says what is wrong with it. */
export type CheckAddons<A extends StageMembers, T extends ClusterTypes> = A extends readonly AnyInstance[]
  ? IsTuple<A> extends true
    ? CheckEach<A, T, MergedVars<T, A>, T['names']> & CheckNamespaces<A, T> & CheckUses<A>
    : unknown
  : A extends readonly StageMember[]
    ? { readonly [K in keyof A]: CheckCalled<A[K]> }
    : TypeMismatch<`write [ ] around addon '${NameOf<A>}': a stage takes a list`>;

type NameOf<M> = M extends UncalledAddon<infer N> ? N : M extends { readonly name: infer N extends string } ? N : never;

type CheckCalled<M> =
  M extends UncalledAddon<infer N> ? TypeMismatch<`addon '${N}' is not called: write () after it`> : unknown;

/** Asked of a whole stage: hardly an addon says where its Kustomization lives. */
type CheckNamespaces<A extends readonly AnyInstance[], T extends ClusterTypes> = [
  TypeOf<A[number], 'kustomizationNamespace'>,
] extends [never]
  ? unknown
  : { readonly [K in keyof A]: CheckNamespace<A[K], T> };

/** Asked of a whole stage too: hardly an addon uses another one. */
type CheckUses<A extends readonly AnyInstance[]> = [Unread<A[number]>] extends [never]
  ? unknown
  : { readonly [K in keyof A]: [Unread<A[K]>] extends [never] ? unknown : Unread<A[K]> };

type Unread<I> = I extends AnyInstance
  ? IsReader<I> extends true
    ? UnreadUse<I, Literal<TypeOf<I, 'kustomizationNamespace'>>>
    : never
  : never;

type CheckNamespace<I extends AnyInstance, T extends ClusterTypes> = [WithoutVars<I, T>] extends [never]
  ? unknown
  : TypeMismatch<`the Kustomization of addon '${I['name']}' lives in the namespace '${WithoutVars<I, T>}', which has no vars of the contract`>;

type CheckEach<A extends readonly unknown[], T extends ClusterTypes, V, Seen extends string> = A extends readonly [
  infer Head extends AnyInstance,
  ...infer Rest,
]
  ? readonly [CheckAddon<Head, T, V, Seen>, ...CheckEach<Rest, T, V, Seen | Known<Head['name']>>]
  : readonly [];

type CheckAddon<I extends AnyInstance, T extends ClusterTypes, V, Seen extends string> = string extends I['name']
  ? unknown
  : I['name'] extends Seen
    ? TypeMismatch<`the name '${I['name']}' is taken by an earlier stage or addon`>
    : [Missing<I, T>] extends [never]
      ? [Conflicts<I, V>] extends [never]
        ? CheckLabel<I['name']>
        : TypeMismatch<Conflicts<I, V>>
      : TypeMismatch<`addon '${I['name']}' requires '${Missing<I, T>}', which no earlier stage provides`>;

/** What comes from a factory (`tenant-${string}`) may be any of the names that it stands for. */
type Missing<I extends AnyInstance, T extends ClusterTypes> = Exclude<
  Literal<TypeOf<I, 'requires'>>,
  T['capabilities']
>;

/** The namespace of a Kustomization that reads vars where the contract puts none. One that comes from elsewhere is synth's to check. */
type WithoutVars<I extends AnyInstance, T extends ClusterTypes> = string extends T['varsNamespaces']
  ? never
  : [keyof TypeOf<I, 'vars'>] extends [never]
    ? never
    : Exclude<Literal<TypeOf<I, 'kustomizationNamespace'>>, T['varsNamespaces'] | 'flux-system'>;

/** The vars of an addon that another one declares otherwise. */
type Conflicts<I extends AnyInstance, V> = ConflictOf<TypeOf<I, 'vars'>, V>;
type ConflictOf<Own, V> = {
  [K in keyof Own & string]: K extends keyof V ? ConflictText<K, VarConflict<V[K]>> : never;
}[keyof Own & string];

type ConflictText<K extends string, C> = [C] extends [never]
  ? never
  : C extends string
    ? `the var '${K}' is ${C}, by several addons`
    : never;

/** What `FluxCluster.stage` takes beside a name and addons. */
export interface StageOptions<Targets extends Dependency> {
  /** Alerts of the Kustomizations of its addons. @default - those of the cluster alone */
  readonly alerts?: Alerts | readonly Alerts[];
  /**
   * Earlier stages, addons or external Kustomizations that each addon of this stage waits for, beside the providers of
   * what it requires.
   */
  readonly dependsOn?: readonly ([Targets] extends [never]
    ? TypeMismatch<'the first stage comes after no stage or addon that it could depend on'>
    : Targets)[];
}
