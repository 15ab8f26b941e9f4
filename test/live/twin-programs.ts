import { ApiObject } from 'cdk8s';
import { ConfigMap, HelmRelease, helmChart } from 'fluxspan';
import { z } from 'zod';
import type { LooseContext, LooseDefinition } from '../support/synthesize.js';
import type { Live } from './live.js';
import { valuesSeen } from './values-seen.js';

type Build = NonNullable<LooseDefinition['build']>;

export const text = (pattern: RegExp, example: string) =>
  z
    .string()
    .regex(pattern)
    .meta({ examples: [example] });
export const account = text(/^\d{12}$/, '012345678901');
export const word = text(/^[A-Za-z]+$/, 'Blue');
export const lower = text(/^[a-z]+$/, 'green');
export const labels = { 'reconcile.fluxcd.io/watch': 'Enabled' };

/** Each release's stub is one of its own, so that one can have what others lack. */
export const chartOf = (name: string, valuesSchema?: () => object) =>
  helmChart({
    url: `oci://charts.example.org/${name}`,
    version: '1.0.0',
    ...(valuesSchema === undefined ? {} : { valuesSchema: valuesSchema as never }),
  });

export const release =
  (values: object, more: object = {}): Build =>
  (scope, { charts }) => {
    const [chart] = Object.values(charts);
    new HelmRelease(scope, 'release', { chart: chart as never, values: values as never, ...more });
  };
export const document =
  (name: string, body: string, key = 'values.yaml'): Build =>
  (scope) => {
    new ConfigMap(scope, name, { name, labels, data: { [key]: body } });
  };
export const from = (...names: readonly string[]) => ({
  valuesFrom: names.map((name) => ({ kind: 'ConfigMap', name })),
});
export const both =
  (...builds: readonly Build[]): Build =>
  (scope, context) => {
    for (const build of builds) build(scope, context);
  };
export const data =
  (values: (context: LooseContext) => Readonly<Record<string, string>>, more: object = {}): Build =>
  (scope, context) => {
    new ConfigMap(scope, 'data', { data: values(context), ...more });
  };
export const object =
  (apiVersion: string, kind: string, fields: object, metadata: object = {}): Build =>
  (scope) => {
    new ApiObject(scope, kind, { apiVersion, kind, metadata: { name: 'twin', ...metadata }, ...fields });
  };

export const configMap = (name: string) => async (live: Live) =>
  (await live.get({ apiVersion: 'v1', kind: 'ConfigMap', name, namespace: 'default' }))?.data;
export const seenBy = (name: string) => (live: Live) => valuesSeen(live, name, 'default');
export const helmRelease = (name: string) => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  namespace: 'default',
  name,
});

export const replicas = () => ({
  type: 'object',
  additionalProperties: false,
  properties: { replicas: { type: 'integer' } },
});
