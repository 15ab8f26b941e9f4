import { ApiObject } from 'cdk8s';
import { ConfigMap, FluxApp, HelmRelease, helmChart } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { renderCluster } from '../../src/cluster/render.js';
import { applyCluster, parseGivenInfra } from '../../src/render/index.js';
import { addon, clusterOf, type LooseDefinition } from '../runtime/synthesize.js';
import { describeLive } from './describe-live.js';
import type { Tree } from './tree.js';

/** What Terraform would write. */
const vars = { TF_ACCOUNT: '012345678901', TF_COLOUR: 'blue', TF_NAME: 'Blue' };

const account = z
  .string()
  .regex(/^\d{12}$/)
  .meta({ examples: ['012345678901'] });
const word = z
  .string()
  .regex(/^[A-Za-z]+$/)
  .meta({ examples: ['Blue'] });
const chart = helmChart({ url: 'oci://charts.example.org/web', version: '1.0.0' });
const labels = { 'reconcile.fluxcd.io/watch': 'Enabled' };

interface Twin {
  readonly code: string;
  /** Flux's words, or the API server's, that the diagnostic foretells. */
  readonly says: string;
  /** The kind that says so. */
  readonly kind?: 'HelmRelease';
  readonly make: (bad: boolean) => LooseDefinition;
}

const release =
  (valuesFrom: readonly object[], text?: string): NonNullable<LooseDefinition['build']> =>
  (scope, { charts }) => {
    const [own] = Object.values(charts);
    new HelmRelease(scope, 'release', { chart: own as typeof chart, valuesFrom: valuesFrom as never });
    if (text !== undefined) new ConfigMap(scope, 'more', { name: 'more', labels, data: { 'values.yaml': text } });
  };
const data = (values: Readonly<Record<string, string>>): NonNullable<LooseDefinition['build']> => {
  return (scope) => {
    new ConfigMap(scope, 'data', { data: values });
  };
};

const twins: Readonly<Record<string, Twin>> = {
  'crd-provider': {
    code: 'FX605',
    says: 'no matches for kind "Widget" in version "example.org/v1"',
    make: (bad) => ({
      build: bad
        ? (scope) =>
            void new ApiObject(scope, 'w', { apiVersion: 'example.org/v1', kind: 'Widget', metadata: { name: 'w' } })
        : data({}),
    }),
  },
  'object-scope': {
    code: 'FX612',
    says: 'namespace not specified',
    make: (bad) => ({
      namespace: undefined,
      build: (scope) => {
        const metadata = { name: 'robot', ...(bad ? {} : { namespace: 'default' }) };
        new ApiObject(scope, 'robot', { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
      },
    }),
  },
  'config-map-limits': {
    code: 'FX611',
    says: 'a valid config key must consist of',
    make: (bad) => ({ build: data({ [bad ? 'a b' : 'a-b']: '' }) }),
  },
  'identity-value': {
    code: 'FX623',
    says: 'Invalid value: "name-Blue"',
    make: (bad) => ({
      infra: { vars: { TF_NAME: word } },
      build: (scope, all) => {
        new ConfigMap(scope, 'a', {
          name: bad ? `name-${all.vars['TF_NAME']}` : 'name',
          data: { a: all.vars['TF_NAME']! },
        });
      },
    }),
  },
  'name-collision': {
    code: 'FX622',
    says: 'id matched 2 resources',
    make: (bad) => ({
      infra: { vars: { TF_COLOUR: z.enum(['blue', 'green']) } },
      build: (scope, all) => {
        new ConfigMap(scope, 'one', { name: `colour-${all.vars['TF_COLOUR']}`, data: {} });
        new ConfigMap(scope, 'two', { name: bad ? 'colour-blue' : 'colour-red', data: {} });
      },
    }),
  },
  'value-source': {
    code: 'FX610',
    says: `could not resolve ConfigMap chart values reference 'default/gone' with key 'values.yaml'`,
    kind: 'HelmRelease',
    make: (bad) => ({
      charts: { 'value-source': chart },
      build: release([{ kind: 'ConfigMap', name: 'gone', optional: !bad }]),
    }),
  },
  'values-mapping': {
    code: 'FX621',
    says: 'cannot unmarshal array into Go value',
    kind: 'HelmRelease',
    make: (bad) => ({
      charts: { 'values-mapping': chart },
      build: release([{ kind: 'ConfigMap', name: 'more' }], bad ? '- a' : 'a: 1'),
    }),
  },
  // Nothing says anything of these: what synth writes keeps them right.
  kept: {
    code: '',
    says: '',
    make: () => ({
      infra: { vars: { TF_ACCOUNT: account } },
      build: (scope, all) => {
        new ConfigMap(scope, 'a', {
          data: { account: all.vars['TF_ACCOUNT']!, script: `echo \${HOME} $$ \${list[@]} ${all.vars['TF_ACCOUNT']}` },
        });
        new ConfigMap(scope, 'b', { name: 'foreign', data: { script: 'echo ${HOME} $$ ${{ github.sha }}' } });
      },
    }),
  },
};

/** A Kustomization that waits for a release that fails looks at the next commit only when it has given up. */
const settings = { kustomization: { timeout: '20s', retryInterval: '5s' } };

const clusterWith = (bad: boolean) =>
  clusterOf(
    { all: Object.entries(twins).map(([name, { make }]) => addon(name, { ...make(bad) }, settings)) },
    { app: new FluxApp() },
  );

const treeOf = (bad: boolean): Tree =>
  Object.fromEntries(Object.entries(synthCluster(clusterWith(bad)).files).map(([path, text]) => [`k8s/${path}`, text]));

const flux = { apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization', namespace: 'flux-system' };
const told = Object.entries(twins).filter(([, { code }]) => code !== '');

describeLive('what the rules foretell', (live) => {
  it('is told by synth', () => {
    const { diagnostics } = synthCluster(clusterWith(true));
    expect(
      told.filter(([name, { code }]) => !diagnostics.some((one) => one.code === code && one.at.addon === name)),
    ).toEqual([]);
    expect(synthCluster(clusterWith(false)).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('happens', async () => {
    await live().apply({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'cluster-vars-terraform', namespace: 'flux-system', labels },
      data: vars,
    });
    await live().applyTree(await live().serveSources(treeOf(true)));
    for (const [name, { says, kind }] of told) {
      const of =
        kind === undefined
          ? { ...flux, name }
          : { apiVersion: 'helm.toolkit.fluxcd.io/v2', kind, namespace: 'default', name };
      await live().until(`${name}: ${says}`, async () => {
        const { status } = (await live().get(of)) ?? {};
        return status?.conditions?.some(({ message }) => message?.includes(says));
      });
    }
  }, 240_000);

  it('does not happen to their twins', async () => {
    await live().applyTree(await live().serveSources(treeOf(false)));
    await live().untilReady({ timeout: 200_000 });
  }, 240_000);

  it('leaves in the cluster what render says', async () => {
    const cluster = clusterWith(false);
    const rendered = renderCluster(cluster.node.root as FluxApp, cluster);
    const given = parseGivenInfra(Buffer.from(JSON.stringify({ vars })), 'infra.json', rendered.contract);
    if ('code' in given) throw new Error(given.message);
    const configMaps = applyCluster(rendered, given)
      .flatMap(({ objects }) => objects)
      .flatMap(({ source, outcome }) =>
        outcome.kind === 'object' && source.kind === 'ConfigMap' ? [outcome.object] : [],
      );
    expect(configMaps.length).toBeGreaterThan(5);
    for (const object of configMaps) {
      const { name, namespace } = object['metadata'] as { name: string; namespace: string };
      const there = await live().get({ apiVersion: 'v1', kind: 'ConfigMap', name, namespace });
      expect([name, there?.data ?? {}]).toEqual([name, object['data'] ?? {}]);
    }
    const kept = await live().get({ apiVersion: 'v1', kind: 'ConfigMap', name: 'kept', namespace: 'default' });
    expect(kept?.data).toEqual({ account: '012345678901', script: 'echo ${HOME} $$ ${list[@]} 012345678901' });
  });
});
