import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { App, Chart } from 'cdk8s';
import {
  ConfigMap,
  defineAddon,
  FluxApp,
  FluxCluster,
  FluxspanError,
  HelmRelease,
  helmChart,
  openVersions,
  type Ring,
} from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { planApp } from '../../src/tree/plan-app.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
writeFileSync(
  join(folder, 'versions.yaml'),
  `apiVersion: fluxspan.dev/v1
kind: Versions
metadata: { name: versions }
versions:
  shop:
    version: 2.0.0
    rings:
      staging:
        promoted: 1.9.0
      prod:
        promoted: 1.8.0
  same:
    version: 1.0.0
    rings: together
  partly:
    version: 2.0.0
    rings:
      staging:
        promoted: 1.0.0
images:
  web:
    image: ghcr.io/acme/web:2.0.0
    rings:
      staging:
        promoted: ghcr.io/acme/web:1.9.0
      prod:
        promoted: ghcr.io/acme/web:1.8.0
settings:
  replicas:
    value: 3
    rings:
      staging:
        promoted: 2
      prod:
        promoted: 1
  partly:
    value: 3
    rings: {}
`,
);
const { version, image, setting } = openVersions<
  'shop' | 'same' | 'partly',
  'web',
  'shop' | 'partly',
  'web',
  { readonly replicas: number; readonly partly: number }
>(pathToFileURL(join(folder, 'imports', 'versions.ts')).href);

const rollout = { dev: ['dev'], staging: ['staging'], prod: ['prod-eu', 'prod-us'] };
const shop = defineAddon({
  name: 'shop',
  namespace: 'default',
  charts: {
    shop: helmChart({
      url: 'oci://ghcr.io/acme/charts/shop',
      version: (ring) => version('shop', ring),
      digest: `sha256:${'a'.repeat(64)}`,
    }),
  },
  build(scope, { charts, ring }) {
    new HelmRelease(scope, 'shop', { chart: charts.shop, values: { tag: image('web', 'tag', ring) } });
    new ConfigMap(scope, 'settings', { data: { replicas: String(setting('replicas', ring)) } });
  },
});

const textsIn = (app: FluxApp, name: string, addon: ReturnType<typeof shop> = shop()) =>
  Object.values(synthCluster(new FluxCluster(app, name, { flux: '2.9' }).stage('apps', [addon])).files).join('\n');

describe('a cluster in a ring', () => {
  it.each([
    ['dev', '2.0.0', '3'],
    ['staging', '1.9.0', '2'],
    ['prod-eu', '1.8.0', '1'],
    ['prod-us', '1.8.0', '1'],
  ])('%s gets what versions.yaml has for it', (name, tag, replicas) => {
    const text = textsIn(new FluxApp({ rollout }), name);
    expect(text).toContain(`tag: ${tag}\n`);
    expect(text.match(new RegExp(`tag: ${tag}$`, 'gm'))).toHaveLength(2);
    expect(text).toContain(`replicas: "${replicas}"`);
    // The digest is that of the first ring's version.
    expect(text.includes('digest: sha256:')).toBe(name === 'dev');
  });

  it('gets a notice where its version is not that of the types, since rings have several', () => {
    const valuesSchema = Object.assign(() => ({}), { text: '{}', version: '2.0.0' });
    const typed = defineAddon({
      name: 'typed',
      namespace: 'default',
      charts: {
        typed: helmChart({
          url: 'oci://ghcr.io/acme/charts/shop',
          version: (ring) => version('shop', ring),
          valuesSchema,
        }),
      },
      build: (scope, { charts }) => void new HelmRelease(scope, 'typed', { chart: charts.typed }),
    });
    const found = ['dev', 'staging'].flatMap((name) => {
      const cluster = new FluxCluster(new FluxApp({ rollout }), name, { flux: '2.9' }).stage('apps', [typed()]);
      return synthCluster(cluster).diagnostics.filter(({ code }) => code === 'FX629');
    });
    expect(found).toMatchObject([
      { severity: 'notice', at: { cluster: 'staging' }, message: expect.stringContaining('version 1.9.0') },
    ]);
  });

  it('gets what its code sets instead', () => {
    expect(textsIn(new FluxApp({ rollout }), 'prod-eu', shop({ version: '1.7.0' }))).toContain('tag: 1.7.0\n');
  });

  it('gets what the first one has in an app without a rollout, and in a plain chart', () => {
    expect(textsIn(new FluxApp(), 'prod-eu')).toContain('tag: 2.0.0\n');
    const objects = shop.addTo(new Chart(new App(), 'plain'));
    expect(JSON.stringify(objects.map((one) => one.toJson()))).toContain('"tag":"2.0.0"');
  });
});

const thrownBy = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof FluxspanError) return error.diagnostics;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('a value that differs by ring', () => {
  const app = new FluxApp({ rollout });

  it('is read for the ring of a cluster', () => {
    expect(['dev', 'staging', 'prod-us'].map((name) => version('shop', app.ringOf(name)))).toEqual([
      '2.0.0',
      '1.9.0',
      '1.8.0',
    ]);
    expect(version('same')).toBe('1.0.0');
    expect(version('same', app.ringOf('prod-us'))).toBe('1.0.0');
  });

  const untyped = version as (name: string, ring?: unknown) => string;
  it.each([
    ['no ring', () => untyped('shop'), 'version "shop" differs by ring, and the code reads it for none'],
    ['a name', () => untyped('shop', 'prod'), 'version "shop" was read for ring "prod", which is no ring of the app'],
    [
      'a ring without a setting',
      () => setting('partly', app.ringOf('prod-eu')),
      'setting "partly" has no value for ring "prod"',
    ],
    [
      'a ring without a value',
      () => version('partly', app.ringOf('prod-eu')),
      'version "partly" has no value for ring "prod"',
    ],
  ])('is not read for %s', (_, read, message) => {
    expect(thrownBy(read)).toMatchObject([{ code: 'FX743', message }]);
    expect(thrownBy(read)[0]?.at.source).toMatch(/^test\/cluster\/rollout\.test\.ts:\d+$/);
  });

  it('is reported of the addon that reads it, with everything else', () => {
    const partly = defineAddon({
      name: 'partly',
      namespace: 'default',
      charts: {
        partly: helmChart({ url: 'oci://ghcr.io/acme/charts/partly', version: (ring) => version('partly', ring) }),
      },
      build(scope, { charts }) {
        new HelmRelease(scope, 'partly', { chart: charts.partly });
      },
    });
    const broken = defineAddon({
      name: 'broken',
      namespace: 'default',
      charts: {
        broken: helmChart({
          url: 'oci://ghcr.io/acme/charts/broken',
          version: (ring: Ring | undefined) => (ring === undefined ? '1.0.0' : 'not a version'),
        }),
      },
      build(scope, { charts }) {
        new HelmRelease(scope, 'broken', { chart: charts.broken });
      },
    });
    const one = new FluxApp({ rollout: { dev: ['dev'], prod: ['prod'] } });
    new FluxCluster(one, 'dev', { flux: '2.9' });
    new FluxCluster(one, 'prod', { flux: '2.9' }).stage('apps', [partly(), broken()]);
    expect(planApp(one).diagnostics).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'FX743', at: expect.objectContaining({ cluster: 'prod', addon: 'partly' }) }),
        expect.objectContaining({ message: 'the version of ring "prod" is "not a version", and no version' }),
      ]),
    );
  });
});

describe('a rollout', () => {
  const problemsOf = (given: unknown, names: readonly string[] = ['dev', 'prod']) => {
    const app = new FluxApp({ rollout: given } as object);
    for (const name of names) new FluxCluster(app, name, { flux: '2.9' });
    return planApp(app).diagnostics.map(({ severity, code, message }) => `${severity} ${code} ${message}`);
  };

  it('has each cluster once', () => {
    expect(problemsOf({ dev: ['dev'], prod: ['prod'] })).toEqual([]);
    expect(
      problemsOf({ dev: ['dev'], prod: ['prod', 'prdo'], last: ['dev', 'qa', 'qa'] }, ['dev', 'prod', 'qa', 'test']),
    ).toEqual([
      'error FX741 ring "prod" has cluster "prdo", which the app doesn\'t have',
      'error FX741 cluster "dev" is in the rings "dev" and "last"',
      'error FX741 cluster "qa" is twice in ring "last"',
      'error FX741 cluster "test" is in no ring of the rollout',
    ]);
  });

  it.each([
    ['a list', [['dev'], ['prod']], 'the app has a list as rollout, and the rings have no names'],
    ['nothing', {}, 'the app has rollout {}'],
    ['a text', 'dev', 'the app has rollout "dev"'],
    ['a number as a name', { 1: ['dev'], 2: ['prod'] }, '"1" isn\'t the name of a ring'],
    ['a ring without clusters', { dev: [], prod: ['prod'] }, 'ring "dev" has []'],
    ['a cluster in place of a list', { dev: 'dev', prod: ['prod'] }, 'ring "dev" has "dev"'],
  ])('is not %s', (_, given, message) => {
    expect(problemsOf(given)).toContain(`error FX209 ${message}`);
  });

  it('has no ring for a cluster that it does not name', () => {
    expect(thrownBy(() => new FluxApp({ rollout }).ringOf('prod'))).toMatchObject([
      { code: 'FX741', message: 'cluster "prod" is in no ring of the rollout' },
    ]);
    expect(new FluxApp().ringOf('prod')).toBeUndefined();
  });
});
