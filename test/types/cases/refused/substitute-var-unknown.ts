import { ConfigMap, defineAddon, FluxApp, FluxCluster } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  kustomization: { postBuild: { substituteFrom: [{ kind: 'Secret', name: 'domains', optional: true, vars: ['DOMAIN'] }] } },
  build(scope, { vars }) {
    new ConfigMap(scope, 'data', { data: { host: vars.DOMIAN } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
