import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, Helm, Include, JsonPatch, Lazy, Testing } from 'cdk8s';
import { Deployment, NetworkPolicy } from 'cdk8s-plus-30';
import {
  ConfigMap,
  ExternalSecret,
  encryptedFile,
  FluxApp,
  Gateway,
  HelmRelease,
  HTTPRoute,
  helmChart,
  Kustomization,
  keepSelector,
  StorageClass,
} from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { z } from 'zod';
import { addon, clusterOf, diagnosticsOf, diagnosticsOfAddon } from '../support/synthesize.js';
import type { Fixture } from './fixture.js';

const chart = helmChart({ url: 'oci://example.org/web', version: '1.0.0' });
const schema = () => ({
  type: 'object',
  additionalProperties: false,
  properties: { port: { type: 'integer' }, replicas: { type: 'integer' } },
});

export const fixtures3xx: Readonly<Record<string, Fixture>> = {
  FX301: () =>
    diagnosticsOfAddon({
      build: () => {
        throw new TypeError('the token is gone');
      },
    }),
  FX302: () => {
    const build = () => (scope: ConstructorParameters<typeof ConfigMap>[0]) => {
      new ConfigMap(scope, 'one', { name: 'shared' });
      new ConfigMap(scope, 'two', { name: 'shared' });
    };
    return diagnosticsOf({ first: [addon('one', { build: build() }), addon('two', { build: build() })] });
  },
  FX303: () =>
    diagnosticsOfAddon({
      namespace: undefined,
      build: (scope) => {
        new StorageClass(scope, 'one', { name: 'Fast_Disk', provisioner: 'example.org' });
        new ConfigMap(scope, 'two', { namespace: 'a.b' });
        new ConfigMap(scope, 'three', { name: 'nowhere' });
      },
    }),
  FX304: () =>
    diagnosticsOfAddon({
      infra: { vars: { TF_NAME: z.string() } },
      build: (scope, { vars }) => {
        new ConfigMap(scope, 'data', { data: { text: 'in ${TF_NMAE}', gone: vars['TF_NAM'] ?? '' } });
      },
    }),
  FX305: () =>
    diagnosticsOfAddon({
      infra: { vars: { TF_NAME: z.string() } },
      build: (scope) => {
        new ConfigMap(scope, 'data', { data: { script: 'echo ${TF_NAME' } });
      },
    }),
  FX306: () =>
    diagnosticsOfAddon({
      namespace: 'web',
      charts: { web: chart },
      infra: { values: { web: z.object({ db: z.object({ host: z.string() }), users: z.array(z.string()) }) } },
      build: (scope, { charts }) => {
        new HelmRelease(scope, 'web', {
          chart: charts['web'] as typeof chart,
          values: { db: { host: 'a', port: 1 }, users: [] } as never,
        });
      },
    }),
  FX307: () =>
    diagnosticsOf({
      first: [
        addon('gateway', {
          build: (scope) => {
            new Gateway(scope, 'gateway', { spec: { gatewayClassName: 'a', listeners: [] } });
          },
        }),
        addon('web', {
          build: (scope) => {
            new HTTPRoute(scope, 'route', { spec: { parentRefs: [{ name: 'entrance', namespace: 'default' }] } });
            new ExternalSecret(scope, 'secret', { secretStoreRef: { kind: 'SecretStore', name: 'store' } });
          },
        }),
      ],
    }),
  FX308: () => {
    const app = new FluxApp();
    let gateway: Gateway | undefined;
    const prod = clusterOf(
      {
        first: [
          addon('gateway', {
            build: (scope) => {
              gateway = new Gateway(scope, 'gateway', { spec: { gatewayClassName: 'a', listeners: [] } });
            },
          }),
        ],
      },
      { app, name: 'prod' },
    );
    synthCluster(prod);
    const web = addon('web', {
      build: (scope) => {
        new HTTPRoute(scope, 'route', { spec: { parentRefs: [gateway as Gateway] } });
      },
    });
    return diagnosticsOf({ first: [web] }, { app });
  },
  FX309: () =>
    diagnosticsOfAddon({
      charts: { web: chart },
      infra: { values: { web: z.object({ host: z.string() }) } },
      build: (scope) => {
        new HelmRelease(scope, 'none', {} as never);
        new HelmRelease(scope, 'both', { name: 'both', chart, chartRef: {} } as never);
      },
    }),
  FX310: () =>
    diagnosticsOfAddon(
      {
        build: (scope) => {
          new ExternalSecret(scope, 'secret', {
            secretStoreRef: { kind: 'SecretStore', name: 'store', external: true },
            refreshInterval: 'hourly' as never,
          });
        },
      },
      { kustomization: { interval: 10, timeout: '1 h' } },
    ),
  FX311: () =>
    diagnosticsOfAddon({
      build: (scope) => {
        new ConfigMap(scope, 'data', { data: { text: 'a\u007fb', half: '\ud800' } });
      },
    }),
  FX312: () =>
    diagnosticsOfAddon({
      build: (scope) => {
        const elsewhere = new Deployment(Testing.chart(), 'web', { containers: [{ image: 'example.org/web:1' }] });
        new NetworkPolicy(scope, 'policy', { metadata: { name: 'web' }, selector: elsewhere });
        new ApiObject(scope, 'object', { apiVersion: 'v1', kind: 'ConfigMap' });
      },
    }),
  FX313: () =>
    diagnosticsOfAddon({
      charts: { web: helmChart({ url: 'oci://example.org/web', version: '1.0.0', valuesSchema: schema }) },
      build: (scope, { charts }) => {
        const values = { port: 'http', replica: 2 };
        new HelmRelease(scope, 'web', { chart: charts['web'] as typeof chart, values: values as never });
      },
    }),
  FX314: () =>
    diagnosticsOfAddon({
      build: (scope) => {
        new Kustomization(scope, 'inner', {
          name: 'inner',
          path: './inner',
          sourceRef: { kind: 'GitRepository', name: 'flux-system' },
          wait: true,
          healthChecks: [],
        } as never);
      },
    }),
  FX320: () =>
    diagnosticsOfAddon({
      build: (scope) => {
        const item = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'inner' }, dta: {} };
        const metadata = { name: 'all' };
        new ApiObject(scope, 'one', { apiVersion: 'v1', kind: 'List', metadata, items: [item] } as never);
        new ApiObject(scope, 'two', { apiVersion: 'v1', kind: 'ConfigMapList', metadata, items: [item] } as never);
        // It ends like one, and is none.
        new ApiObject(scope, 'three', { apiVersion: 'example.org/v1', kind: 'AllowList', metadata });
      },
    }),
  FX323: () =>
    diagnosticsOf(
      {
        first: [
          addon('web', {
            build: (scope) => {
              const resources = { claims: [{ name: 'gpu' }] };
              const spec = { containers: [{ name: 'main', image: 'web:1', resources }] };
              new ApiObject(scope, 'pod', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec } as never);
            },
          }),
        ],
      },
      { options: { kubernetes: '1.33' } },
    ),
  FX324: () => {
    const pod = (name: string) => ({
      containers: [{ name: 'main', image: 'web:1', envFrom: [{ configMapRef: { name } }] }],
    });
    return diagnosticsOfAddon({
      charts: { web: chart },
      build: (scope, { charts }) => {
        const data = { a: '1' };
        const config = new ConfigMap(scope, 'config', { name: 'config', data, nameSuffixHash: true });
        const patched = new ConfigMap(scope, 'patched', { name: 'patched', data, nameSuffixHash: true });
        patched.addJsonPatch(JsonPatch.add('/data/b', '2'));
        new ConfigMap(scope, 'lazy', {
          name: 'lazy',
          data: Lazy.any({ produce: () => data }) as never,
          nameSuffixHash: true,
        });
        for (const [name, spec] of [
          ['bad', pod('config')],
          ['good', pod(config.name)],
        ] as const) {
          new ApiObject(scope, name, { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec } as never);
        }
        new HelmRelease(scope, 'web', {
          chart: charts['web'] as never,
          valuesFrom: [{ kind: 'ConfigMap', name: 'config' }],
        });
      },
    });
  },
  FX325: () =>
    diagnosticsOf({
      first: [
        addon('plain', {
          build: (scope) => {
            encryptedFile(scope, 'test/fixtures/sops/plain.yaml');
            // What comes after it isn't made, and isn't missed.
          },
        }),
        addon('annotated', {
          namespace: 'default',
          build: (scope) => {
            encryptedFile(scope, 'test/fixtures/sops/names-only.enc.yaml');
          },
        }),
      ],
    }).filter(({ code }) => code === 'FX325'),
  FX331: () =>
    diagnosticsOfAddon({ build: (scope) => void new Include(scope, 'rules', { url: '/elsewhere/rules.yaml' }) }),
  FX332: () => {
    const folder = mkdtempSync(join(tmpdir(), 'helm-'));
    try {
      const helmExecutable = join(folder, 'helm');
      writeFileSync(helmExecutable, '#!/bin/sh\n', { mode: 0o755 });
      const props = { chart: './rules', releaseName: 'rules', helmExecutable };
      return diagnosticsOfAddon({
        build: (scope) => {
          new ConfigMap(scope, 'data', { data: {} });
          new Helm(scope, 'rules', props);
        },
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  FX333: () =>
    diagnosticsOfAddon({
      build: (scope) =>
        new ConfigMap(scope, 'data', { data: {} }).node.addValidation({ validate: () => ['it has no data'] }),
    }),
  FX334: () =>
    diagnosticsOfAddon({
      build: (scope) =>
        keepSelector(new Deployment(scope, 'web', { containers: [{ image: 'example.org/web:1' }] }), ''),
    }),
};
