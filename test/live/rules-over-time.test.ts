import { setTimeout as sleep } from 'node:timers/promises';
import { ApiObject } from 'cdk8s';
import {
  type AnyFluxCluster,
  ConfigMap,
  FluxApp,
  HelmRelease,
  hostname,
  infraConfigMaps,
  OCIRepository,
} from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { addon, clusterOf, type LooseDefinition } from '../support/synthesize.js';
import { crdsOf } from './crds.js';
import { describeLive } from './describe-live.js';
import { helmReleases, kustomization, kustomizations } from './flux-kinds.js';
import type { KubeObject, ObjectRef } from './kube-object.js';
import { isReady, readyOf } from './kustomization-state.js';
import type { ServedCrds } from './live.js';
import { chartOf } from './twin-programs.js';
import { valuesSeen } from './values-seen.js';
import { planWebhook } from './webhook.js';

type Build = NonNullable<LooseDefinition['build']>;

const settings = { kustomization: { timeout: '20s', retryInterval: '5s' } };
const stagesOf = (stages: Parameters<typeof clusterOf>[0], options: object = {}) =>
  clusterOf(stages, { app: new FluxApp(), options });
/** An addon with a release of its own chart, and what else it builds. */
const withRelease = (
  name: string,
  more: object = {},
  definition: LooseDefinition = {},
  build?: Build,
  own: object = {},
) =>
  addon(
    name,
    {
      ...definition,
      charts: { [name]: chartOf(name) },
      build: (scope, context) => {
        new HelmRelease(scope, 'release', { chart: context.charts[name] as never, ...more });
        build?.(scope, context);
      },
    },
    { kustomization: { ...settings.kustomization, ...own } },
  );
const withObject = (name: string, build: Build, definition: LooseDefinition = {}) =>
  addon(name, { ...definition, build }, settings);
const codesOf = (cluster: AnyFluxCluster) => synthCluster(cluster).diagnostics.map(({ code }) => code);
const releaseOf = (name: string): ObjectRef => ({ ...helmReleases, namespace: 'default', name });
const store: Build = (scope) => {
  const spec = { provider: { aws: { service: 'SecretsManager', region: 'eu-west-1' } } };
  new ApiObject(scope, 'store', {
    apiVersion: 'external-secrets.io/v1',
    kind: 'SecretStore',
    metadata: { name: 'store' },
    spec,
  } as never);
};
const stores = ['external-secrets.io'];

describeLive(
  'what the rules foretell, over time',
  (live) => {
    const apply = async (cluster: AnyFluxCluster, crds: ServedCrds = {}) => {
      const files = Object.entries(synthCluster(cluster).files).map(([path, text]) => [`k8s/${path}`, text]);
      return live().applyTree(await live().serveSources(Object.fromEntries(files), crds));
    };
    const messageOf = (object: KubeObject | undefined) => object && readyOf(object)?.message;
    const says = (ref: ObjectRef, words: string, timeout = 60_000) => {
      let last: string | undefined;
      return live().until(
        `${ref.kind} "${ref.name}": ${words}`,
        async () => {
          last = messageOf(await live().get(ref));
          return last?.includes(words);
        },
        { timeout, explain: () => `it says: ${last}` },
      );
    };
    const isThere = async (ref: ObjectRef) => {
      const object = await live().get(ref);
      return object !== undefined && isReady(object);
    };

    it('FX604: a field that Flux does not know', async () => {
      const make = (flux: string) =>
        stagesOf({ all: [withRelease('newer', { postRenderStrategy: 'combined' })] }, { flux });
      expect(codesOf(make('2.8'))).toEqual(['FX604']);
      expect(codesOf(make('2.9'))).toEqual([]);
      // A CRD of before the field, as Flux 2.8 has it.
      const ref = {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        name: 'helmreleases.helm.toolkit.fluxcd.io',
      };
      const { versions } = (await live().get(ref))!.spec as { versions: readonly object[] };
      const older = structuredClone(versions) as {
        schema: { openAPIV3Schema: { properties: Record<string, { properties: object }> } };
      }[];
      for (const { schema } of older) {
        const { properties } = schema.openAPIV3Schema.properties['spec']! as { properties: Record<string, unknown> };
        expect(properties).toHaveProperty('postRenderStrategy');
        delete properties['postRenderStrategy'];
      }
      await live().patch(ref, { spec: { versions: older } });
      await sleep(5_000);
      await apply(make('2.8'));
      await says(kustomization('newer'), '.spec.postRenderStrategy: field not declared in schema');
      await live().patch(ref, { spec: { versions } });
      await apply(make('2.9'));
      await live().untilReady();
    }, 180_000);

    it('FX613: a source of another namespace under lockdown', async () => {
      const own: Build = (scope) => {
        const chartRef = new OCIRepository(scope, 'source', {
          name: 'locked',
          namespace: 'default',
          url: 'oci://charts.example.org/locked',
          ref: { tag: '1.0.0' },
        });
        new HelmRelease(scope, 'release', { name: 'locked', chartRef });
      };
      const make = (bad: boolean) =>
        stagesOf(
          { all: [bad ? withRelease('locked') : withObject('locked', own)] },
          { lockdown: true, ...(bad ? { chartSourceNamespace: 'flux-system' } : {}) },
        );
      expect(codesOf(make(true))).toEqual(['FX613']);
      expect(codesOf(make(false))).toEqual([]);
      const controllers = ['kustomize-controller', 'helm-controller'] as const;
      for (const name of controllers) await live().restart(name, ['--no-cross-namespace-refs=true']);
      try {
        await apply(make(true));
        await says(
          releaseOf('locked'),
          'cross-namespace references are not allowed: cannot access OCIRepository flux-system/locked',
        );
        await apply(make(false));
        await live().untilReady();
      } finally {
        // The cases after this one share the controllers.
        for (const name of controllers) await live().restart(name);
      }
    }, 180_000);

    it('FX658: a Kustomization in a namespace that has no vars of the contract', async () => {
      const elsewhere = { kustomization: { ...settings.kustomization, namespace: 'elsewhere' } };
      const postBuild = {
        substitute: { REGION: '0123' },
        substituteFrom: [{ kind: 'Secret', name: 'domains', vars: { DOMAIN: hostname() } }],
      };
      const make = (varsNamespaces: readonly string[]) => {
        const home = withObject('home', () => {}, { namespace: 'elsewhere', createNamespace: true });
        const reader = addon(
          'reader',
          {
            namespace: 'elsewhere',
            requires: ['home'],
            infra: { vars: { TF_NAME: hostname() } },
            build: (scope, { vars }) => {
              const { TF_NAME, REGION, DOMAIN } = vars;
              new ConfigMap(scope, 'data', { data: { name: TF_NAME!, region: REGION!, domain: `a.${DOMAIN}` } });
            },
          },
          { kustomization: { ...elsewhere.kustomization, postBuild } },
        );
        const after = addon(
          'after',
          { requires: ['reader'], build: (scope) => void new ConfigMap(scope, 'data', { data: {} }) },
          settings,
        );
        return stagesOf(
          { one: [home], two: [reader], three: [after] },
          {
            varsNamespaces,
            varsConfigMap: 'cluster-vars',
            external: [{ kind: 'Secret', namespace: 'elsewhere', name: 'domains' }],
          },
        );
      };
      expect(codesOf(make([]))).toEqual(['FX658']);
      expect(codesOf(make(['elsewhere']))).toEqual([]);
      const ref: ObjectRef = { ...kustomizations, namespace: 'elsewhere', name: 'reader' };
      await apply(make([]));
      await live().until('the Kustomization', () => live().get(ref));
      await live().apply({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'domains', namespace: 'elsewhere' },
        stringData: { DOMAIN: 'example.org' },
      });
      // Beside it there is one in flux-system, where Flux doesn't look.
      const cluster = make(['elsewhere']);
      const infra = { vars: { TF_NAME: 'web.example.org' }, values: {}, secrets: {} };
      const [first, second] = [...infraConfigMaps(cluster, infra as never)].sort((a, b) =>
        b.metadata.namespace.localeCompare(a.metadata.namespace),
      );
      await live().apply(first as never);
      await says(ref, 'configmaps "cluster-vars" not found');
      await live().apply(second as never);
      await apply(cluster);
      await live().untilReady();
      const data = await live().get({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'elsewhere', name: 'reader' });
      expect(data?.['data']).toEqual({ name: 'web.example.org', region: '0123', domain: 'a.example.org' });
      expect(await isThere(kustomization('after'))).toBe(true);
      // Terraform makes the namespace now; what Flux made of it stays.
      expect(await live().get({ apiVersion: 'v1', kind: 'Namespace', name: 'elsewhere' })).toBeDefined();
    }, 180_000);

    it('FX609: a change of values without a watch label', async () => {
      const make = (watch: string, a: number) =>
        stagesOf({
          all: [
            withRelease('watched', { valuesFrom: [{ kind: 'ConfigMap', name: 'settings' }] }, {}, (scope) => {
              const labels = { 'reconcile.fluxcd.io/watch': watch };
              new ConfigMap(scope, 'settings', { name: 'settings', labels, data: { 'values.yaml': `a: ${a}` } });
            }),
          ],
        });
      expect(codesOf(make('enabled', 1))).toEqual(['FX609']);
      expect(codesOf(make('Enabled', 1))).toEqual([]);
      const seen = () => valuesSeen(live(), 'watched', 'default');
      await apply(make('enabled', 1));
      await live().untilReady();
      await apply(make('enabled', 2));
      await live().untilReady();
      await sleep(10_000);
      expect(await seen()).toEqual({ a: 1 });
      await apply(make('Enabled', 2));
      await live().until('the second', async () => (await seen())['a'] === 2);
      await apply(make('Enabled', 3));
      await live().until('the third', async () => (await seen())['a'] === 3, { timeout: 20_000 });
      await live().untilReady();
    }, 180_000);

    it('FX607: a class that is not ready holds up the operator that would make it so', async () => {
      const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
      const crd: Build = (scope) => {
        new ApiObject(scope, 'crd', {
          apiVersion: 'apiextensions.k8s.io/v1',
          kind: 'CustomResourceDefinition',
          metadata: { name: 'tenantclasses.example.org' },
          spec: {
            group: 'example.org',
            scope: 'Cluster',
            names: {
              kind: 'TenantClass',
              plural: 'tenantclasses',
              singular: 'tenantclass',
              listKind: 'TenantClassList',
            },
            versions: [{ name: 'v1', served: true, storage: true, schema }],
          },
        } as never);
      };
      const tenantClass: Build = (scope) => {
        const metadata = { name: 'main' };
        new ApiObject(scope, 'class', { apiVersion: 'example.org/v1', kind: 'TenantClass', metadata });
      };
      const crds = withObject('tenant-crds', crd, { namespace: undefined });
      const requires = ['example.org'];
      const make = (bad: boolean, version: number) => {
        const values = { values: { version } };
        return bad
          ? stagesOf(
              { crds: [crds], all: [withRelease('tenants', values, { requires }, tenantClass)] },
              { external: requires },
            )
          : stagesOf(
              {
                crds: [crds],
                all: { addons: [withRelease('tenants', values, { requires })], dependsOn: ['tenant-crds'] },
                classes: {
                  addons: [withObject('tenant-class', tenantClass, { namespace: undefined })],
                  dependsOn: ['tenants'],
                },
              },
              { external: requires },
            );
      };
      expect(codesOf(make(true, 1))).toContain('FX607');
      expect(codesOf(make(false, 1)).filter((code) => code !== 'FX318')).toEqual([]);
      const ref = { apiVersion: 'example.org/v1', kind: 'TenantClass', name: 'main' };
      /** What its operator says of it. */
      const judge = (status: 'True' | 'False') =>
        live().patch(ref, { status: { conditions: [{ type: 'Ready', status, reason: 'Judged', message: '' }] } });
      const version = async () => (await valuesSeen(live(), 'tenants', 'default'))['version'];

      await apply(make(true, 1));
      await live().untilReady();
      await judge('False');
      await apply(make(true, 2));
      await says(kustomization('tenants'), "TenantClass/main status: 'InProgress'", 120_000);
      expect(await version()).toBe(1);

      await live().delete({ ...kustomization('flux-system') });
      await live().startAnew();
      await apply(make(false, 1));
      await live().untilReady();
      await judge('False');
      await apply(make(false, 2));
      await live().until('the operator is repaired all the same', async () => (await version()) === 2);
      await judge('True');
      await live().untilReady();
    }, 300_000);

    it('FX606: CRDs of a release that no addon waits for', async () => {
      const make = (wait: boolean) =>
        stagesOf({
          crds: [withRelease('stores', {}, { provides: stores }, undefined, wait ? {} : { wait: false })],
          all: [withObject('store', store, { requires: stores })],
        });
      expect(codesOf(make(false))).toEqual(['FX606']);
      expect(codesOf(make(true))).toEqual([]);
      const noMatch = 'no matches for kind "SecretStore" in version "external-secrets.io/v1"';

      await live().startAnew();
      await live().kill('helm-controller');
      await apply(make(false), { stores });
      await says(kustomization('store'), noMatch);
      await live().restart('helm-controller');
      await live().untilReady();

      await live().startAnew();
      await live().kill('helm-controller');
      const states = await live().record(kustomizations);
      await apply(make(true), { stores });
      await says(kustomization('store'), 'dependency');
      await sleep(5_000);
      await live().restart('helm-controller');
      await live().untilReady();
      expect(states().filter((state) => messageOf(state)?.includes('no matches'))).toEqual([]);
    }, 300_000);

    it('FX608: objects before the webhook that admits them', async () => {
      const operator = () => withRelease('external-secrets');
      const make = (bad: boolean) =>
        bad
          ? stagesOf({ all: [operator(), withObject('store', store)] }, { external: stores })
          : stagesOf(
              { all: [operator()], stores: [withObject('store', store, { requires: ['external-secrets'] })] },
              { external: stores },
            );
      expect(codesOf(make(true))).toEqual(['FX608']);
      expect(codesOf(make(false))).toEqual([]);
      const begin = async () => {
        await live().startAnew();
        const webhook = await planWebhook(live());
        await live().apply(...crdsOf(stores), webhook.configuration('secretstores', 'external-secrets.io'));
        await live().kill('helm-controller');
        return webhook;
      };
      const refused = 'failed calling webhook "validate.secretstores.example.org"';

      const late = await begin();
      await apply(make(true));
      await says(kustomization('store'), refused);
      await says(kustomization('store'), 'connection refused');
      await late.serve();
      await live().restart('helm-controller');
      await live().untilReady();
      await late.stop();

      const webhook = await begin();
      const states = await live().record(kustomizations);
      await apply(make(false));
      await says(kustomization('store'), 'dependency');
      await sleep(5_000);
      // It serves once its pods are ready, which the release waits for.
      await webhook.serve();
      await live().restart('helm-controller');
      await live().untilReady();
      await webhook.stop();
      expect(states().filter((state) => messageOf(state)?.includes('failed calling'))).toEqual([]);
    }, 300_000);

    it('FX600: objects before the webhook of a release that is asked about them', async () => {
      const balancers = 'aws-load-balancer-controller';
      const service: Build = (scope) => {
        const spec = { ports: [{ port: 80 }] };
        new ApiObject(scope, 'web', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec } as never);
      };
      const make = (bad: boolean) =>
        bad
          ? stagesOf({ all: [withRelease(balancers), withObject('web', service)] })
          : stagesOf({
              all: [withRelease(balancers)],
              web: [withObject('web', service, { requires: [balancers] })],
            });
      expect(codesOf(make(true))).toEqual(['FX600']);
      expect(codesOf(make(false))).toEqual([]);
      const begin = async () => {
        await live().startAnew();
        const webhook = await planWebhook(live());
        await live().apply(webhook.configuration('services', ''));
        await live().kill('helm-controller');
        return webhook;
      };
      const refused = 'failed calling webhook "validate.services.example.org"';

      const late = await begin();
      await apply(make(true));
      await says(kustomization('web'), refused);
      await late.serve();
      await live().restart('helm-controller');
      await live().untilReady();
      await late.stop();

      const webhook = await begin();
      const states = await live().record(kustomizations);
      await apply(make(false));
      await says(kustomization('web'), 'dependency');
      await sleep(5_000);
      await webhook.serve();
      await live().restart('helm-controller');
      await live().untilReady();
      await webhook.stop();
      expect(states().filter((state) => messageOf(state)?.includes('failed calling'))).toEqual([]);
    }, 300_000);

    it('FX614: a release that is not tried again', async () => {
      const once = { strategy: { name: 'RemediateOnFailure' }, remediation: { retries: 0 } };
      const again = { strategy: { name: 'RetryOnFailure', retryInterval: '5s' } };
      const make = (bad: boolean) =>
        stagesOf({
          all: [withRelease('tried', bad ? { install: once, upgrade: once } : { install: again, upgrade: again })],
        });
      expect(new Set(codesOf(make(true)))).toEqual(new Set(['FX614']));
      expect(codesOf(make(false))).toEqual([]);
      for (const bad of [true, false]) {
        await live().startAnew();
        const webhook = await planWebhook(live());
        await live().apply(webhook.configuration('deployments', 'apps'));
        await apply(make(bad));
        await says(releaseOf('tried'), 'failed calling webhook');
        await webhook.serve();
        if (bad) {
          await sleep(15_000);
          expect(await isThere(releaseOf('tried'))).toBe(false);
          const { status } = (await live().get(releaseOf('tried')))!;
          expect(status?.conditions?.find(({ type }) => type === 'Stalled')?.reason).toBe('RetriesExceeded');
        } else await live().untilReady();
        await webhook.stop();
      }
    }, 300_000);
  },
  { long: true },
);
