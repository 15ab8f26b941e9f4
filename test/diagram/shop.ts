import {
  ConfigMap,
  defineAddon,
  ExternalSecret,
  FluxApp,
  FluxCluster,
  gitSource,
  HelmRelease,
  helmChart,
  hostname,
  remoteSecret,
} from 'fluxspan';
import { z } from 'zod';
import { compileCluster } from '../../src/compile/compile-cluster.js';
import { openCompileContext } from '../../src/compile/compile-context.js';
import type { ClusterGraph } from '../../src/diagram/cluster-graph.js';
import { type Drawing, layOut } from '../../src/diagram/layout/lay-out.js';
import { makeGraph } from '../../src/diagram/make-graph.js';
import { planCluster } from '../../src/tree/plan-cluster.js';
import type { clusterOf } from '../support/synthesize.js';

const storeCrds = defineAddon({
  name: 'store-crds',
  description: 'the CRDs of External Secrets <& co>',
  provides: ['external-secrets.io'],
  source: gitSource('https://github.com/external-secrets/external-secrets', 'v1.0.0'),
  path: './deploy/crds',
});

const cache = defineAddon({
  name: 'cache',
  namespace: 'cache',
  createNamespace: true,
  charts: { cache: helmChart({ url: 'oci://charts.example.org/cache', version: '1.2.3' }) },
  infra: {
    values: {
      cache: z.object({
        nodes: z.array(z.object({ zone: z.string().describe('zone of a node') })),
        size: z.int().min(1).optional(),
      }),
    },
  },
  build(scope, { charts }) {
    new HelmRelease(scope, 'release', { chart: charts.cache, values: { tls: true } });
  },
});

const shop = defineAddon({
  name: 'shop',
  description: 'the "shop"',
  namespace: 'shop',
  createNamespace: true,
  requires: ['external-secrets.io', 'metrics'],
  infra: {
    vars: { TF_SHOP_HOST: hostname().describe('host name of the shop'), TF_SHOP_SECRET: z.string() },
    secrets: {
      shop: remoteSecret({ key: 'TF_SHOP_SECRET', managedBy: 'aws', properties: { password: z.string() } }),
    },
  },
  build(scope, { vars, secrets }) {
    new ConfigMap(scope, 'page', { data: { host: vars.TF_SHOP_HOST, url: `https://${vars.TF_SHOP_HOST}/` } });
    new ExternalSecret(scope, 'secret', {
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'store', external: true },
      data: [{ secretKey: 'PASSWORD', remoteRef: secrets.shop.property('password') }],
    });
  },
});

/** A small cluster with one of everything that a graph shows. */
export const shopCluster = () => {
  const app = new FluxApp();
  return new FluxCluster(app, 'shop', {
    flux: '2.9',
    external: [{ kind: 'Kustomization', name: 'monitoring', provides: ['metrics'], dependsOn: ['store-crds'] }],
  })
    .stage('base', [storeCrds(), cache()])
    .stage('apps', [shop()], { dependsOn: ['cache'] });
};

/** Compiles, plans and draws. */
export const drawnOf = (cluster: ReturnType<typeof clusterOf>) => {
  const app = cluster.node.scope as FluxApp;
  const compiled = compileCluster(app, cluster, openCompileContext(app));
  return { compiled, graph: makeGraph(compiled, planCluster(compiled)) };
};

/** Where everything of a graph is drawn. */
export const drawingOf = (graph: ClusterGraph): Drawing => {
  const drawing = layOut(graph);
  if (!drawing.ok) throw new Error(drawing.problem.message);
  return drawing.value;
};
