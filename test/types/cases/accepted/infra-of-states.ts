import {
  clusterName,
  defineAddon,
  defineInfra,
  FluxApp,
  FluxCluster,
  fromState,
  HelmRelease,
  helmChart,
  type InfraOf,
  infraConfigMaps,
  parseInfra,
  remoteSecret,
  vpcId,
} from 'fluxspan';
import { z } from 'zod';
import { type Equal, same } from '../equal.js';

const nodes = defineAddon({
  name: 'nodes',
  namespace: 'nodes',
  charts: { nodes: helmChart<{ readonly zone?: string }>({ url: 'oci://example.org/nodes', version: '1.0.0' }) },
  infra: {
    vars: {
      TF_CLUSTER_NAME: clusterName(),
      TF_VPC_ID: fromState('network', vpcId()),
      TF_MTU: fromState('network', z.number().default(1500)),
      TF_SECRET: z.string(),
      TF_OTHER_SECRET: z.string(),
    },
    values: { nodes: fromState('network', z.object({ zone: z.string() })) },
    secrets: {
      shop: remoteSecret({ key: 'TF_SECRET', properties: { password: z.string() } }),
      peer: remoteSecret({ key: 'TF_OTHER_SECRET', properties: { token: z.string() }, from: 'network' }),
    },
  },
  build(scope, { charts }) {
    new HelmRelease(scope, 'nodes', { chart: charts.nodes });
  },
});

const dev = new FluxCluster(new FluxApp(), 'dev').stage('nodes', [nodes()]);

type Network = InfraOf<typeof dev, 'network'>;
type Main = InfraOf<typeof dev, null>;
type Vars<I extends { vars: object }> = { [K in keyof I['vars']]: I['vars'][K] };
same<Equal<Vars<Network>, { readonly TF_VPC_ID: string; readonly TF_MTU?: number }>>();
same<Equal<Network['values'], { nodes: { zone: string } }>>();
same<Equal<Network['secrets'], { peer: { token: string } }>>();
same<
  Equal<
    Vars<Main>,
    { readonly TF_CLUSTER_NAME: string; readonly TF_SECRET: string; readonly TF_OTHER_SECRET: string }
  >
>();
same<Equal<keyof Main['values'], never>>();
same<Equal<Main['secrets'], { shop: { password: string } }>>();
same<Equal<keyof InfraOf<typeof nodes, 'network'>['vars'], 'TF_VPC_ID' | 'TF_MTU'>>();
same<Equal<keyof InfraOf<typeof nodes, null>['vars'], 'TF_CLUSTER_NAME' | 'TF_SECRET' | 'TF_OTHER_SECRET'>>();
same<
  Equal<keyof InfraOf<typeof dev>['vars'], 'TF_CLUSTER_NAME' | 'TF_VPC_ID' | 'TF_MTU' | 'TF_SECRET' | 'TF_OTHER_SECRET'>
>();

const network = defineInfra(
  dev,
  {
    vars: { TF_VPC_ID: 'vpc-0123456789abcdef0' },
    values: { nodes: { zone: 'a' } },
    secrets: { peer: { token: 'x' } },
  },
  { state: 'network' },
);
const main: Main = parseInfra(
  dev,
  {
    vars: { TF_CLUSTER_NAME: 'dev', TF_SECRET: 'a', TF_OTHER_SECRET: 'b' },
    values: {},
    secrets: { shop: { password: 'x' } },
  },
  { state: null },
);
const names = [
  ...infraConfigMaps(dev, network, { state: 'network' }),
  ...infraConfigMaps(dev, main, { state: null }),
].map(({ metadata }) => metadata.name);
if (names.join() !== 'cluster-vars-terraform-network,nodes-values-terraform,cluster-vars-terraform') {
  throw new Error(names.join());
}
