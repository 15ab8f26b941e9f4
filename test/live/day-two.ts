import { ApiObject } from 'cdk8s';
import { ConfigMap, defineAddon, FluxApp } from 'fluxspan';
import { z } from 'zod';
import { type PlatformSettings, platform } from '../../src/platform/platform.js';

/** An addon of the team that works on the platform's cluster `dev`. */
export interface TeamAddon {
  /** What it is made of; `config` is the name of the ConfigMap with a hash. */
  readonly objects: (config: string) => readonly object[];
  /** The data of a ConfigMap that has a hash in its name. */
  readonly config?: Readonly<Record<string, string>>;
  /** Infra inputs, with an example each. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly kustomization?: object;
}

/** What the platform's two clusters declare on one day. */
export interface Day {
  readonly dev: PlatformSettings;
  readonly prod: PlatformSettings;
  readonly team: Readonly<Record<string, TeamAddon>>;
  readonly removed?: readonly { readonly kind: string; readonly name: string }[];
  readonly replaced?: readonly { readonly kind: string; readonly name: string }[];
}

/** The platform with its team's addons, as the code of that day declares them. */
export const appOfDay = ({ dev, prod, team, removed = [], replaced = [] }: Day): FluxApp => {
  const app = new FluxApp();
  const addons = Object.entries(team).map(([name, { objects, config, inputs = {}, kustomization }]) => {
    const vars = Object.entries(inputs).map(([key, example]) => [
      key,
      z.string().meta({ description: 'of the test', examples: [example] }),
    ]);
    const definition = {
      name,
      namespace: 'default',
      infra: { vars: Object.fromEntries(vars) },
      build(scope: ConstructorParameters<typeof ConfigMap>[0]) {
        const made =
          config === undefined
            ? undefined
            : new ConfigMap(scope, 'config', { name: `${name}-config`, data: config, nameSuffixHash: true });
        for (const [index, object] of objects(made?.name ?? '').entries())
          new ApiObject(scope, String(index), object as never);
      },
    };
    return defineAddon(definition as never)((kustomization === undefined ? {} : { kustomization }) as never);
  });
  const cluster = platform(app, 'dev', { headlamp: { users: ['admin@admin.com'] }, ...dev });
  cluster.stage('team', addons as never);
  for (const what of removed) cluster.removed(what, { reason: 'the team moves on' });
  for (const what of replaced) cluster.replaced(what, { reason: 'nothing is lost' });
  platform(app, 'prod', { headlamp: { users: ['admin@admin.com'] }, ...prod });
  return app;
};

const namespace = 'default';
const labels = { app: 'web' };

interface WebOptions {
  readonly image?: string;
  readonly replicas?: number;
  readonly label?: string;
  readonly container?: object;
  readonly sidecars?: readonly object[];
  readonly more?: readonly object[];
  readonly port?: number;
}

export const webObjects =
  ({ image = 'web:1.0.0', replicas = 1, label, container = {}, sidecars = [], more = [], port = 80 }: WebOptions) =>
  (config: string): readonly object[] => [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace, ...(label === undefined ? {} : { labels: { tier: label } }) },
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            containers: [
              {
                name: 'web',
                image,
                ...(config === '' ? {} : { envFrom: [{ configMapRef: { name: config } }] }),
                resources: { requests: { cpu: '1', memory: '64Mi' } },
                ...container,
              },
              ...sidecars,
            ],
          },
        },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', namespace },
      spec: { selector: labels, ports: [{ name: 'http', port, targetPort: 8080 }] },
    },
    ...more,
  ];

export const database = (spec: object = {}, annotations: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace, annotations },
  spec: {
    serviceName: 'db',
    replicas: 1,
    selector: { matchLabels: { app: 'db' } },
    template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'db', image: 'db:1' }] } },
    ...spec,
  },
});

export const configMap = (name: string, data: object, annotations: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace, annotations },
  data,
});

/** A CRD with one more version for each name. */
export const widgets = (...versions: readonly string[]): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.org' },
  spec: {
    group: 'example.org',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
    scope: 'Namespaced',
    versions: versions.map((name, index) => ({
      name,
      served: true,
      storage: index === versions.length - 1,
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
        },
      },
    })),
  },
});

/** A release of a stub chart, as its HelmRepository and its HelmRelease. */
export const release = (spec: object = {}, chart: object = {}): readonly object[] => [
  {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'HelmRepository',
    metadata: { name: 'podinfo', namespace },
    spec: { interval: '1h', url: 'https://charts.example.org' },
  },
  {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'podinfo', namespace },
    spec: {
      interval: '10m',
      chart: {
        spec: { chart: 'podinfo', version: '1.0.0', sourceRef: { kind: 'HelmRepository', name: 'podinfo' }, ...chart },
      },
      values: { replicas: 1 },
      ...spec,
    },
  },
];
