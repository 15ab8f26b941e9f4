import type { Construct } from 'constructs';
import fc from 'fast-check';
import {
  type AddonInstance,
  ConfigMap,
  defineAddon,
  ExternalSecret,
  FluxApp,
  FluxCluster,
  HelmRelease,
  helmChart,
  Kustomization,
  StorageClass,
} from 'fluxspan';
import { z } from 'zod';

/** One object of a random addon; `value` is any JSON. */
interface ObjectModel {
  readonly kind: 'config-map' | 'storage-class' | 'helm-release' | 'external-secret' | 'kustomization';
  readonly name: string;
  readonly text: Readonly<Record<string, string>>;
  readonly value: Readonly<Record<string, unknown>>;
}

interface AddonModel {
  readonly name: string;
  /** The index of its stage. */
  readonly stage: number;
  readonly namespace: string | undefined;
  readonly folder: 'addons' | 'crds' | 'apps';
  readonly vars: readonly string[];
  readonly requires: readonly number[];
  readonly objects: readonly ObjectModel[];
}

export interface ClusterModel {
  readonly name: string;
  readonly stages: number;
  readonly flux: '2.7' | '2.8' | '2.9';
  readonly addons: readonly AddonModel[];
}

/** Among them names that every object of JavaScript has a member of. */
const key = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-zA-Z_.]{1,6}$/) },
  fc.constantFrom('constructor', 'toString', 'valueOf', 'hasOwnProperty', 'name', 'kind'),
);
const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,6}[a-z0-9])?$/);
const varNames = ['TF_A', 'TF_B', 'TF_C'];
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('yes', '0123', '1e3', '~', '- a', 'a: b', '#', ' x ', 'a\nb\n', '"', "'", '${TF_A}', '$${X}', 'é😀'),
);
const record = <T>(value: fc.Arbitrary<T>) => fc.dictionary(key, value, { maxKeys: 4 });
const json = fc.letrec<{ node: unknown; tree: unknown }>((tie) => ({
  node: fc.oneof(text, fc.integer(), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  tree: fc.oneof({ maxDepth: 3 }, tie('node'), fc.array(tie('tree'), { maxLength: 3 }), record(tie('tree'))),
}));

const object: fc.Arbitrary<ObjectModel> = fc.record({
  kind: fc.constantFrom('config-map', 'storage-class', 'helm-release', 'external-secret', 'kustomization'),
  name: label,
  text: record(text),
  value: record(json.tree),
});
const addon: fc.Arbitrary<AddonModel> = fc.record({
  name: label.filter((name) => !['readme', 'kustomization', 'flux-system'].includes(name)),
  stage: fc.nat({ max: 3 }),
  namespace: fc.option(label, { nil: undefined }),
  folder: fc.constantFrom('addons', 'crds', 'apps'),
  vars: fc.subarray(varNames),
  requires: fc.array(fc.nat({ max: 8 }), { maxLength: 3 }),
  objects: fc.uniqueArray(object, { maxLength: 5, selector: ({ kind, name }) => `${kind}/${name}` }),
});
const cluster: fc.Arbitrary<ClusterModel> = fc.record({
  name: label.filter((name) => !['readme', 'kustomization', 'flux-system'].includes(name)),
  stages: fc.integer({ min: 1, max: 4 }),
  flux: fc.constantFrom('2.7', '2.8', '2.9'),
  addons: fc.uniqueArray(addon, { maxLength: 8, selector: ({ name }) => name }),
});

/** Some clusters of random addons: legal names, hostile texts, and what may or may not be wrong otherwise. */
export const clusters = fc.uniqueArray(cluster, { minLength: 1, maxLength: 3, selector: ({ name }) => name });

/** How a model is written down; it must not matter. */
export interface Writing {
  readonly order: <T>(items: readonly T[]) => readonly T[];
}

export const asGiven: Writing = { order: (items) => items };
export const backwards: Writing = { order: (items) => [...items].reverse() };

/** Every order of items and keys, from one number. */
export const shuffled = (seed: number): Writing => ({
  order: (items) => {
    const keyed = items.map((item, index) => ({ item, key: Math.imul(seed + index + 1, 0x9e3779b1) >>> 0 }));
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
  },
});

const rewrite = (value: unknown, writing: Writing): unknown => {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, writing));
  if (typeof value !== 'object' || value === null) return value;
  const entries = writing.order(Object.entries(value)).map(([key, one]) => [key, rewrite(one, writing)] as const);
  return Object.fromEntries(entries);
};

const makeObject = (scope: Construct, { kind, name, text, value }: ObjectModel, writing: Writing): void => {
  const id = `${kind}-${name}`;
  const data = rewrite(text, writing) as Record<string, string>;
  const tree = rewrite(value, writing) as Record<string, unknown>;
  if (kind === 'config-map') new ConfigMap(scope, id, { name, data, labels: data });
  else if (kind === 'storage-class')
    new StorageClass(scope, id, { name, provisioner: 'example.org', parameters: data });
  else if (kind === 'external-secret') {
    const secretStoreRef = { kind: 'SecretStore', name: 'store', external: true } as const;
    new ExternalSecret(scope, id, { name, secretStoreRef, target: { template: { data } } });
  } else if (kind === 'kustomization') {
    const sourceRef = { kind: 'GitRepository', name: 'tree' } as const;
    new Kustomization(scope, id, { name, path: './tree', sourceRef, commonMetadata: { labels: data } });
  } else {
    const chart = helmChart({ url: `oci://example.org/${name}`, version: '1.0.0', sourceName: name });
    new HelmRelease(scope, id, { name, chart, values: tree });
  }
};

const makeAddon = (model: AddonModel, stage: number, all: readonly AddonModel[], writing: Writing): AddonInstance => {
  const required = model.requires.flatMap((index) => all[index]?.name ?? []);
  const definition = {
    name: model.name,
    folder: model.folder,
    requires: writing.order([...new Set(required)]),
    provides: writing.order([`stage-${stage}`, `${model.name}-ready`]),
    infra: { vars: Object.fromEntries(writing.order(model.vars).map((name) => [name, z.string().default('x')])) },
    build(scope: Construct) {
      for (const one of writing.order(model.objects)) makeObject(scope, one, writing);
    },
  };
  return model.namespace === undefined
    ? defineAddon(definition)()
    : defineAddon({ ...definition, namespace: model.namespace, createNamespace: true })();
};

/** The app of a model, as the writing has it: the order of stages is meant, all other order is not. */
export const makeApp = (models: readonly ClusterModel[], writing: Writing): FluxApp => {
  const app = new FluxApp();
  for (const { name, flux, stages, addons } of writing.order(models)) {
    let cluster = new FluxCluster(app, name, { flux });
    for (let stage = 0; stage < stages; stage++) {
      const members = addons.filter((one) => Math.min(one.stage, stages - 1) === stage);
      const instances = writing.order(members).map((one) => makeAddon(one, stage, addons, writing));
      cluster = cluster.stage(`the-stage-${stage}` as string, instances) as unknown as FluxCluster;
    }
  }
  return app;
};
