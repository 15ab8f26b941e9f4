import { ApiObject } from 'cdk8s';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { defineAddon } from '../../src/addon/define-addon.js';
import { ConfigMap } from '../../src/constructs/config-map.js';
import { hostname } from '../../src/contract/index.js';
import { synthCluster } from '../../src/testing/index.js';
import { producers, provides, reader } from '../support/producers.js';
import { clusterOf } from '../support/synthesize.js';
import { crdsOf } from './crds.js';
import { describeLive } from './describe-live.js';
import { kustomizations } from './flux-kinds.js';
import type { KubeObject } from './kube-object.js';

type Name = keyof typeof producers;

const WATCH = { 'reconcile.fluxcd.io/watch': 'Enabled' };
const base64 = (value: string): string => Buffer.from(value).toString('base64');
const home = { namespace: 'flux-system' } as const;

/** What each producer writes, as shared facts about it say: with which labels, and what else is in the object. */
const written = (name: Name, key: string, value: string): KubeObject => {
  const metadata = { name: `${name}-outputs`, ...home };
  const configMap = (labels?: Readonly<Record<string, string>>): KubeObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { ...metadata, ...(labels === undefined ? {} : { labels }) },
    data: { [key]: value },
  });
  const secret = (data: Readonly<Record<string, string>>, labels?: Readonly<Record<string, string>>): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { ...metadata, ...(labels === undefined ? {} : { labels }) },
    data: Object.fromEntries(Object.entries(data).map(([one, text]) => [one, base64(text)])),
  });
  switch (name) {
    case 'tofu':
      // Lists are JSON on several lines, with the type beside them.
      return secret({ [key]: value, subnets: '[\n  "a",\n  "b"\n]', subnets__type: '["list","string"]' }, WATCH);
    case 'azure-service-operator':
    case 'job':
      return configMap();
    case 'ack':
    case 'composition':
      return configMap(WATCH);
    case 'crossplane':
      return secret({ [key]: value });
    case 'generator':
      return secret({ [key]: value }, WATCH);
  }
};

const customKinds = {
  'services.k8s.aws': ['FieldExport', 'fieldexports', 'v1alpha1'],
  'rds.aws.m.upbound.io': ['Instance', 'instances', 'v1beta1'],
  'dbforpostgresql.azure.com': ['FlexibleServer', 'flexibleservers', 'v1'],
  'apiextensions.crossplane.io': ['Composition', 'compositions', 'v1'],
} as const;

/** All that matters here of the schema of a managed resource of Crossplane 2. */
const connectionSchema = {
  type: 'object',
  properties: {
    writeConnectionSecretToRef: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  },
};

/** A CRD that takes anything else: the controllers of these kinds are played by this file. */
const crdOf = (group: string, [kind, plural, version]: readonly [string, string, string]): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: kind === 'Composition' ? 'Cluster' : 'Namespaced',
    names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
    versions: [
      {
        name: version,
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema:
            kind === 'Instance'
              ? { type: 'object', properties: { spec: connectionSchema } }
              : { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
    ],
  },
});

const names = Object.keys(producers) as readonly Name[];
const soon = { kustomization: { retryInterval: '3s' } } as const;

/** Reads the tofu Secret before it is there, and as optional: what synth refuses. */
const patient = (name: string, postBuild: object, type = hostname()) =>
  defineAddon({
    name,
    namespace: 'default',
    requires: ['tofu'],
    kustomization: {
      ...soon.kustomization,
      postBuild: {
        substituteFrom: [{ kind: 'Secret', name: 'tofu-outputs', optional: true, vars: { host: type } }],
        ...postBuild,
      },
    },
    build(scope) {
      new ConfigMap(scope, 'data', { data: { host: '${host}' } });
    },
  })();

/** Names the namespace of its connection Secret, which its kind can't: what synth refuses. */
const placed = defineAddon({
  name: 'placed',
  namespace: 'flux-system',
  outputs: { address: hostname() },
  build(scope, { outputs }) {
    const spec = { writeConnectionSecretToRef: outputs.secretRef() };
    new ApiObject(scope, 'db', {
      apiVersion: 'rds.aws.m.upbound.io/v1beta1',
      kind: 'Instance',
      metadata: { name: 'placed' },
      spec,
    } as never);
  },
});

const cluster = clusterOf(
  {
    cloud: names.map((name) =>
      producers[name](name === 'job' ? ({ kustomization: { wait: false } } as never) : undefined),
    ),
    apps: [
      ...names.map((name) => reader(producers[name], `${name}-reader`)(soon as never)),
      patient('patient-always', {}),
      patient('patient-with-variables', { substituteStrategy: 'WithVariables' }),
    ],
  },
  { options: { external: provides } },
);

describeLive('values that producers write into the cluster', (live) => {
  const { files, contract, diagnostics } = synthCluster(cluster);
  const stateOf = async (name: string) => {
    const { status } = (await live().get({ ...kustomizations, name })) ?? {};
    return status?.conditions?.find(({ type }) => type === 'Ready');
  };
  const hostOf = async (name: string) =>
    (await live().get({ apiVersion: 'v1', kind: 'ConfigMap', name, namespace: 'default' }))?.data?.['host'];
  const failsWith = (name: string, message: string) =>
    live().until(`${name} says ${message}`, async () => {
      const ready = await stateOf(name);
      return ready?.status === 'False' && ready.message?.includes(message) === true ? ready : undefined;
    });
  const hasHost = (name: string, host: string) =>
    live().until(
      `${name} has ${host}`,
      async () => (await hostOf(name)) === host && (await stateOf(name))?.status === 'True',
    );
  const write = async (name: Name, key: string, value: string) => {
    const object = written(name, key, value);
    if (name !== 'ack') await live().apply(object);
    // One key of an object that Flux applies, by the manager of the controller.
    else {
      const path = '/api/v1/namespaces/flux-system/configmaps/ack-outputs?fieldManager=controller';
      await live().request('PATCH', path, JSON.stringify({ data: { [key]: value } }), 'application/merge-patch+json');
    }
  };

  it('are waited for: each reader fails until its value is there', async () => {
    await live().apply(...Object.entries(customKinds).map(([group, kind]) => crdOf(group, kind)));
    await live().apply(...crdsOf(['infra.contrib.fluxcd.io', 'external-secrets.io']));
    await live().applyTree(Object.fromEntries(Object.entries(files).map(([path, text]) => [`k8s/${path}`, text])), {
      cluster: 'dev',
    });
    for (const name of names) {
      const kind = written(name, 'host', '').kind === 'Secret' ? 'secrets' : 'configmaps';
      const message = name === 'ack' ? 'variable not set (strict mode): "host"' : `${kind} "${name}-outputs" not found`;
      await failsWith(`${name}-reader`, message);
    }
  }, 300_000);

  it('come from objects that their kind allows (FX891)', async () => {
    const tree = synthCluster(clusterOf({ cloud: [placed()] }, { options: { external: provides } }));
    expect(tree.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['FX891']);
    const written = parse(tree.files['addons/dev/placed/instance.yaml'] ?? '') as KubeObject;
    expect(await live().dryRun(written)).toContain(
      '.spec.writeConnectionSecretToRef.namespace: field not declared in schema',
    );
  }, 120_000);

  it('are not bridged by optional: true (FX766)', async () => {
    const patients = ['patient-always', 'patient-with-variables'];
    expect(diagnostics.filter(({ code }) => code === 'FX766').map(({ at }) => at.addon)).toEqual(patients);
    for (const name of patients) await failsWith(name, 'variable not set (strict mode): "host"');
  }, 120_000);

  it('fail under another name (FX760)', async () => {
    for (const name of names) await write(name, 'hots', 'db.example.org');
    for (const name of names) await failsWith(`${name}-reader`, 'variable not set (strict mode): "host"');
  }, 120_000);

  it('arrive late, without a commit, and the platform becomes ready', async () => {
    for (const name of names) await write(name, 'host', `${name}.example.org`);
    for (const name of names) await hasHost(`${name}-reader`, `${name}.example.org`);
    await live().untilReady({ timeout: 120_000 });
  }, 240_000);

  it('arrive again when they change: at once where the object has the label', async () => {
    const labelled = names.filter((name) => written(name, 'host', '').metadata.labels !== undefined);
    expect(labelled).toEqual(['tofu', 'ack', 'composition', 'generator']);
    for (const name of labelled) await write(name, 'host', `${name}-2.example.org`);
    for (const name of labelled) await hasHost(`${name}-reader`, `${name}-2.example.org`);
    // Flux applies what the addon makes once more, and leaves the controller's key alone.
    await live().reconcile({ ...kustomizations, name: 'ack' });
    await live().reconcile({ ...kustomizations, name: 'ack-reader' });
    await live().untilReady({ timeout: 60_000 });
    expect(await hostOf('ack-reader')).toBe('ack-2.example.org');
  }, 240_000);

  it('take exactly those readers along that the contract lists', async () => {
    const output = contract.outputs?.find(({ addon }) => addon === 'generator');
    const predicted = new Set(
      Object.values(output?.keys ?? {}).flatMap(({ readBy }) => readBy.map(({ addon }) => addon)),
    );
    expect([...predicted]).toEqual(['generator-reader']);
    await live().delete({ apiVersion: 'v1', kind: 'Secret', name: 'generator-outputs', ...home });
    await failsWith('generator-reader', 'secrets "generator-outputs" not found');
    for (const name of names) await live().reconcile({ ...kustomizations, name: `${name}-reader` });
    const failed = await live().until('all have run again', async () => {
      const all = (await live().list(kustomizations)).filter(({ metadata }) => metadata.name.endsWith('-reader'));
      const states = all.map(({ metadata, status }) => [
        metadata.name,
        status?.conditions?.find(({ type }) => type === 'Ready')?.status,
      ]);
      if (states.some(([, status]) => status === 'Unknown')) return undefined;
      return states.flatMap(([name, status]) => (status === 'True' ? [] : [name]));
    });
    expect(failed).toEqual([...predicted]);
    // What was applied stays as it was.
    expect(await hostOf('generator-reader')).toBe('generator-2.example.org');
  }, 240_000);
});
