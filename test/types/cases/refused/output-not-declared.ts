import { defineAddon, FluxApp, FluxCluster, queueName } from 'fluxspan';
import { ExternalSecret } from 'fluxspan/imports/external-secrets.io';

const queue = defineAddon({
  name: 'queue',
  namespace: 'flux-system',
  requires: ['external-secrets.io'],
  outputs: { queue_name: queueName() },
  build(scope, { outputs }) {
    const { name, key } = outputs.inSecret('queue_nme');
    new ExternalSecret(scope, 'queue', {
      spec: { target: { name }, data: [{ secretKey: key, remoteRef: { key: 'queue' } }] },
    });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: ['external-secrets.io'] }).stage('cloud', [
  queue(),
]);
