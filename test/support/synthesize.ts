import type { Construct } from 'constructs';
import {
  type AddonInstance,
  type AnyFluxCluster,
  ConfigMap,
  type Diagnostic,
  defineAddon,
  FluxApp,
  FluxCluster,
} from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';

/** What `build` is given, without types: as plain JavaScript sees it. */
export interface LooseContext {
  readonly charts: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
  readonly vars: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, { property(name: string): unknown; extract(): unknown }>>;
}

export interface LooseDefinition {
  readonly build?: (scope: Construct, context: LooseContext) => void;
  readonly [field: string]: unknown;
}

/** An addon as somebody without a compiler writes it. It lives in `default`, and makes a ConfigMap unless it says otherwise. */
export const addon = (name: string, definition: LooseDefinition = {}, settings?: object): AddonInstance => {
  const build = (scope: Construct) => {
    new ConfigMap(scope, 'data', { data: {} });
  };
  const whole = { name, namespace: 'default', ...(definition['source'] === undefined ? { build } : {}), ...definition };
  return defineAddon(whole as never)(settings as never);
};

export interface LooseStage {
  readonly addons: readonly unknown[];
  readonly dependsOn?: readonly string[];
}

/** A cluster as somebody without a compiler writes it: each list is a stage. */
export const clusterOf = (
  stages: Readonly<Record<string, readonly unknown[] | LooseStage>>,
  { app = new FluxApp(), name = 'dev', options = {} }: { app?: FluxApp; name?: string; options?: object } = {},
): AnyFluxCluster => {
  let cluster = new FluxCluster(app, name, options);
  for (const [stage, given] of Object.entries(stages)) {
    const { addons, dependsOn = [] } = Array.isArray(given) ? { addons: given } : (given as LooseStage);
    cluster = cluster.stage(stage as never, addons as never, { dependsOn } as never) as never;
  }
  return cluster;
};

export const diagnosticsOf = (...given: Parameters<typeof clusterOf>): readonly Diagnostic[] =>
  synthCluster(clusterOf(...given)).diagnostics;

/** The diagnostics of a cluster with one addon. */
export const diagnosticsOfAddon = (definition: LooseDefinition, settings?: object): readonly Diagnostic[] =>
  diagnosticsOf({ first: [addon('web', definition, settings)] });
