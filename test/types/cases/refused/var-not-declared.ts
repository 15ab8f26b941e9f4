import { ConfigMap, clusterName, defineAddon, FluxApp, FluxCluster } from 'fluxspan';

const nodes = defineAddon({
  name: 'nodes',
  namespace: 'default',
  infra: { vars: { TF_CLUSTER_NAME: clusterName() } },
  build(scope, { vars }) {
    new ConfigMap(scope, 'data', { data: { right: vars.TF_CLUSTER_NAME, wrong: vars.TF_CLUSTER_NAM } });
  },
});

export const cluster = new FluxCluster(new FluxApp(), 'dev').stage('first', [nodes()]);
