import { ApiObject } from 'cdk8s';
import { defineAddon } from '../../src/addon/define-addon.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import type { RemovedObject } from '../../src/declared/removal.js';
import { drawOthers, type RandomOthers } from './random-others.js';

/** What the releases install. */
export const smallChart = { url: 'https://charts.example.org', name: 'small', version: '1.0.0' };
/** There before the cluster is: Terraform's. */
export const namespaces = ['one', 'two'] as const;

const kinds = ['ConfigMap', 'StatefulSet', 'StorageClass', 'CustomResourceDefinition', 'Namespace', 'Release'] as const;

/** One object; a release is two, with its repository. */
interface RandomObject {
  readonly kind: (typeof kinds)[number];
  readonly name: string;
  readonly namespace: (typeof namespaces)[number];
  /** Another number changes the object, and upgrades a release. */
  readonly data: number;
  /** Another number renames the release under its HelmRelease. */
  readonly installed: number;
}

interface RandomAddon {
  readonly stage: 0 | 1;
  readonly prune: boolean;
  readonly objects: readonly RandomObject[];
}

export type RandomCluster = Readonly<Record<string, RandomAddon>>;

export interface RandomChange {
  /** What it does, in words. */
  readonly says: string;
  readonly after: RandomCluster;
  /** What others have beside it. */
  readonly others: RandomOthers;
  /** Who sees the commit first: whoever comes, all but the root, or the root. */
  readonly first: 'anyone' | 'others' | 'root';
}

/** Numbers from 0 up to `below`, the same ones for the same seed. */
type Draw = (below: number) => number;

/** Mulberry32: 32 bits of state are enough to draw some dozens of changes, and any whole number is a seed. */
const drawFrom = (seed: number): Draw => {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
};

/** A cluster, and changes of it, each from where the one before has led. */
export const drawChanges = (
  seed: number,
  count: number,
): { start: RandomCluster; others: RandomOthers; changes: readonly RandomChange[] } => {
  const draw = drawFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[draw(list.length)]!;
  let names = 0;
  const newObject = (kind = pick(kinds)): RandomObject => ({
    kind,
    name: `${kind.toLowerCase().slice(0, 2)}${++names}`,
    namespace: pick(namespaces),
    data: 0,
    installed: 0,
  });
  const newAddon = (objects = [newObject(), newObject(pick(['Release', 'ConfigMap']))]): RandomAddon => ({
    stage: draw(2) === 0 ? 0 : 1,
    prune: draw(5) > 0,
    objects,
  });
  const newName = () => `addon${++names}`;

  const without = (cluster: RandomCluster, ...gone: readonly string[]): RandomCluster =>
    Object.fromEntries(Object.entries(cluster).filter(([name]) => !gone.includes(name)));
  const withObjects = (cluster: RandomCluster, name: string, objects: readonly RandomObject[]): RandomCluster =>
    objects.length === 0 ? without(cluster, name) : { ...cluster, [name]: { ...cluster[name]!, objects } };

  const operations: readonly ((cluster: RandomCluster) => readonly [string, RandomCluster])[] = [
    (cluster) => {
      const name = newName();
      return [`adds ${name}`, { ...cluster, [name]: newAddon() }];
    },
    (cluster) => {
      const name = pick(Object.keys(cluster));
      return [`removes ${name}`, without(cluster, name)];
    },
    (cluster) => {
      const [old, name] = [pick(Object.keys(cluster)), newName()];
      return [`renames ${old} to ${name}`, { ...without(cluster, old), [name]: cluster[old]! }];
    },
    (cluster) => {
      const [old, name] = [pick(Object.keys(cluster)), newName()];
      const { objects } = cluster[old]!;
      const left = withObjects(cluster, old, objects.slice(1));
      return [`splits ${name} from ${old}`, { ...left, [name]: newAddon(objects.slice(0, 1)) }];
    },
    (cluster) => {
      const [a, b] = [pick(Object.keys(cluster)), pick(Object.keys(cluster))];
      if (a === b) return ['', cluster];
      const objects = [...cluster[a]!.objects, ...cluster[b]!.objects];
      return [`merges ${b} into ${a}`, withObjects(without(cluster, b), a, objects)];
    },
    (cluster) => {
      const [a, b] = [pick(Object.keys(cluster)), pick(Object.keys(cluster))];
      if (a === b) return ['', cluster];
      const object = pick(cluster[a]!.objects);
      const taken = withObjects(cluster, b, [...cluster[b]!.objects, object]);
      const says = `moves ${object.kind} ${object.name} from ${a} to ${b}`;
      return [
        says,
        withObjects(
          taken,
          a,
          cluster[a]!.objects.filter((one) => one !== object),
        ),
      ];
    },
    (cluster) => {
      const name = pick(Object.keys(cluster));
      const addon = cluster[name]!;
      return [`moves ${name} to another stage`, { ...cluster, [name]: { ...addon, stage: addon.stage === 0 ? 1 : 0 } }];
    },
    (cluster) => {
      const name = pick(Object.keys(cluster));
      const objects = cluster[name]!.objects.map((object) => ({
        ...object,
        namespace: object.namespace === 'one' ? ('two' as const) : ('one' as const),
      }));
      return [`moves ${name} to other namespaces`, withObjects(cluster, name, objects)];
    },
    (cluster) => {
      const name = pick(Object.keys(cluster));
      const objects = cluster[name]!.objects.map((object) => ({ ...object, data: object.data + 1 }));
      return [`changes the objects of ${name}`, withObjects(cluster, name, objects)];
    },
    (cluster) => {
      const name = pick(Object.keys(cluster));
      const objects = cluster[name]!.objects.map((object) => ({ ...object, installed: object.installed + 1 }));
      return [`renames the releases of ${name}`, withObjects(cluster, name, objects)];
    },
  ];

  const start = Object.fromEntries([0, 1, 2, 3].map(() => [newName(), newAddon()]));
  const changes: RandomChange[] = [];
  let cluster: RandomCluster = start;
  const startOthers = drawOthers(
    drawOthers({}, pick, (first) => `${first}${++names}`)[1],
    pick,
    (first) => `${first}${++names}`,
  )[1];
  let others = startOthers;
  while (changes.length < count) {
    const says: string[] = [];
    let after = cluster;
    for (let left = 1 + draw(3); left > 0; left--) {
      const size = Object.keys(after).length;
      // Small enough to be quick, and large enough to have something to move.
      const operation = operations[size < 3 ? 0 : size > 5 ? 1 : draw(operations.length)]!;
      const [said, next] = operation(after);
      if (said !== '') says.push(said);
      after = next;
    }
    const changesOthers = draw(2) === 0;
    if (changesOthers) {
      const [said, next] = drawOthers(others, pick, (first) => `${first}${++names}`);
      says.push(said);
      others = next;
    }
    if (textOf(after) === textOf(cluster) && !changesOthers) continue;
    cluster = after;
    // Who holds back a parent holds back its children.
    const first = changesOthers ? 'anyone' : pick(['anyone', 'others', 'root'] as const);
    changes.push({ says: says.join(', '), after, others, first });
  }
  return { start, others: startOthers, changes };
};

/** Equal for two clusters that write the same tree. */
const textOf = (cluster: RandomCluster): string => {
  const addons = Object.entries(cluster).map(([name, { objects, ...rest }]) =>
    JSON.stringify([name, rest, objects.map((object) => JSON.stringify(manifestsOf(object))).sort()]),
  );
  return addons.sort().join('\n');
};

const manifestsOf = ({ kind, name, namespace, data, installed }: RandomObject): object[] => {
  const annotations = { 'example.org/data': String(data) };
  const metadata = { name, namespace, annotations };
  const clusterWide = { name, annotations };
  switch (kind) {
    case 'ConfigMap':
      return [{ apiVersion: 'v1', kind, metadata, data: { number: String(data) } }];
    case 'Namespace':
      return [{ apiVersion: 'v1', kind, metadata: clusterWide }];
    case 'StorageClass':
      return [{ apiVersion: 'storage.k8s.io/v1', kind, metadata: clusterWide, provisioner: 'example.org/none' }];
    case 'StatefulSet': {
      const labels = { app: name };
      const template = { metadata: { labels }, spec: { containers: [{ name: 'none', image: 'none' }] } };
      const spec = { replicas: 0, serviceName: name, selector: { matchLabels: labels }, template };
      return [{ apiVersion: 'apps/v1', kind, metadata, spec }];
    }
    case 'CustomResourceDefinition': {
      const schema = { openAPIV3Schema: { type: 'object' } };
      const spec = {
        group: 'example.org',
        names: { kind: `Kind${name}`, plural: name },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      };
      const named = { ...clusterWide, name: `${name}.example.org` };
      return [{ apiVersion: 'apiextensions.k8s.io/v1', kind, metadata: named, spec }];
    }
    case 'Release': {
      const source = { kind: 'HelmRepository', name };
      const chart = { spec: { chart: smallChart.name, version: smallChart.version, sourceRef: source } };
      const spec = { interval: '10m', releaseName: `${name}-${installed}`, chart, values: { data } };
      return [
        {
          apiVersion: 'source.toolkit.fluxcd.io/v1',
          kind: source.kind,
          metadata,
          spec: { interval: '1h', url: smallChart.url },
        },
        { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', metadata, spec },
      ];
    }
  }
};

/** The app of a user who wrote this cluster, with the removals and replacements that are intended. */
export const appOf = (
  cluster: RandomCluster,
  { removed = [], replaced = [] }: { removed?: readonly RemovedObject[]; replaced?: readonly RemovedObject[] } = {},
): FluxApp => {
  const app = new FluxApp();
  const dev = new FluxCluster(app, 'dev', {
    external: [...namespaces.map((name) => ({ kind: 'Namespace', name })), { kind: 'Kustomization', name: 'others' }],
  });
  for (const stage of [0, 1]) {
    const instances = Object.entries(cluster)
      .filter(([, addon]) => addon.stage === stage)
      .map(([name, { objects, prune }]) =>
        defineAddon({
          name,
          build(scope) {
            for (const [index, manifest] of objects.flatMap(manifestsOf).entries()) {
              new ApiObject(scope, `object-${index}`, manifest as never);
            }
          },
        })({ kustomization: { prune } }),
      );
    // What others wrote is between the stages.
    const dependsOn = stage === 0 ? [] : ['others'];
    if (instances.length > 0) dev.stage(stage === 0 ? 'first' : 'second', instances as never, { dependsOn } as never);
  }
  for (const what of removed) dev.removed(what, { reason: 'the test says so' });
  for (const what of replaced) dev.replaced(what, { reason: 'the test says so' });
  return app;
};
