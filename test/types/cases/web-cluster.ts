import { arn, defineAddon, ExternalSecret, FluxApp, FluxCluster, HelmRelease, helmChart, remoteSecret } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'web',
  charts: { web: helmChart({ url: 'oci://example.org/web', version: '1.0.0' }) },
  infra: {
    vars: { TF_NAME: z.string(), TF_SIZE: z.enum(['small', 'large']), TF_COUNT: z.number().default(1), TF_KEY: arn('secretsmanager') },
    values: {
      web: z.object({ db: z.object({ host: z.string(), port: z.number().optional() }), users: z.array(z.object({ name: z.string() })) }),
    },
    secrets: { web: remoteSecret({ key: 'TF_KEY', properties: { token: z.string(), salt: z.string() } }) },
  },
  build(scope, { charts, vars, secrets }) {
    new HelmRelease(scope, 'web', { chart: charts.web, values: { name: vars.TF_NAME, size: vars.TF_SIZE, count: vars.TF_COUNT } });
    new ExternalSecret(scope, 'web', {
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'store', external: true },
      dataFrom: [secrets.web.extract()],
    });
  },
});
export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);

export const vars = { TF_NAME: 'web', TF_SIZE: 'small', TF_KEY: 'arn:aws:secretsmanager:eu-west-1:123456789012:web' } as const;
export const values = { web: { db: { host: 'db' }, users: [{ name: 'ann' }] } };
export const secrets = { web: { token: 't', salt: 's' } };
