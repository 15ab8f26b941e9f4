import { ApiObject } from 'cdk8s';
import { ConfigMap, type Diagnostic, HelmRelease, HTTPRoute, helmChart, StorageClass } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { z } from 'zod';
import { addon, clusterOf, diagnosticsOf, type LooseContext, type LooseDefinition } from '../support/synthesize.js';

/** The smallest program that a rule speaks of, and one that is right. */
export interface RuleFixture {
  readonly bad: () => readonly Diagnostic[];
  readonly good: () => readonly Diagnostic[];
}

type Scope = ConstructorParameters<typeof ConfigMap>[0];
type Build = NonNullable<LooseDefinition['build']>;

const name = () =>
  z
    .string()
    .regex(/^a\w*$/)
    .meta({ examples: ['ab'] });
const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
const operatorChart = helmChart({ url: 'oci://example.org/external-secrets', version: '1.0.0' });
const watched = { 'reconcile.fluxcd.io/watch': 'Enabled' };

const one = (definition: LooseDefinition, options: object = {}, settings?: object) =>
  diagnosticsOf({ first: [addon('web', definition, settings)] }, { options });
const withData = (text: string, vars: Readonly<Record<string, unknown>> = { TF_NAME: name() }) =>
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
const object = (apiVersion: string, kind: string, spec?: object, metadata: object = {}): Build => {
  return (scope: Scope) => {
    new ApiObject(scope, kind, { apiVersion, kind, metadata: { name: 'web', ...metadata }, ...(spec && { spec }) });
  };
};
const release = (values: object, more: object = {}) => ({
  charts: { web: chart },
  build: (scope: Scope, { charts }: LooseContext) => {
    new HelmRelease(scope, 'web', { chart: charts['web'] as typeof chart, values: values as never, ...more });
  },
});
const both =
  (...builds: readonly Build[]): Build =>
  (scope, context) => {
    for (const build of builds) build(scope, context);
  };
const values =
  (name: string, text: string, labels: object = watched): Build =>
  (scope) => {
    new ConfigMap(scope, name, { name, labels: labels as Record<string, string>, data: { 'values.yaml': text } });
  };
const from = (...names: readonly string[]) => ({ valuesFrom: names.map((name) => ({ kind: 'ConfigMap', name })) });
const releaseFrom = (sources: object, ...builds: readonly Build[]) => {
  const { charts, build } = release({}, sources);
  return one({ charts, build: both(build, ...builds) });
};
const inner = (spec: object) =>
  object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', {
    interval: '10m',
    path: './inner',
    prune: true,
    sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
    ...spec,
  });
const operator = (name: string, definition: LooseDefinition = {}) =>
  addon(name, {
    charts: { operator: operatorChart },
    build: (scope: Scope, { charts }: LooseContext) => {
      new HelmRelease(scope, 'operator', { chart: charts['operator'] as typeof chart });
    },
    ...definition,
  });
const route: Build = (scope) => {
  new HTTPRoute(scope, 'route', { spec: { parentRefs: [{ name: 'g', external: true } as never] } });
};
const storage: Build = (scope) => {
  new StorageClass(scope, 'class', { provisioner: 'example.org' });
};
const widget = object('example.org/v1', 'Widget');

export const ruleFixtures: Readonly<Record<string, RuleFixture>> = {
  FX601: {
    bad: () => one({ infra: { vars: { TF_NAME: z.string() } } }),
    good: () => withData('text'),
  },
  FX602: { bad: () => withData('say ${TF_NAME:+yes}'), good: () => withData('say ${TF_NAME:=yes}') },
  FX603: {
    bad: () =>
      one({
        infra: { vars: { TF_NAME: z.string() } },
        build: (scope, { vars }) => void new ConfigMap(scope, 'a', { data: { a: vars['TF_NAME']! } }),
      }),
    good: () => withData('a-${TF_NAME}'),
  },
  FX604: {
    bad: () => one(release({}, { postRenderStrategy: 'combined' }), { flux: '2.8' }),
    good: () => one(release({}, { postRenderStrategy: 'combined' }), { flux: '2.9' }),
  },
  FX605: {
    bad: () => one({ build: both(widget, route) }, { provides: ['gateway.networking.k8s.io'] }),
    good: () => one({ build: widget }, { provides: ['example.org'] }),
  },
  FX606: {
    bad: () =>
      diagnosticsOf({
        first: [operator('operator', { provides: ['example.org'], kustomization: { wait: false } })],
        second: [addon('web', { requires: ['example.org'], build: widget })],
      }),
    good: () =>
      diagnosticsOf({
        first: [operator('operator', { provides: ['example.org'] })],
        second: [addon('web', { requires: ['example.org'], build: widget })],
      }),
  },
  FX607: {
    bad: () => {
      const { charts, build } = release({});
      return one(
        { charts, build: both(build, object('example.org/v1', 'TenantClass')) },
        { provides: ['example.org'] },
      );
    },
    good: () => {
      const { charts, build } = release({});
      return one({ charts, build: both(build, storage) });
    },
  },
  FX608: {
    bad: () =>
      diagnosticsOf(
        { first: [operator('operator'), addon('web', { build: object('external-secrets.io/v1', 'PushSecret') })] },
        { options: { provides: ['external-secrets.io'] } },
      ),
    good: () =>
      diagnosticsOf(
        {
          first: [operator('operator')],
          second: [addon('web', { requires: ['operator'], build: object('external-secrets.io/v1', 'PushSecret') })],
        },
        { options: { provides: ['external-secrets.io'] } },
      ),
  },
  FX609: {
    bad: () => releaseFrom(from('more'), values('more', 'a: 1', { 'reconcile.fluxcd.io/watch': 'enabled' })),
    good: () => releaseFrom(from('more'), values('more', 'a: 1')),
  },
  FX610: {
    bad: () =>
      releaseFrom(from('more', 'other'), (scope) => {
        new ConfigMap(scope, 'more', {
          name: 'more',
          namespace: 'kube-system',
          labels: watched,
          data: { 'values.yaml': '' },
        });
        new ConfigMap(scope, 'other', { name: 'other', labels: watched, data: { values: '' } });
      }),
    good: () => releaseFrom(from('more'), values('more', 'a: 1')),
  },
  FX611: {
    bad: () =>
      one({
        build: (scope) => void new ConfigMap(scope, 'a', { data: { 'a b': '', big: 'x'.repeat(1024 * 1024 + 1) } }),
      }),
    good: () =>
      one({ build: (scope) => void new ConfigMap(scope, 'a', { data: { 'a-b': '', big: 'x'.repeat(1024 * 1024) } }) }),
  },
  FX612: {
    bad: () =>
      diagnosticsOf({
        first: [
          addon('cluster', { build: object('storage.k8s.io/v1', 'StorageClass', undefined, { namespace: 'default' }) }),
          addon('web', { namespace: undefined, build: object('v1', 'ServiceAccount') }),
        ],
      }),
    good: () => one({ build: both(storage, object('v1', 'ServiceAccount')) }),
  },
  FX613: {
    bad: () => one(release({}), { lockdown: true }),
    good: () => one(release({}), { lockdown: false }),
  },
  FX614: {
    bad: () => {
      const { charts, build } = release({}, { install: { strategy: { name: 'RemediateOnFailure' } } });
      return one({ charts, build: both(build, inner({})) });
    },
    good: () => one({ build: inner({ retryInterval: '1m' }) }),
  },
  FX615: {
    bad: () =>
      one({
        ...release({}),
        infra: { values: { web: z.object({ db: z.object({ password: z.string(), host: z.string() }) }) } },
      }),
    good: () =>
      one({ ...release({}), infra: { values: { web: z.object({ db: z.object({ secretName: z.string() }) }) } } }),
  },
  FX618: { bad: () => one(release({ account: 123456789012 })), good: () => one(release({ account: '123456789012' })) },
  FX619: {
    bad: () => {
      const valuesFrom = [{ kind: 'ConfigMap', name: 'more', valuesKey: 'values.yaml', targetPath: 'db.host' }];
      const { charts, build } = release({ db: { host: 'a' } }, { valuesFrom });
      return one({ charts, build: both(build, values('more', 'b')) });
    },
    good: () => {
      const valuesFrom = [
        { kind: 'ConfigMap', name: 'more', valuesKey: 'values.yaml', targetPath: 'db.host', literal: true },
      ];
      const { charts, build } = release({ db: { port: 1 } }, { valuesFrom });
      return one({ charts, build: both(build, values('more', 'b')) });
    },
  },
  FX620: {
    bad: () =>
      releaseFrom(from('one', 'two'), values('one', 'a: [1]\nb: { c: 1 }'), values('two', 'a: [2]\nb: { d: 1 }')),
    good: () => releaseFrom(from('one', 'two'), values('one', 'b: { c: 1 }'), values('two', 'b: { d: 1 }')),
  },
  FX621: {
    bad: () => releaseFrom(from('one', 'two'), values('one', '- a'), values('two', 'a: b: c')),
    good: () => releaseFrom(from('one'), values('one', 'a: b')),
  },
  FX622: {
    bad: () => collision(['blue', 'green']),
    good: () => collision(['red', 'green']),
  },
  FX623: {
    bad: () =>
      named(
        z
          .string()
          .regex(/^[A-Za-z]+$/)
          .meta({ examples: ['a'] }),
      ),
    good: () =>
      named(
        z
          .string()
          .regex(/^[a-z]+$/)
          .meta({ examples: ['a'] }),
      ),
  },
  FX624: {
    bad: () => one({ build: (scope) => void new ConfigMap(scope, 'a', { data: { script: 'echo $${HOME}' } }) }),
    good: () => one({ build: (scope) => void new ConfigMap(scope, 'a', { data: { script: 'echo ${HOME}' } }) }),
  },
  FX625: {
    bad: () => excepted('FX302', { object: 'ConfigMap/web', reason: 'x' }, {}),
    good: () => excepted('FX618', { object: 'HelmRelease/web', reason: 'the chart prints it whole' }, { n: 1e6 }),
  },
  FX626: {
    bad: () => excepted('FX618', { object: 'HelmRelease/wbe', reason: 'the chart prints it whole' }, { n: 1e6 }),
    good: () => excepted('FX618', { addon: 'web', reason: 'the chart prints it whole' }, { n: 1e6 }),
  },
  FX627: {
    bad: () =>
      secretOf(
        { secretStoreRef: { name: 'main' }, data: [{ secretKey: 'a', remoteRef: { key: '' } }] },
        { secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' } },
      ),
    good: () =>
      secretOf({
        secretStoreRef: { kind: 'ClusterSecretStore', name: 'main' },
        dataFrom: [{ extract: { key: 'a' } }],
      }),
  },
  FX628: {
    bad: () => substitutedFrom({ 'tls.crt': '', '1st': '' }),
    good: () => substitutedFrom({ tls_crt: '', FIRST: '' }),
  },
  FX629: {
    bad: () => typedBy('1.4.0', '2.0.0'),
    good: () => [...typedBy('2.0.0', 'v2.0.0+build'), ...typedBy('1.4.0', '2.x')],
  },
};

/** A chart whose types are of one version and that is pinned to another. */
const typedBy = (types: string, version: string) => {
  const valuesSchema = Object.assign(() => ({}), { text: '{}', version: types });
  const web = helmChart({ url: 'oci://example.org/charts/web', version, valuesSchema });
  return one({
    charts: { web },
    build: (scope, { charts }) => void new HelmRelease(scope, 'web', { chart: charts['web'] as typeof web }),
  });
};

const secretOf = (...specs: readonly object[]) =>
  one(
    {
      build: both(
        object(
          'external-secrets.io/v1',
          'ClusterSecretStore',
          {
            provider: { aws: { service: 'SecretsManager', region: 'eu-west-1' } },
          },
          { name: 'main' },
        ),
        (scope) => {
          for (const [index, spec] of specs.entries()) {
            const metadata = { name: `secret-${index}` };
            new ApiObject(scope, `secret-${index}`, {
              apiVersion: 'external-secrets.io/v1',
              kind: 'ExternalSecret',
              metadata,
              spec,
            } as never);
          }
        },
      ),
    },
    { provides: ['external-secrets.io'] },
  );

const substitutedFrom = (data: Readonly<Record<string, string>>) =>
  one({
    build: both(
      inner({ retryInterval: '1m', postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'vars' }] } }),
      (scope) => {
        new ConfigMap(scope, 'vars', { name: 'vars', labels: watched, data });
      },
    ),
  });

const named = (type: z.ZodType) =>
  one({
    infra: { vars: { TF_NAME: type } },
    build: (scope, { vars }) => {
      new ConfigMap(scope, 'a', {
        name: `web-${vars['TF_NAME']}`,
        labels: { 'example.org/of': vars['TF_NAME']! },
        data: {},
      });
    },
  });

const collision = (colours: readonly [string, string]) =>
  one({
    infra: { vars: { TF_COLOUR: z.enum(colours) } },
    build: (scope, { vars }) => {
      new ConfigMap(scope, 'one', { name: `web-${vars['TF_COLOUR']}`, data: {} });
      new ConfigMap(scope, 'two', { name: 'web-blue', data: {} });
    },
  });

const excepted = (code: string, options: object, of: object) => {
  const cluster = clusterOf({ first: [addon('web', release(of))] });
  (cluster as unknown as { except(code: string, options: object): void }).except(code, options);
  return synthCluster(cluster).diagnostics;
};
