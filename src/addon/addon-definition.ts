import type { Construct } from 'constructs';
import type { z } from 'zod';
import type { AddonChart, HelmChart } from '../constructs/helm-chart.js';
import type { HelmReleaseSettings } from '../constructs/helm-release-settings.js';
import type { KustomizationSettings, Overriding, PostBuildSettings } from '../constructs/kustomization-settings.js';
import type {
  Fits,
  IsVar,
  Ruled,
  SecretShape,
  SecretsOf,
  TextVar,
  TypeMismatch,
  UnionToIntersection,
  ValuesShape,
  VarShape,
  VarsOf,
} from '../contract/index.js';
import type { Ring } from '../versions/ring.js';
import type { Hinted } from './capability.js';
import type { CheckLabel, CheckVarName } from './name-types.js';
import type { Outputs } from './outputs.js';
import type { CheckUses, UseShape, UsesOf } from './outputs-types.js';
import type { AddonSource } from './source.js';

export type Charts = Readonly<Record<string, HelmChart>>;
export type ValuesOfChart<C> = C extends HelmChart<infer V> ? V : never;

/** What `build` is given beside its scope. */
export interface BuildContext<C, V, S, O, B = unknown, X = unknown, U = unknown> {
  /** The addon's charts by release: what a HelmRelease takes as its `chart`. */
  readonly charts: { readonly [K in keyof C]: AddonChart<ValuesOfChart<C[K]>> };
  /** The options that the cluster's code gave, with their defaults. */
  readonly options: O extends z.core.$ZodType ? z.core.output<O> : Readonly<Record<string, never>>;
  /** What Terraform knows, and what `postBuild` of the definition supplies, as text or reference; see {@link VarsOf}. */
  readonly vars: VarsOf<V> & SuppliedBy<B>;
  /** The remote secrets by name: what an ExternalSecret takes in its `data` or `dataFrom`. */
  readonly secrets: SecretsOf<S>;
  /** What the objects take that produce the addon's outputs. */
  readonly outputs: Outputs<keyof X & string>;
  /** The outputs of the addons that it uses, each as text or reference, or as what `valuesFrom` takes. */
  readonly uses: UsesOf<U>;
  /** The addon's namespace; empty for an addon without one. */
  readonly namespace: string;
  /** The ring of the cluster, such as for `image('web', 'tag', ring)`; undefined in an app without `rollout`. */
  readonly ring: Ring | undefined;
}

/** The vars that a `postBuild` supplies: by their types, or as text. */
type SuppliedBy<B> = (B extends { readonly substitute: infer T }
  ? { readonly [K in keyof T]: TextVar<K & string> }
  : unknown) &
  (B extends { readonly substituteFrom: readonly (infer F)[] }
    ? UnionToIntersection<F extends { readonly vars: infer T } ? ListedVars<T> : unknown>
    : unknown);
type ListedVars<T> = T extends readonly (infer Name extends string)[]
  ? { readonly [K in Name]: TextVar<K> }
  : T extends VarShape
    ? VarsOf<T>
    : unknown;

/** A var has one place where its value comes from. */
type NotAsked<B, V> = B extends { readonly substitute: infer T }
  ? {
      readonly substitute: {
        readonly [K in keyof T]: K extends keyof V
          ? TypeMismatch<`the addon asks Terraform for '${K & string}' and sets it itself, so what Terraform gives never arrives`>
          : string;
      };
    }
  : unknown;

/** Where a Kustomization lives, and what it substitutes, as the compiler infers it. */
interface InferredSettings<B, V, K> {
  readonly postBuild?: Ruled<B, NotAsked<B, V>> | null;
  readonly namespace?: K | null;
}

/** A var is text in the tree: what a leaf cannot say is for `infra.values`. */
type LeafVars<V> = {
  readonly [K in keyof V]: IsVar<V[K]> extends true
    ? CheckVarName<K & string>
    : TypeMismatch<`the var '${K & string}' is not a string, number, boolean, enum or literal; what else there is goes to infra.values`>;
};

type LeafOutputs<X> = {
  readonly [K in keyof X]: IsVar<X[K]> extends true
    ? unknown
    : TypeMismatch<`the output '${K & string}' is not a string, number, boolean, enum or literal`>;
};

/** `infra.values`, checked against the charts at each key. */
type FitCharts<L, C> = {
  readonly [K in keyof L]: K extends keyof C
    ? Fits<L[K], ValuesOfChart<C[K]>>
    : TypeMismatch<`the addon has no chart '${K & string}'`>;
};

/** Its releases, for an editor to offer. */
type ReleasesOf<C> = { readonly [K in keyof C]?: unknown };

/** Each secret's `key` must be one of the vars. */
type KnownKeys<S, V> = {
  readonly [K in keyof S]: S[K] extends { readonly key: infer Key }
    ? Key extends keyof V
      ? unknown
      : string extends Key
        ? TypeMismatch<'it is not a remoteSecret() with one of infra.vars as its key'>
        : TypeMismatch<`declare '${Key & string}' in infra.vars: it holds the secret's name`>
    : unknown;
};

/** Each release's name is its HelmRelease's. */
type ReleaseNames<C> = { readonly [K in keyof C]: CheckLabel<K & string> };

/** Of options that are no object, no cluster could give one. */
type ObjectOptions<O> = O extends z.core.$ZodObject | undefined
  ? unknown
  : TypeMismatch<'the options of an addon are a z.object({ … })'>;

/** What `createNamespace: true` creates must have a name. */
export type NamespaceSaid =
  | { readonly namespace: string }
  | { readonly createNamespace?: false | TypeMismatch<'say which: give the addon a `namespace`'> };

/**
 * What `build` may give: nothing, or anything that is there already. What comes later would be lost. The compiler's
 * first line shows the alias with its argument, and so the message.
 */
export type BuiltAtOnce<Message extends string> =
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that gives nothing has no other type
  void | (object & { readonly then?: Message; readonly next?: Message });

/** What an addon is, as its author writes it. See `docs/addons.md`. */
export interface AddonDefinition<
  N extends string = string,
  R extends string = string,
  P extends string = string,
  C extends Charts = Charts,
  V extends VarShape = VarShape,
  L extends ValuesShape = ValuesShape,
  S extends SecretShape = SecretShape,
  O extends z.core.$ZodType | undefined = z.core.$ZodType | undefined,
  B extends PostBuildSettings = PostBuildSettings,
  K extends string = string,
  X extends VarShape = VarShape,
  U extends UseShape = UseShape,
  M extends string = string,
> {
  /** A DNS label, unique in a cluster: its Kustomization, its folder, and the default name of its objects. */
  readonly name: N;
  /** One sentence for the tree's README. */
  readonly description?: string;
  /** Where its namespaced objects live. @default - nowhere: the addon has cluster-scoped objects only */
  readonly namespace?: M;
  /** It creates its namespace, unless Terraform or an earlier addon does. Flux never deletes it: you do. @default false */
  readonly createNamespace?: boolean;
  /**
   * Labels that its namespace needs, such as that of its pod security level. Whoever creates the namespace sets them:
   * this addon, another one or Terraform. @default - none
   */
  readonly namespaceLabels?: Readonly<Record<string, string>>;
  /** The folder of the tree that its objects go to. @default 'addons' */
  readonly folder?: 'addons' | 'crds' | 'apps' | 'tenants';
  /** Capabilities that earlier stages must provide: API groups (with a dot) and names. It waits for all that provide them. */
  readonly requires?: readonly (R | Hinted<R>)[];
  /**
   * Those of `requires` for which its Kustomization needn't wait: what it applies comes up without them, and takes them
   * as soon as they are there. synth refuses it for objects whose CRDs or webhook would be missing (FX605, FX608).
   *
   * @default - it waits for all of them
   */
  readonly startsWithout?: readonly NoInfer<R>[];
  /** Capabilities that it provides, in addition to its own name. An API group has one provider in a cluster, a name may have more. */
  readonly provides?: readonly P[];
  /** By release: the key names the HelmRelease, and is the key in `infra.values`. */
  readonly charts?: Ruled<C, ReleaseNames<C>>;
  /** A repository, artifact or bucket that holds its objects; excludes `build`. Flux deletes none of them (`prune: false`) by default. */
  readonly source?: AddonSource;
  /** The folder in {@link source}. */
  readonly path?: string;
  /** What only Terraform knows: `vars` that Flux substitutes in text, `values` of releases, and remote `secrets`. */
  readonly infra?: {
    readonly vars?: Ruled<V, LeafVars<V>>;
    /** By release: the document that Terraform writes. It must fit the chart's values. */
    readonly values?: Ruled<L, FitCharts<L, C>> & ReleasesOf<C>;
    readonly secrets?: Ruled<S, KnownKeys<S, V>>;
  };
  /** What its objects produce in the cluster for other addons, such as a queue's name: one key each of a ConfigMap or Secret. */
  readonly outputs?: Ruled<X, LeafOutputs<X>>;
  /**
   * Addons of earlier stages whose outputs it reads, by the name that `build` gives them; {@link asValues} for those that
   * releases read. It requires them, so its Kustomization waits for theirs.
   */
  readonly uses?: Ruled<U, CheckUses<U>>;
  /** A zod object: what the cluster's code may set. */
  readonly options?: Ruled<O, ObjectOptions<O>>;
  /** Settings of its Kustomization, over those of the cluster and the app; `null` takes one of theirs away. */
  readonly kustomization?: Overriding<KustomizationSettings> & InferredSettings<B, V, K>;
  /** Settings of all its releases, over those of the cluster and the app; a release's own fields win. */
  readonly helmRelease?: Overriding<HelmReleaseSettings>;
  /** Makes its objects. Run once for each cluster; it must not read the clock, the network or the environment, nor change data that it has passed on. */
  build?(
    scope: Construct,
    context: BuildContext<C, V, S, O, B, X, U>,
  ): BuiltAtOnce<TypeMismatch<'`build` gives a promise or an iterator, so what it makes later would be lost'>>;
}
