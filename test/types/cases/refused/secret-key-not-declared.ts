import { arn, defineAddon, ExternalSecret, FluxApp, FluxCluster, remoteSecret } from 'fluxspan';
import { z } from 'zod';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: {
    vars: { TF_WEB_SECRET_ARN: arn('secretsmanager') },
    secrets: { web: remoteSecret({ key: 'TF_WEB_SECRET', properties: { token: z.string() } }) },
  },
  build(scope, { secrets }) {
    new ExternalSecret(scope, 'web', {
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'store', external: true },
      data: [{ secretKey: 'token', remoteRef: secrets.web.property('token') }],
    });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
