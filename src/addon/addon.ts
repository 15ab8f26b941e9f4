import type { ApiObject, Chart } from 'cdk8s';
import type { z } from 'zod';
import type { HelmReleaseSettings } from '../constructs/helm-release-settings.js';
import type { KustomizationSettings, Overriding } from '../constructs/kustomization-settings.js';
import type { SettingsLayer } from '../constructs/merge-layers.js';
import type { UnlistedValues } from '../constructs/unlisted-values.js';
import type { Flat, SecretShape, TypeMismatch, ValuesShape, VarShape } from '../contract/index.js';
import type { Diagnostic } from '../diagnostics/index.js';
import type { AddonDefinition, Charts, ValuesOfChart } from './addon-definition.js';
import type { InputPatternSettings } from './input-patterns.js';
import type { Inspection } from './inspection.js';
import type { UsesNote } from './outputs-types.js';

type PartialDeep<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { readonly [K in keyof T]?: PartialDeep<T[K]> | null }
      : T;

/** What a setting takes for one chart. */
interface SettingOf<V> {
  readonly values: PartialDeep<V>;
  readonly version: string;
  readonly unlistedValues: UnlistedValues;
}

/** One chart: the thing itself; several: by release. */
type ByRelease<C, T extends keyof SettingOf<unknown>> = keyof C extends never
  ? TypeMismatch<'the addon has no chart to give values to'>
  : IsOne<keyof C> extends true
    ? SettingOf<ValuesOfChart<C[keyof C]>>[T]
    : { readonly [K in keyof C]?: SettingOf<ValuesOfChart<C[K]>>[T] };

/** Whether a type is not a union. */
export type IsOne<K, U = K> = K extends unknown ? ([U] extends [K] ? true : false) : never;

/** What every addon takes in a cluster, beside its own options. */
export type AddonSettings<C> = {
  /** Merged over the values that the addon sets: maps merge, lists replace, null deletes the chart's default. */
  readonly values?: ByRelease<C, 'values'>;
  /** Values that the chart reads though its type does not know them, by path, each with a reason. */
  readonly unlistedValues?: ByRelease<C, 'unlistedValues'>;
  /**
   * The chart's version, or the tag of a Git or OCI source. Where the addon gives its source a range, it is a range too.
   * @default - the version that the addon pins
   */
  readonly version?: keyof C extends never ? string : ByRelease<C, 'version'>;
  /**
   * Settings of its Kustomization, over those of the addon, the cluster and the app: maps merge, lists replace, `null`
   * takes away. `postBuild.substituteFrom` adds up.
   */
  readonly kustomization?: Overriding<KustomizationSettings>;
  /**
   * Settings of all its releases, over those of the addon, the cluster and the app: maps merge, lists replace, `null`
   * takes away. What the addon's `build` gives a release wins.
   */
  readonly helmRelease?: Overriding<HelmReleaseSettings>;
  /** Whether the addon creates its namespace. @default - as the addon says */
  readonly createNamespace?: boolean;
  /** Labels of its namespace, over those of the addon. @default - those of the addon */
  readonly namespaceLabels?: Readonly<Record<string, string>>;
};

export const settingNames = [
  'values',
  'unlistedValues',
  'version',
  'kustomization',
  'helmRelease',
  'createNamespace',
  'namespaceLabels',
  'inputPatterns',
] as const;

declare const TYPES: unique symbol;

/** An addon as one cluster uses it: data; what it makes is known when the cluster is synthesized. */
export interface AddonInstance<
  N extends string = string,
  R extends string = string,
  P extends string = string,
  V = unknown,
  L = unknown,
  S = unknown,
  K extends string = string,
> {
  readonly name: N;
  readonly definition: AddonDefinition;
  readonly options: unknown;
  /** By release. */
  readonly values: Readonly<Record<string, object>>;
  readonly unlistedValues: Readonly<Record<string, UnlistedValues>>;
  readonly versions: Readonly<Record<string, string>>;
  /** The version of the Git or OCI source, where the cluster's code gave one. */
  readonly tag: string | undefined;
  /** Of the addon and of the cluster's code, merged; without those of the cluster and the app. */
  readonly kustomization: SettingsLayer;
  /** The same, of its releases. */
  readonly helmRelease: SettingsLayer;
  readonly createNamespace: boolean;
  /** Of the addon and of the cluster's code, merged. */
  readonly namespaceLabels: Readonly<Record<string, string>>;
  readonly problems: readonly Diagnostic[];
  /** Where the cluster's code asked for it. */
  readonly place: () => string | undefined;
  /** Never there at run time. It is not an optional member, since the compiler's messages would then speak of that. */
  readonly [TYPES]: {
    readonly requires: R;
    readonly provides: P;
    readonly vars: V;
    readonly values: L;
    readonly secrets: S;
    readonly kustomizationNamespace: K;
  };
}

/** What there is of an instance at run time; the API shows only the rest. */
export interface InstanceData extends Omit<AddonInstance, typeof TYPES> {
  readonly inspect: () => Inspection;
  /** What the definition and the cluster's code say of the same settings, before they are merged. */
  readonly layers: Readonly<Record<'kustomization' | 'helmRelease', readonly [SettingsLayer, SettingsLayer]>>;
  /** The options that the cluster's code gave; the others have their defaults. */
  readonly givenOptions: readonly string[];
  /** The versions that versions.yaml gave in place of the definition's, by release, or by addon for that of a source. */
  readonly fileVersions?: Readonly<Record<string, string>>;
  /** The lines that called the one at `place`, the innermost first. */
  readonly callers: () => readonly string[];
}

export const ADDON_INSTANCE = Symbol.for('fluxspan.addonInstance');

export const isAddonInstance = (value: unknown): value is AddonInstance =>
  typeof value === 'object' && value !== null && ADDON_INSTANCE in value;

type Settings<C, O> = (O extends z.core.$ZodType ? z.core.input<O> : unknown) & AddonSettings<C>;

/** The namespace of the Kustomization, as the compiler infers it. */
interface LivesIn<K> {
  readonly kustomization?: { readonly namespace?: K | null };
}

/** What `defineAddon` gives: call it to use the addon in a cluster. */
export interface Addon<
  N extends string = string,
  R extends string = string,
  P extends string = string,
  C extends Charts = Charts,
  V extends VarShape = VarShape,
  L extends ValuesShape = ValuesShape,
  S extends SecretShape = SecretShape,
  O extends z.core.$ZodType | undefined = z.core.$ZodType | undefined,
  K extends string = string,
  U = unknown,
> {
  /** Uses the addon in a cluster, with its own options and the settings that every addon takes. */
  <const In extends string = K>(
    ...args: Record<never, never> extends Settings<C, O>
      ? [options?: Settings<C, O> & LivesIn<In> & InputPatternSettings<V, L, S>]
      : [options: Settings<C, O> & LivesIn<In> & InputPatternSettings<V, L, S>]
  ): AddonInstance<N, R, P, V, L, S, NoInfer<In>> & UsesNote<U>;
  /** What the addon's author wrote. */
  readonly definition: AddonDefinition;
  /**
   * Puts the addon's objects into a plain cdk8s chart, its Namespace first. With `infra` literals stand for the vars (a
   * var with a default may be left out), and the ConfigMaps of its values are made too; without, the `${}` stay for Flux.
   *
   * @returns the objects that it made
   * @throws FluxspanError with everything that is wrong with the definition, the options or the infra
   */
  addTo(chart: Chart, use?: AddToOptions<C, V, L, S, O>): readonly ApiObject[];
}

/** What {@link Addon.addTo} takes. */
export interface AddToOptions<C, V, L, S, O> {
  /** What the addon takes in a cluster, `values` and `version` included. */
  readonly options?: Settings<C, O> & InputPatternSettings<V, L, S>;
  /** What Terraform would give: all of it, or nothing. */
  readonly infra?: Flat<
    InfraChannel<'vars', VarLiteralsOf<V>> & InfraChannel<'values', { readonly [K in keyof L]: z.core.input<L[K]> }>
  >;
}

type HasDefault<S> = S extends z.core.$ZodDefault ? true : false;

/** A var with a default may be left out. */
type VarLiteralsOf<V> = Flat<
  {
    readonly [K in keyof V as HasDefault<V[K]> extends true ? never : K]: z.core.input<V[K]>;
  } & { readonly [K in keyof V as HasDefault<V[K]> extends true ? K : never]?: z.core.input<V[K]> }
>;

/** A channel of which nothing is asked may be left out. */
type InfraChannel<Name extends string, T> =
  Record<never, never> extends T ? { readonly [K in Name]?: T } : { readonly [K in Name]: T };

/** What an instance, or each of several, carries for the compiler alone: what it requires, provides and wants of Terraform. */
export type TypeOf<I extends AddonInstance, K extends keyof AddonInstance[typeof TYPES]> = I[typeof TYPES][K];
