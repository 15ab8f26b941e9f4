import { ApiObject } from 'cdk8s';
import { ConfigMap, FluxApp, HelmRelease, HTTPRoute, helmChart, Kustomization, StorageClass } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { karpenterValuesSchema } from '../../imports/charts/karpenter.js';
import { checkCluster } from '../../src/check/index.js';
import { catalogue } from '../../src/cli/catalogue.js';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import type { CompiledAddon, CompiledCluster, CompiledObject } from '../../src/compile/compiled-cluster.js';
import type { JsonObject } from '../../src/json/json-value.js';
import app, { dev } from '../../src/platform/app.js';
import { type PlatformSettings, platform } from '../../src/platform/platform.js';
import { findSites } from '../../src/substitution/sites.js';
import { addon, type LooseDefinition } from '../support/synthesize.js';

const clean = compileCluster(app, dev);

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
const withAddon = (name: string, change: (addon: CompiledAddon) => CompiledAddon): CompiledCluster => {
  if (!clean.addons.some(({ built }) => built.name === name)) throw new Error(`no addon ${name}`);
  return {
    ...clean,
    addons: clean.addons.map((addon) => (addon.built.name === name ? withSites(change(addon)) : addon)),
  };
};
const changed = (object: CompiledObject, change: Change, more: Partial<CompiledObject> = {}): CompiledObject => {
  const json = structuredClone(object.json) as Record<string, never>;
  change(json);
  return { ...object, json: json as JsonObject, ...more };
};
const mutate = (addon: string, title: string, change: Change, more: Partial<CompiledObject> = {}): CompiledCluster =>
  withAddon(addon, (one) => {
    if (![...one.objects, ...one.entry].some((object) => object.title === title)) throw new Error(`no ${title}`);
    const map = (objects: readonly CompiledObject[]) =>
      objects.map((object) => (object.title === title ? changed(object, change, more) : object));
    return { ...one, objects: map(one.objects), entry: map(one.entry) };
  });
const find = (addon: string, title: string): CompiledObject => {
  const object = clean.addons
    .flatMap(({ objects }) => objects)
    .find((one) => one.addon === addon && one.title === title);
  if (object === undefined) throw new Error(`no ${title} in ${addon}`);
  return object;
};
/** Puts a copy of one addon's object into another one. */
const move = (from: string, title: string, to: string): CompiledCluster =>
  withAddon(to, (addon) => ({ ...addon, objects: [...addon.objects, { ...find(from, title), addon: to }] }));
const add = (to: string, object: Partial<CompiledObject> & { readonly json: JsonObject }): CompiledCluster =>
  withAddon(to, (addon) => ({
    ...addon,
    objects: [...addon.objects, { ...addon.objects[0]!, addon: to, references: [], ...object } as CompiledObject],
  }));
const configMap = (data: JsonObject, more: Partial<CompiledObject> = {}) => ({
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
const set = (path: string, value: unknown): Change => {
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
const karpenter = 'HelmRelease/karpenter';

/** One change of this repository's platform for each rule, that the rule must see. */
const mutations: Readonly<Record<string, () => CompiledCluster>> = {
  FX601: () => ({
    ...clean,
    contract: {
      ...clean.contract,
      vars: { ...clean.contract.vars, TF_AWS_REGION: { ...clean.contract.vars['TF_AWS_REGION']!, readBy: [] } },
    },
  }),
  FX602: () => mutate('karpenter-nodes', 'EC2NodeClass/default', set('spec.role', '${TF_K8S_NODE_ROLE_NAME:?gone}')),
  FX603: () =>
    mutate('karpenter-nodes', 'EC2NodeClass/default', () => {}, {
      risks: [{ name: 'TF_CLUSTER_NAME', value: '"', path: 'spec.role' }],
    }),
  FX604: () => ({
    ...mutate('karpenter', karpenter, set('spec.postRenderStrategy', 'combined')),
    cluster: flux('2.8'),
  }),
  FX605: () => move('gateway-api', 'Gateway/gateway-api', 'karpenter'),
  FX606: () => mutate('karpenter-crds', 'Kustomization/karpenter-crds', set('spec.wait', false)),
  FX607: () => move('karpenter-nodes', 'EC2NodeClass/default', 'karpenter'),
  FX608: () => move('secrets-manager-store', 'ClusterSecretStore/secrets-manager-provider', 'external-secrets'),
  FX609: () => {
    const labels = { 'reconcile.fluxcd.io/watch': 'enabled' };
    const object = configMap({ 'values.yaml': 'a: 1' }, { namespace: 'karpenter' });
    const withMap = add('karpenter', { ...object, json: { ...object.json, metadata: { name: 'extra', labels } } });
    return readExtra(withMap);
  },
  FX610: () =>
    mutate('karpenter', karpenter, set('spec.valuesFrom', [{ kind: 'ConfigMap', name: 'karpenter-values' }])),
  FX611: () => add('karpenter', configMap({ big: 'x'.repeat(1024 * 1024 + 1) })),
  FX612: () =>
    mutate('secrets-manager-store', 'ClusterSecretStore/secrets-manager-provider', () => {}, {
      namespace: 'flux-system',
    }),
  FX613: () => ({ ...clean, cluster: flux('2.9', true) }),
  FX614: () => mutate('karpenter', 'Kustomization/karpenter', set('spec.retryInterval', undefined)),
  FX615: () => ({
    ...clean,
    contract: {
      ...clean.contract,
      vars: { ...clean.contract.vars, TF_DB_PASSWORD: clean.contract.vars['TF_AWS_REGION']! },
    },
  }),
  FX618: () => mutate('karpenter', karpenter, set('spec.values.account', 123456789012)),
  FX619: () =>
    mutate('karpenter', karpenter, (json) => {
      const from = { kind: 'ConfigMap', name: 'karpenter-values-terraform', targetPath: 'logLevel' };
      set('spec.valuesFrom', [from])(json);
      set('spec.values.logLevel', 'info')(json);
    }),
  FX620: () => {
    const source = { kind: 'ConfigMap', name: 'karpenter-values-terraform', valuesKey: 'values.yaml' };
    return mutate('karpenter', karpenter, set('spec.valuesFrom', [source, source]));
  },
  FX621: () => readExtra(add('karpenter', configMap({ 'values.yaml': '- a' }, { namespace: 'karpenter' }))),
  FX622: () =>
    withAddon('karpenter-nodes', (one) => {
      const named = (name: string) => ({
        ...one.objects[0]!,
        ...configMap({}, { name, title: `ConfigMap/${name}` }),
        references: [],
        json: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'flux-system' }, data: {} },
      });
      const [first] = one.built.inputs.vars.values();
      const colour = { ...first!, schema: { type: 'string', enum: ['blue', 'green'] } as const };
      const vars = new Map(one.built.inputs.vars).set('TF_COLOUR', colour);
      return {
        ...one,
        built: { ...one.built, inputs: { ...one.built.inputs, vars } },
        objects: [...one.objects, named('karpenter-${TF_COLOUR}'), named('karpenter-blue')],
      };
    }),
  FX623: () => mutate('karpenter-nodes', 'NodePool/default', set('metadata.name', '${TF_CLUSTER_NAME}')),
  FX624: () => mutate('karpenter', karpenter, set('spec.values.script', 'echo $${HOME}')),
  FX625: () => excepting({ code: 'FX618', reason: ' ', object: 'HelmRelease/karpenter' }),
  FX626: () => excepting({ code: 'FX618', reason: 'it prints it whole', object: 'HelmRelease/karpenter' }),
  FX627: () =>
    mutate('headlamp', clean.addons.flatMap(({ objects }) => objects).find(isSecretOfHeadlamp)!.title, (json) => {
      set('spec.data', [])(json);
      set('spec.dataFrom', [])(json);
    }),
  FX628: () =>
    add('karpenter', {
      ...configMap({}, { kind: 'Kustomization', group: 'kustomize.toolkit.fluxcd.io', title: 'Kustomization/extra' }),
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      namespace: 'karpenter',
      json: {
        apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
        kind: 'Kustomization',
        metadata: { name: 'extra', namespace: 'karpenter' },
        // What Terraform writes for a release has one key, `values.yaml`.
        spec: {
          retryInterval: '1m',
          postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'karpenter-values-terraform' }] },
        },
      },
    }),
  FX315: () => mutate('karpenter-nodes', 'NodePool/default', set('spec.weight', 'heavy')),
  FX316: () =>
    mutate(
      'karpenter-nodes',
      'EC2NodeClass/default',
      set('spec.amiSelectorTerms', [{ alias: 'al2023@latest', id: 'ami-1' }]),
    ),
};

const isSecretOfHeadlamp = ({ kind, addon: name }: CompiledObject): boolean =>
  kind === 'ExternalSecret' && name === 'headlamp';
const excepting = (exception: object): CompiledCluster => ({
  ...clean,
  cluster: { ...flux('2.9'), exceptions: [{ place: () => undefined, ...exception }] } as never,
});

/** The platform with one more addon at its end, or with other settings: for what is seen while it is compiled. */
const extended = (definition: LooseDefinition, settings: PlatformSettings = {}): readonly string[] => {
  const cluster = platform(new FluxApp(), 'dev', settings).stage('extra', [addon('extra', definition)] as never);
  return synthCluster(cluster).diagnostics.map(({ code }) => code);
};
type Build = NonNullable<LooseDefinition['build']>;
const text = (value: string): Build => {
  return (scope) => void new ConfigMap(scope, 'data', { data: { text: value } });
};
const region = {
  vars: {
    TF_AWS_REGION: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/)
      .meta({ examples: ['eu-west-1'] }),
  },
};
const chart = helmChart({ url: 'oci://example.org/extra', version: '1.0.0' });

const additions: Readonly<Record<string, () => readonly string[]>> = {
  FX302: () =>
    extended({ build: (scope) => void new StorageClass(scope, 'a', { name: 'storage-class', provisioner: 'ebs' }) }),
  FX303: () => extended({ build: (scope) => void new ConfigMap(scope, 'a', { name: 'A_b', data: {} }) }),
  FX304: () => extended({ build: text('in ${TF_AWS_REGON}') }),
  FX305: () => extended({ infra: region, build: text('in ${TF_AWS_REGION') }),
  FX306: () => extended({}, { karpenter: { values: { settings: { clusterName: 'mine' } } } as never }),
  FX307: () =>
    extended({
      build: (scope) => {
        new HTTPRoute(scope, 'a', { spec: { parentRefs: [{ name: 'gateway', namespace: 'gateway-api' }] } });
      },
    }),
  FX309: () =>
    extended({
      charts: { extra: chart },
      build: (scope) => void new HelmRelease(scope, 'a', { chart, chartRef: {} } as never),
    }),
  FX310: () => extended({}, { karpenter: { kustomization: { interval: 'hourly' } } as never }),
  FX311: () => extended({ build: text('a\u007fb') }),
  FX312: () => extended({ build: (scope) => void new ApiObject(scope, 'a', { apiVersion: 'v1', kind: 'ConfigMap' }) }),
  FX313: () => extended({}, { karpenter: { values: { replica: 2 } } as never }),
  FX629: () =>
    extended({
      charts: {
        extra: helmChart({ url: 'oci://example.org/extra', version: '9.9.9', valuesSchema: karpenterValuesSchema }),
      },
      build: (scope, { charts }) => void new HelmRelease(scope, 'a', { chart: charts['extra'] as typeof chart }),
    }),
  FX314: () =>
    extended({
      build: (scope) => {
        const sourceRef = { kind: 'GitRepository', name: 'flux-system' };
        new Kustomization(scope, 'a', { path: './a', sourceRef, wait: true, healthChecks: [] } as never);
      },
    }),
};

/** Codes of FX3xx and FX6xx that no change of the platform's objects brings about. */
const withoutMutation: Readonly<Record<string, string>> = {
  FX301: 'an exception in the addon’s own code',
  FX308: 'an object of another program; it is nothing of the platform',
  FX317: 'a file that the app names',
  FX318: 'a notice of what was not looked at',
  FX319: 'where a construct was put, in the addon’s own code',
  FX320: 'it is refused before there is an object: test/compile/objects.test.ts shows it',
  FX690: 'of what Terraform gives: test/render shows it with the platform',
  FX691: 'a notice of what render does not show',
};

/** The same cluster with another Flux. Private fields keep it from being copied, so only what rules ask is there. */
const flux = (version: '2.8' | '2.9', lockdown = false): CompiledCluster['cluster'] =>
  ({ name: 'dev', flux: version, lockdown, provides: dev.provides, exceptions: [], stages: dev.stages }) as never;

const readExtra = (compiled: CompiledCluster): CompiledCluster => ({
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

describe('a fault in the platform', () => {
  it('is none as it stands', () => {
    expect(checkCluster(clean)).toEqual([]);
  });

  it.each(Object.entries(mutations))('%s is seen', (code, make) => {
    expect(checkCluster(make()).map((one) => one.code)).toContain(code);
  });

  it.each(Object.entries(additions))('%s is seen', (code, make) => {
    expect(extended({})).toEqual([]);
    expect(make()).toContain(code);
  });

  it('is there for every rule', () => {
    const all = catalogue.map(({ code }) => code).filter((code) => /^FX[36]/.test(code));
    const seen = [...Object.keys(mutations), ...Object.keys(additions), ...Object.keys(withoutMutation)];
    expect(seen.sort()).toEqual(all);
  });
});
