import { describe, expect, it } from 'vitest';
import { checkCluster } from '../../src/check/index.js';
import { renderCluster } from '../../src/cluster/render.js';
import type { Json, RenderedAddon, RenderedCluster, RenderedObject } from '../../src/cluster/rendered.js';
import app, { dev } from '../../src/platform/app.js';

const clean = renderCluster(app, dev);

type Change = (json: Record<string, never>) => void;

/** A copy of the platform with one addon changed. */
const withAddon = (name: string, change: (addon: RenderedAddon) => RenderedAddon): RenderedCluster => {
  if (!clean.addons.some(({ built }) => built.name === name)) throw new Error(`no addon ${name}`);
  return { ...clean, addons: clean.addons.map((addon) => (addon.built.name === name ? change(addon) : addon)) };
};
const changed = (object: RenderedObject, change: Change, more: Partial<RenderedObject> = {}): RenderedObject => {
  const json = structuredClone(object.json) as Record<string, never>;
  change(json);
  return { ...object, json: json as Json, ...more };
};
const mutate = (addon: string, title: string, change: Change, more: Partial<RenderedObject> = {}): RenderedCluster =>
  withAddon(addon, (one) => {
    if (![...one.objects, ...one.entry].some((object) => object.title === title)) throw new Error(`no ${title}`);
    const map = (objects: readonly RenderedObject[]) =>
      objects.map((object) => (object.title === title ? changed(object, change, more) : object));
    return { ...one, objects: map(one.objects), entry: map(one.entry) };
  });
const find = (addon: string, title: string): RenderedObject => {
  const object = clean.addons
    .flatMap(({ objects }) => objects)
    .find((one) => one.addon === addon && one.title === title);
  if (object === undefined) throw new Error(`no ${title} in ${addon}`);
  return object;
};
/** Puts a copy of one addon's object into another one. */
const move = (from: string, title: string, to: string): RenderedCluster =>
  withAddon(to, (addon) => ({ ...addon, objects: [...addon.objects, { ...find(from, title), addon: to }] }));
const add = (to: string, object: Partial<RenderedObject> & { readonly json: Json }): RenderedCluster =>
  withAddon(to, (addon) => ({
    ...addon,
    objects: [...addon.objects, { ...addon.objects[0]!, addon: to, references: [], ...object } as RenderedObject],
  }));
const configMap = (data: Json, more: Partial<RenderedObject> = {}) => ({
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
const mutations: Readonly<Record<string, () => RenderedCluster>> = {
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
  FX611: () => add('karpenter', configMap({ big: 'x'.repeat(1024 * 1024) })),
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
  FX623: () => mutate('karpenter-nodes', 'NodePool/default', set('metadata.name', '${TF_CLUSTER_NAME}')),
  FX624: () => mutate('karpenter', karpenter, set('spec.values.script', 'echo $${HOME}')),
};

/** The same cluster with another Flux. Private fields keep it from being copied, so only what rules ask is there. */
const flux = (version: '2.8' | '2.9', lockdown = false): RenderedCluster['cluster'] =>
  ({ name: 'dev', flux: version, lockdown, provides: dev.provides, exceptions: [], stages: dev.stages }) as never;

const readExtra = (rendered: RenderedCluster): RenderedCluster => ({
  ...rendered,
  addons: rendered.addons.map((addon) => ({
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
});
