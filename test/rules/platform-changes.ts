import { ConfigMap, FluxApp, helmChart } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { z } from 'zod';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import type { CompiledAddon, CompiledCluster, CompiledObject } from '../../src/compile/compiled-cluster.js';
import type { JsonObject } from '../../src/json/json-value.js';
import app, { dev } from '../../src/platform/app.js';
import { type PlatformSettings, platform } from '../../src/platform/platform.js';
import { findSites } from '../../src/substitution/sites.js';
import { addon, type LooseDefinition } from '../support/synthesize.js';

export const clean = compileCluster(app, dev, openCompileContext(app));

type Change = (json: Record<string, never>) => void;

/** As compiling finds it, in an object that has been changed since. */
const withSites = (addon: CompiledAddon): CompiledAddon => {
  const { vars } = addon.built.inputs;
  const owners = vars.size === 0 ? undefined : { declared: vars, anywhere: clean.built.declaredVars };
  return {
    ...addon,
    objects: addon.objects.map((object) => {
      if (clean.addons.some(({ objects }) => objects.includes(object))) return object;
      const { quoting: _, ...rest } = object;
      return { ...rest, sites: findSites(object.json, owners) };
    }),
  };
};

/** A copy of the platform with one addon changed. */
export const withAddon = (name: string, change: (addon: CompiledAddon) => CompiledAddon): CompiledCluster => {
  if (!clean.addons.some(({ built }) => built.name === name)) throw new Error(`no addon ${name}`);
  return {
    ...clean,
    addons: clean.addons.map((addon) => (addon.built.name === name ? withSites(change(addon)) : addon)),
  };
};
export const changed = (object: CompiledObject, change: Change, more: Partial<CompiledObject> = {}): CompiledObject => {
  const json = structuredClone(object.json) as Record<string, never>;
  change(json);
  return { ...object, json: json as JsonObject, ...more };
};
export const mutate = (
  addon: string,
  title: string,
  change: Change,
  more: Partial<CompiledObject> = {},
): CompiledCluster =>
  withAddon(addon, (one) => {
    if (![...one.objects, ...one.entry].some((object) => object.title === title)) throw new Error(`no ${title}`);
    const map = (objects: readonly CompiledObject[]) =>
      objects.map((object) => (object.title === title ? changed(object, change, more) : object));
    return { ...one, objects: map(one.objects), entry: map(one.entry) };
  });
export const find = (addon: string, title: string): CompiledObject => {
  const object = clean.addons
    .flatMap(({ objects }) => objects)
    .find((one) => one.addon === addon && one.title === title);
  if (object === undefined) throw new Error(`no ${title} in ${addon}`);
  return object;
};
/** Puts a copy of one addon's object into another one. */
export const move = (from: string, title: string, to: string): CompiledCluster =>
  withAddon(to, (addon) => ({ ...addon, objects: [...addon.objects, { ...find(from, title), addon: to, unit: to }] }));
export const add = (to: string, object: Partial<CompiledObject> & { readonly json: JsonObject }): CompiledCluster =>
  withAddon(to, (addon) => ({
    ...addon,
    objects: [
      ...addon.objects,
      { ...addon.objects[0]!, addon: to, unit: to, references: [], ...object } as CompiledObject,
    ],
  }));
export const configMap = (data: JsonObject, more: Partial<CompiledObject> = {}) => ({
  group: '',
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespace: 'flux-system',
  name: 'extra',
  title: 'ConfigMap/extra',
  construct: clean.addons[0]!.entry[0]!.construct,
  json: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'extra', namespace: 'flux-system' }, data },
  ...more,
});
export const set = (path: string, value: unknown): Change => {
  const keys = path.split('.');
  return (json) => {
    let at: Record<string, unknown> = json;
    for (const key of keys.slice(0, -1)) {
      at[key] ??= {};
      at = at[key] as Record<string, unknown>;
    }
    const last = keys.at(-1)!;
    if (value === undefined) delete at[last];
    else at[last] = value;
  };
};
export const karpenter = 'HelmRelease/karpenter';

export const isSecretOfHeadlamp = ({ kind, addon: name }: CompiledObject): boolean =>
  kind === 'ExternalSecret' && name === 'headlamp';
export const excepting = (exception: object): CompiledCluster => ({
  ...clean,
  cluster: { ...flux('2.9'), exceptions: [{ place: () => undefined, ...exception }] } as never,
});

/** The platform with one more addon at its end, or with other settings: for what is seen while it is compiled. */
export const extended = (definition: LooseDefinition, settings: PlatformSettings = {}): readonly string[] => {
  const cluster = platform(new FluxApp(), 'dev', settings).stage('extra', [addon('extra', definition)] as never);
  return synthCluster(cluster).diagnostics.map(({ code }) => code);
};
type Build = NonNullable<LooseDefinition['build']>;
export const text = (value: string): Build => {
  return (scope) => void new ConfigMap(scope, 'data', { data: { text: value } });
};
export const region = {
  vars: {
    TF_AWS_REGION: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/)
      .meta({ examples: ['eu-west-1'] }),
  },
};
export const chart = helmChart({ url: 'oci://example.org/extra', version: '1.0.0' });

/** The same cluster with another Flux. Private fields keep it from being copied, so only what rules ask is there. */
export const flux = (
  version: '2.8' | '2.9',
  lockdown = false,
  fluxSettings?: CompiledCluster['cluster']['fluxSettings'],
): CompiledCluster['cluster'] =>
  ({
    name: 'dev',
    flux: version,
    fluxSettings,
    lockdown,
    provides: dev.provides,
    exceptions: [],
    externalNamespaces: [],
    externalObjects: [],
    externals: [],
    stages: dev.stages,
  }) as never;

export const readExtra = (compiled: CompiledCluster): CompiledCluster => ({
  ...compiled,
  addons: compiled.addons.map((addon) => ({
    ...addon,
    objects: addon.objects.map((object) =>
      object.title === karpenter
        ? changed(object, set('spec.valuesFrom', [{ kind: 'ConfigMap', name: 'extra' }]))
        : object,
    ),
  })),
});
