import type { KustomizationSpec } from '../../imports/kustomize.toolkit.fluxcd.io.js';
import type { TypeMismatch, VarShape } from '../contract/types.js';
import { isPlainRecord } from '../json/is-plain-record.js';
import type { Duration } from './duration.js';
import { mergeLayers, type Reconcile, type SettingsLayer, without } from './merge-layers.js';

type Spec = KustomizationSpec;
type PostBuild = NonNullable<Spec['postBuild']>;

/** What a Kustomization has unless a level says otherwise; of `wait` and `healthChecks`, an own `healthChecks` counts. */
export const kustomizationDefaults = {
  interval: '10m',
  retryInterval: '1m',
  timeout: '15m',
  prune: true,
  wait: true,
} as const;

/** `wait` looks at every applied object and so makes `healthChecks` void: one or the other. */
export type Health =
  | {
      /** Ready means that every applied object is ready. @default true */
      readonly wait?: boolean;
      readonly healthChecks?: TypeMismatch<'a Kustomization has both `wait: true` and `healthChecks`, and Flux then ignores the checks'>;
    }
  | { readonly wait?: false; readonly healthChecks: NonNullable<Spec['healthChecks']> };

export interface Defaulted {
  /** How often Flux applies the folder again. @default '10m' */
  readonly interval?: Duration;
  /** How soon a failed run is tried again. @default '1m' */
  readonly retryInterval?: Duration;
  /** How long `wait` and the health checks may take. @default '15m' */
  readonly timeout?: Duration;
  /** Deletes what is no longer in the folder. @default true */
  readonly prune?: boolean;
}

export type Rest = Omit<
  Spec,
  'interval' | 'retryInterval' | 'timeout' | 'prune' | 'wait' | 'healthChecks' | 'sourceRef' | 'dependsOn'
>;

/**
 * A ConfigMap or Secret in the Kustomization's namespace, each key of which is a var. It is not part of the contract:
 * something other than the cluster's Terraform module writes it.
 */
export type VarSource = NonNullable<PostBuild['substituteFrom']>[number] & {
  /**
   * The vars that it supplies: their names, or their types, by which synth decides where a value needs quotes. Flux
   * reads every key all the same. A name that is listed nowhere is text for others where the vars of all sources are
   * known, and is escaped.
   *
   * @default - not known: each undeclared `${NAME}` is left for Flux, and synth names them in a notice (FX218)
   */
  readonly vars?: readonly string[] | VarShape;
};

/**
 * What a Kustomization substitutes beside the vars of the contract. As in Flux, `substitute` wins over all that is read
 * from ConfigMaps and Secrets, and a later one of those over an earlier; the contract's ConfigMap is the last of them.
 */
export interface PostBuildSettings {
  /** Vars by name. A name that `infra.vars` has too hides what Terraform gives (FX216). */
  readonly substitute?: Readonly<Record<string, string>>;
  /** Read before the contract's ConfigMap, in this order: first those of the app, then of the cluster, then of the addon. */
  readonly substituteFrom?: readonly VarSource[];
  /** @default 'Always' from Flux 2.9 on */
  readonly substituteStrategy?: NonNullable<PostBuild['substituteStrategy']>;
}

type Common = Defaulted &
  Health &
  Partial<Omit<Rest, 'path' | 'targetNamespace' | 'namePrefix' | 'nameSuffix' | 'postBuild'>> & {
    readonly postBuild?: PostBuildSettings;
  };

/** What an addon's Kustomization takes from the addon or the cluster's code; the rest of it is derived. */
export type KustomizationSettings = Common & {
  /**
   * Where the Kustomization itself lives, which must be there before Flux applies it. Flux reads `substituteFrom`,
   * `decryption` and a `serviceAccountName` there: an addon with `infra.vars` needs the namespace in the cluster's
   * `varsNamespaces`.
   *
   * @default 'flux-system'
   */
  readonly namespace?: string;
  /**
   * The namespace that Flux gives all objects of the folder. Of an addon that makes its objects in `build`, it must be
   * the one that they have already (FX217). @default - each object's own
   */
  readonly targetNamespace?: string;
  /** Only for an addon with a `source` (FX217): what `build` makes has its name already. */
  readonly namePrefix?: string;
  /** Only for an addon with a `source` (FX217): what `build` makes has its name already. */
  readonly nameSuffix?: string;
};

/** Settings in which `null` takes away what a more general level gives. */
export type Overriding<T> = { readonly [K in keyof T]?: T[K] | null };

/** What all Kustomizations of an app or cluster can have in common. */
export type KustomizationDefaults =
  Omit<
    Defaulted & Rest & { readonly wait?: boolean; readonly postBuild?: PostBuildSettings },
    NotShared | 'postBuild'
  > extends infer T
    ? { readonly [K in keyof T]?: T[K] } & { readonly postBuild?: PostBuildSettings }
    : never;

type NotShared =
  | 'path'
  | 'targetNamespace'
  | 'namePrefix'
  | 'nameSuffix'
  | 'healthCheckExprs'
  | 'components'
  | 'images'
  | 'ignore';

/** The fields of {@link KustomizationDefaults}, for those who reach it without types. */
export const kustomizationDefaultNames: readonly string[] = Object.keys({
  buildMetadata: true,
  commonMetadata: true,
  decryption: true,
  deletionPolicy: true,
  force: true,
  ignoreMissingComponents: true,
  interval: true,
  kubeConfig: true,
  patches: true,
  postBuild: true,
  prune: true,
  retryInterval: true,
  serviceAccountName: true,
  suspend: true,
  timeout: true,
  wait: true,
} satisfies Record<keyof KustomizationDefaults, true>);

/** The fields of {@link KustomizationSettings}, for those who reach it without types. */
export const kustomizationSettingNames: readonly string[] = Object.keys({
  buildMetadata: true,
  commonMetadata: true,
  components: true,
  decryption: true,
  deletionPolicy: true,
  force: true,
  healthCheckExprs: true,
  healthChecks: true,
  ignore: true,
  ignoreMissingComponents: true,
  images: true,
  interval: true,
  kubeConfig: true,
  namePrefix: true,
  namespace: true,
  nameSuffix: true,
  patches: true,
  postBuild: true,
  prune: true,
  retryInterval: true,
  serviceAccountName: true,
  suspend: true,
  targetNamespace: true,
  timeout: true,
  wait: true,
} satisfies Record<keyof KustomizationSettings, true>);

const fromOf = (layer: SettingsLayer): readonly unknown[] | undefined => {
  const { postBuild } = layer;
  const from = isPlainRecord(postBuild) ? postBuild['substituteFrom'] : undefined;
  return Array.isArray(from) ? from : undefined;
};

const idOf = (source: unknown): unknown => (isPlainRecord(source) ? `${source['kind']}/${source['name']}` : source);

/** Sources of vars add up: an addon's own does not take away those of its cluster. One that is named twice moves up. */
const addSources: Reconcile = (base, over) => {
  const [before, own] = [fromOf(base), fromOf(over)];
  if (before === undefined || own === undefined) return [base, over];
  const ids = new Set(own.map(idOf));
  const substituteFrom = [...before.filter((one) => !ids.has(idOf(one))), ...own];
  return [base, { ...over, postBuild: { ...(over['postBuild'] as object), substituteFrom } }];
};

/**
 * Merges the settings of Kustomizations, the most general first: maps merge, lists replace, `null` takes away. Only
 * `postBuild.substituteFrom` adds up; and of `wait` and `healthChecks`, which exclude each other, the last one counts.
 */
export const mergeKustomizationSettings = (...layers: readonly (SettingsLayer | undefined)[]): SettingsLayer =>
  mergeLayers(layers, (base, over) => {
    const waits = over['wait'] === true && over['healthChecks'] === undefined;
    const checks = Array.isArray(over['healthChecks']) && over['wait'] === undefined;
    return addSources(waits ? without(base, 'healthChecks') : checks ? without(base, 'wait') : base, over);
  });
