import { arn, ConfigMap, defineAddon, defineInfra, FluxApp, FluxCluster, HelmRelease, helmChart, type InfraOf, remoteSecret } from 'fluxspan';
import { z } from 'zod';
import { type Equal, same } from '../equal.js';

/** An addon whose secret, var and release are named at run time. */
const database = (name: string, port: string, release: string) =>
  defineAddon({
    name,
    namespace: 'default',
    charts: { [release]: helmChart<{ readonly host?: string }>({ url: 'oci://example.org/db', version: '1.0.0' }) },
    infra: {
      vars: { TF_DB_SECRET: arn('secretsmanager'), [port]: z.number() },
      values: { [release]: z.object({ host: z.string() }) },
      secrets: { [`${name}-db`]: remoteSecret({ key: 'TF_DB_SECRET', properties: { password: z.string() } }) },
    },
    build(scope, { charts }) {
      for (const chart of Object.values(charts)) new HelmRelease(scope, release, { chart });
    },
  });

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  charts: { web: helmChart<{ readonly users?: readonly string[] }>({ url: 'oci://example.org/web', version: '1.0.0' }) },
  infra: {
    vars: { TF_WEB_SECRET: arn('secretsmanager'), TF_ON: z.boolean().default(false) },
    values: { web: z.object({ users: z.array(z.string()) }) },
    secrets: { web: remoteSecret({ key: 'TF_WEB_SECRET', properties: { token: z.string() } }) },
  },
  build(scope, { charts }) {
    new HelmRelease(scope, 'web', { chart: charts.web });
  },
});

/** The properties of its secret aren't those of the other computed one. */
const cache = (name: string) =>
  defineAddon({
    name,
    namespace: 'default',
    infra: {
      vars: { TF_CACHE_SECRET: arn('secretsmanager') },
      secrets: { [`${name}-auth`]: remoteSecret({ key: 'TF_CACHE_SECRET', properties: { auth: z.string() } }) },
    },
    build(scope) {
      new ConfigMap(scope, 'data', { data: {} });
    },
  });

const app = new FluxApp();
export const cluster = new FluxCluster(app, 'dev')
  .stage('data', [database('shop', 'TF_SHOP_PORT', 'shop')(), cache('sessions')()])
  .stage('apps', [web()]);

type Infra = InfraOf<typeof cluster>;
export const infra: Infra = defineInfra(cluster, {
  vars: { TF_DB_SECRET: 'd', TF_CACHE_SECRET: 'c', TF_WEB_SECRET: 'w', TF_SHOP_PORT: 5432, TF_ON: true },
  values: { shop: { host: 'db' }, web: { users: ['ann'] } },
  secrets: { 'shop-db': { password: 'p' }, 'sessions-auth': { auth: 'a' }, web: { token: 't' } },
});

// Names that are known keep their types.
same<Equal<Infra['secrets']['web'], { token: string }>>();
same<Equal<Infra['values']['web'], { users: string[] }>>();
same<Equal<Infra['vars']['TF_ON'], boolean | undefined>>();

// One addon may have both, and an addon's own infra is its cluster's.
const both = (name: string) =>
  defineAddon({
    name: 'both',
    namespace: 'default',
    infra: {
      vars: { TF_BOTH: arn('secretsmanager') },
      secrets: {
        both: remoteSecret({ key: 'TF_BOTH', properties: { token: z.string() } }),
        [name]: remoteSecret({ key: 'TF_BOTH', properties: { salt: z.string() } }),
        [`${name}-master`]: remoteSecret({ key: 'TF_BOTH', managedBy: 'aws', properties: { password: z.string() } }),
      },
    },
    build(scope) {
      new ConfigMap(scope, 'data', { data: {} });
    },
  });
const alone = both('extra');
export const own: InfraOf<typeof alone> = {
  vars: { TF_BOTH: 'arn' },
  values: {},
  secrets: { both: { token: 't' }, extra: { salt: 's' } },
};
