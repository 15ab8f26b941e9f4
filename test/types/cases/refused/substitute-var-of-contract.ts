import { ConfigMap, defineAddon, FluxApp, FluxCluster, hostname } from 'fluxspan';

const web = defineAddon({
  name: 'web',
  namespace: 'default',
  infra: { vars: { TF_HOST: hostname() } },
  kustomization: { postBuild: { substitute: { REGION: 'eu-west-1', TF_HOST: 'web.example.org' } } },
  build(scope, { vars }) {
    new ConfigMap(scope, 'data', { data: { host: vars.TF_HOST, region: vars.REGION } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [web()]);
