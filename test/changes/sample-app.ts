import { ApiObject } from 'cdk8s';
import { defineAddon } from '../../src/addon/define-addon.js';
import type { FluxClusterOptions } from '../../src/cluster/cluster-options.js';
import { FluxApp } from '../../src/cluster/flux-app.js';
import { FluxCluster } from '../../src/cluster/flux-cluster.js';
import type { KustomizationSettings } from '../../src/constructs/kustomization-settings.js';
import type { RemovedObject } from '../../src/declared/removal.js';

/** An object of a sample: `StatefulSet/db`, with data that tells versions apart. */
export interface SampleObject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly data?: string;
  /** Over the one that its kind has here. */
  readonly spec?: object;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface SampleAddon {
  readonly objects: readonly SampleObject[];
  readonly kustomization?: KustomizationSettings;
}

export interface SampleCluster {
  /** By name; all in one stage. */
  readonly addons: Readonly<Record<string, SampleAddon>>;
  readonly path?: string;
  readonly removed?: readonly (string | RemovedObject)[];
  readonly external?: FluxClusterOptions['external'];
  readonly flux?: FluxClusterOptions['flux'];
  readonly base?: string;
}

const groups: Readonly<Record<string, string>> = {
  ConfigMap: 'v1',
  CustomResourceDefinition: 'apiextensions.k8s.io/v1',
  GitRepository: 'source.toolkit.fluxcd.io/v1',
  HelmRelease: 'helm.toolkit.fluxcd.io/v2',
  Kustomization: 'kustomize.toolkit.fluxcd.io/v1',
  Namespace: 'v1',
  NetworkPolicy: 'networking.k8s.io/v1',
  NodePool: 'karpenter.sh/v1',
  PersistentVolumeClaim: 'v1',
  ResourceSet: 'fluxcd.controlplane.io/v1',
  ResourceSetInputProvider: 'fluxcd.controlplane.io/v1',
  StatefulSet: 'apps/v1',
  Widget: 'example.org/v1',
};
const isClusterWide = (kind: string) => ['CustomResourceDefinition', 'Namespace', 'NodePool'].includes(kind);

/** As little as the API server takes. */
const specs: Readonly<Record<string, object>> = {
  CustomResourceDefinition: {
    spec: {
      group: 'example.org',
      names: { kind: 'Widget', plural: 'widgets' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  },
  HelmRelease: {
    spec: {
      interval: '10m',
      chart: { spec: { chart: 'metrics-server', sourceRef: { kind: 'HelmRepository', name: 'metrics-server' } } },
    },
  },
  Kustomization: {
    spec: {
      interval: '10m',
      path: './deploy',
      prune: true,
      sourceRef: { kind: 'GitRepository', name: 'elsewhere' },
    },
  },
  NodePool: {
    spec: {
      template: {
        spec: { nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'a' }, requirements: [] },
      },
    },
  },
  PersistentVolumeClaim: {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
  StatefulSet: {
    spec: {
      serviceName: 'db',
      selector: { matchLabels: { app: 'db' } },
      template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'db', image: 'db:1' }] } },
    },
  },
};

const manifest = ({ kind, name, namespace = 'default', data = '', spec, annotations, labels }: SampleObject) => ({
  apiVersion: groups[kind]!,
  kind,
  metadata: {
    name,
    ...(isClusterWide(kind) ? {} : { namespace }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(labels === undefined ? {} : { labels }),
  },
  ...(kind === 'ConfigMap' ? { data: { text: data } } : {}),
  ...specs[kind],
  ...(spec === undefined ? {} : { spec: { ...(specs[kind] as { spec?: object } | undefined)?.spec, ...spec } }),
});

/** An app whose clusters hold plain objects: enough to see who owns what. */
export const sampleApp = (clusters: Readonly<Record<string, SampleCluster>>, app = new FluxApp()): FluxApp => {
  for (const [name, { addons, path, external, flux, base, removed = [] }] of Object.entries(clusters)) {
    const cluster = new FluxCluster(app, name, {
      ...(path === undefined ? {} : { path }),
      ...(external === undefined ? {} : { external }),
      ...(flux === undefined ? {} : { flux }),
      ...(base === undefined ? {} : { base }),
    });
    const instances = Object.entries(addons).map(([addon, { objects, kustomization }]) =>
      defineAddon({
        name: addon,
        build(scope) {
          for (const object of objects) {
            new ApiObject(scope, `${object.kind}-${object.namespace ?? ''}-${object.name}`, manifest(object));
          }
        },
      })({ ...(kustomization === undefined ? {} : { kustomization }) }),
    );
    if (instances.length > 0) cluster.stage('all', instances as never);
    for (const what of removed) cluster.removed(what, { reason: 'the test says so' });
  }
  return app;
};
