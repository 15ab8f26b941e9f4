import { arn, ConfigMap, defineAddon, defineInfra, FluxApp, FluxCluster, HelmRelease, helmChart, type InfraOf, remoteSecret } from 'fluxspan';
import { z } from 'zod';
import { type Equal, same } from '../equal.js';

const chart = helmChart<{ readonly db?: { readonly host?: string; readonly port?: number }; readonly users?: readonly string[] }>({
  url: 'oci://example.org/web',
  version: '1.0.0',
});
const web = defineAddon({
  name: 'web',
  namespace: 'web',
  charts: { web: chart },
  infra: {
    vars: {
      TF_SHARED: z.enum(['a', 'b']),
      TF_MINE: z.number().default(1),
      TF_RELAXED: z.string().default('x'),
      TF_WEB_SECRET: arn('secretsmanager'),
      TF_DB_SECRET: arn('secretsmanager'),
    },
    values: {
      web: z.object({ db: z.object({ host: z.string(), port: z.number().optional() }), users: z.array(z.string()) }),
    },
    secrets: {
      web: remoteSecret({ key: 'TF_WEB_SECRET', properties: { token: z.string() } }),
      db: remoteSecret({ key: 'TF_DB_SECRET', managedBy: 'aws', properties: { password: z.string() } }),
    },
  },
  build(scope, { charts }) {
    new HelmRelease(scope, 'web', { chart: charts.web });
  },
});
const api = defineAddon({
  name: 'api',
  namespace: 'default',
  infra: {
    vars: { TF_SHARED: z.string(), TF_RELAXED: z.string(), TF_ON: z.boolean(), TF_WEB_SECRET: arn('secretsmanager') },
    secrets: { web: remoteSecret({ key: 'TF_WEB_SECRET', properties: { salt: z.string() } }) },
  },
  build(scope) {
    new ConfigMap(scope, 'data', { data: {} });
  },
});
const plain = defineAddon({
  name: 'plain',
  namespace: 'default',
  build(scope) {
    new ConfigMap(scope, 'data', { data: {} });
  },
});

const app = new FluxApp();
export const cluster = new FluxCluster(app, 'dev').stage('first', [web(), plain()]).stage('second', [api()]);

interface Expected {
  vars: {
    readonly TF_SHARED: 'a' | 'b';
    readonly TF_MINE?: number;
    readonly TF_RELAXED: string;
    readonly TF_ON: boolean;
    readonly TF_WEB_SECRET: string;
    readonly TF_DB_SECRET: string;
  };
  values: { web: { db: { host: string; port?: number | undefined }; users: string[] } };
  secrets: { web: { token: string; salt: string } };
}
type Got = InfraOf<typeof cluster>;

same<Equal<Got['values'], Expected['values']>>();
same<Equal<Got['secrets'], Expected['secrets']>>();
same<Equal<{ [K in keyof Got['vars']]: Got['vars'][K] }, Expected['vars']>>();
same<Equal<keyof Got, keyof Expected>>();

const nothing = new FluxCluster(app, 'empty').stage('first', [plain()]);
type Nothing = InfraOf<typeof nothing>;
same<Equal<keyof Nothing['vars'] | keyof Nothing['values'] | keyof Nothing['secrets'], never>>();
defineInfra(nothing, { vars: {}, values: {}, secrets: {} });

export const infra = defineInfra(cluster, {
  vars: { TF_SHARED: 'a', TF_RELAXED: 'r', TF_ON: true, TF_WEB_SECRET: 'w', TF_DB_SECRET: 'd' },
  values: { web: { db: { host: 'db' }, users: ['ann', 'bob'] } },
  secrets: { web: { token: 't', salt: 's' } },
});
same<Equal<typeof infra, Got>>();
// The infra of one cluster is the start of another's: an optional value may be undefined.
defineInfra(cluster, { ...infra, vars: { ...infra.vars, TF_SHARED: 'b' } });

const given = {
  vars: { TF_SHARED: 'b' as const, TF_MINE: 3, TF_RELAXED: 'r', TF_ON: false, TF_WEB_SECRET: 'w', TF_DB_SECRET: 'd' },
  values: { web: { db: { host: 'db', port: 1 }, users: new Array<string>() } },
  secrets: { web: { token: 't', salt: 's' } },
};
defineInfra(cluster, given);
