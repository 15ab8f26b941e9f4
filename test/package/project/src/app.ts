import { defineInfra, FluxApp, FluxCluster, type InfraOf } from 'fluxspan';
import { karpenter, karpenterCrds, karpenterNodes, storageClass } from 'fluxspan/addons';
import { guestbook } from './guestbook.js';

const app = new FluxApp();

export const dev = new FluxCluster(app, 'dev', { flux: '2.9' })
  .stage('crds', [karpenterCrds()])
  .stage('autoscaling', [karpenter({ cpu: '500m', values: { replicas: 1 } }), storageClass()])
  .stage('nodes', [karpenterNodes({ cpuLimit: 20 })])
  .stage('apps', [guestbook({ greeting: 'hello' })], { dependsOn: ['nodes'] });

export type DevInfra = InfraOf<typeof dev>;

export const infra: DevInfra = defineInfra(dev, {
  vars: { TF_CLUSTER_NAME: 'dev', TF_K8S_NODE_ROLE_NAME: 'nodes', TF_GUESTBOOK_HOST: 'guests.example.org' },
  values: { karpenter: { settings: { clusterName: 'dev', interruptionQueue: 'queue' } } },
  secrets: {},
});

export default app;
