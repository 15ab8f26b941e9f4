import { ApiObject } from 'cdk8s';
import { ConfigMap, HelmRelease, HTTPRoute, helmChart, StorageClass } from 'fluxspan';
import { z } from 'zod';
import { addon, diagnosticsOf, type LooseContext, type LooseDefinition } from '../support/synthesize.js';

type Scope = ConstructorParameters<typeof ConfigMap>[0];
export type Build = NonNullable<LooseDefinition['build']>;

export const name = () =>
  z
    .string()
    .regex(/^a\w*$/)
    .meta({ examples: ['ab'] });
export const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
export const operatorChart = helmChart({ url: 'oci://example.org/external-secrets', version: '1.0.0' });
export const watched = { 'reconcile.fluxcd.io/watch': 'Enabled' };

export const one = (definition: LooseDefinition, options: object = {}, settings?: object) =>
  diagnosticsOf({ first: [addon('web', definition, settings)] }, { options });
export const withData = (text: string, vars: Readonly<Record<string, unknown>> = { TF_NAME: name() }) =>
  one({
    infra: { vars },
    build: (scope, context) => {
      for (const name of Object.keys(vars))
        new ConfigMap(scope, name, {
          name: name.toLowerCase().replaceAll('_', '-'),
          data: { a: `-${context.vars[name]}z` },
        });
      new ConfigMap(scope, 'data', { data: { text } });
    },
  });
export const object = (apiVersion: string, kind: string, spec?: object, metadata: object = {}): Build => {
  return (scope: Scope) => {
    new ApiObject(scope, kind, { apiVersion, kind, metadata: { name: 'web', ...metadata }, ...(spec && { spec }) });
  };
};
export const release = (values: object, more: object = {}) => ({
  charts: { web: chart },
  build: (scope: Scope, { charts }: LooseContext) => {
    new HelmRelease(scope, 'web', { chart: charts['web'] as typeof chart, values: values as never, ...more });
  },
});
export const both =
  (...builds: readonly Build[]): Build =>
  (scope, context) => {
    for (const build of builds) build(scope, context);
  };
export const values =
  (name: string, text: string, labels: object = watched): Build =>
  (scope) => {
    new ConfigMap(scope, name, { name, labels: labels as Record<string, string>, data: { 'values.yaml': text } });
  };
export const from = (...names: readonly string[]) => ({
  valuesFrom: names.map((name) => ({ kind: 'ConfigMap', name })),
});
export const releaseFrom = (sources: object, ...builds: readonly Build[]) => {
  const { charts, build } = release({}, sources);
  return one({ charts, build: both(build, ...builds) });
};
export const inner = (spec: object) =>
  object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', {
    interval: '10m',
    path: './inner',
    prune: true,
    sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
    ...spec,
  });
export const operator = (name: string, definition: LooseDefinition = {}) =>
  addon(name, {
    charts: { operator: operatorChart },
    build: (scope: Scope, { charts }: LooseContext) => {
      new HelmRelease(scope, 'operator', { chart: charts['operator'] as typeof chart });
    },
    ...definition,
  });
export const route: Build = (scope) => {
  new HTTPRoute(scope, 'route', { spec: { parentRefs: [{ name: 'g', external: true } as never] } });
};
export const storage: Build = (scope) => {
  new StorageClass(scope, 'class', { provisioner: 'example.org' });
};
export const widget = object('example.org/v1', 'Widget');

const versionOf = (name: string, served: boolean) => ({
  name,
  served,
  storage: served,
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } },
});

/** The CRD of `Widget`, served as v1 alone, as a manifest of the tree. */
export const widgetCrd = (group: string) =>
  object(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    {
      group,
      scope: 'Namespaced',
      names: { kind: 'Widget', listKind: 'WidgetList', plural: 'widgets', singular: 'widget' },
      versions: [versionOf('v1beta1', false), versionOf('v1', true)],
    },
    { name: `widgets.${group}` },
  );

/** A ConfigMap named after its addon. */
export const text =
  (value: string): Build =>
  (scope) => {
    new ConfigMap(scope, 'text', { data: { text: value } });
  };
