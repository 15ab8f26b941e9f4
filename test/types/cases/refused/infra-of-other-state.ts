import { clusterName, defineAddon, defineInfra, FluxApp, FluxCluster, fromState, vpcId } from 'fluxspan';

const nodes = defineAddon({
  name: 'nodes',
  infra: { vars: { TF_CLUSTER_NAME: clusterName(), TF_VPC_ID: fromState('network', vpcId()) } },
  build() {},
});

const dev = new FluxCluster(new FluxApp(), 'dev').stage('nodes', [nodes()]);

defineInfra(
  dev,
  { vars: { TF_VPC_ID: 'vpc-0123456789abcdef0', TF_CLUSTER_NAME: 'dev' }, values: {}, secrets: {} },
  { state: 'network' },
);
