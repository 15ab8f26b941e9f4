import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { cloudOperators } from '../../knowledge/index.js';
import { defineRule, placeIn, type StateObject } from '../rule.js';

const cloudFoundation = defineDiagnostic({
  code: 'FX785',
  name: 'cloud-foundation',
  severity: 'notice',
  summary:
    'An operator in the cluster manages a network, a cluster or an identity provider, on which the cluster itself may stand. It applies each change without a plan that someone reads. Terraform shows one.',
  page: {
    example: 'a VPC as an object of Crossplane, next to the databases of the teams',
    flux: 'nothing: the operator replaces or deletes what the commit says',
    right: 'Terraform makes the network, and the objects get its ids as inputs of the contract',
  },
  exceptable: true,
});

/** Kinds of foundations, without the API group's first part or with it. */
const FOUNDATIONS: Readonly<Record<string, readonly string[]>> = {
  'ec2.aws': ['InternetGateway', 'NATGateway', 'RouteTable', 'Subnet', 'TransitGateway', 'VPC', 'VPCPeeringConnection'],
  'eks.aws': ['Cluster', 'NodeGroup'],
  'iam.aws': ['OpenIDConnectProvider'],
  'compute.gcp': ['Network', 'Router', 'Subnetwork'],
  'container.gcp': ['Cluster', 'NodePool'],
  'cloudplatform.gcp': ['Project'],
  'network.azure': ['Subnet', 'VirtualNetwork', 'VirtualNetworkGateway'],
  'containerservice.azure': ['KubernetesCluster', 'KubernetesClusterNodePool', 'ManagedCluster'],
  'ec2.services.k8s.aws': ['InternetGateway', 'NATGateway', 'RouteTable', 'Subnet', 'TransitGateway', 'VPC'],
  'eks.services.k8s.aws': ['Cluster', 'Nodegroup'],
  'iam.services.k8s.aws': ['OpenIDConnectProvider'],
  'compute.cnrm.cloud.google.com': ['ComputeNetwork', 'ComputeRouter', 'ComputeSubnetwork'],
  'container.cnrm.cloud.google.com': ['ContainerCluster', 'ContainerNodePool'],
  'resourcemanager.cnrm.cloud.google.com': ['Folder', 'Project'],
};

/** A group of Upjet's providers without its end, and that of Azure Service Operator without `.com`. */
const shortGroup = (group: string): string => group.replace(/(?:\.m)?\.upbound\.io$|(?<=\.azure)\.com$/, '');

const isFoundation = ({ group, kind, json }: StateObject): boolean => {
  const short = shortGroup(group);
  if (!Object.hasOwn(FOUNDATIONS, short) || !FOUNDATIONS[short]!.includes(kind)) return false;
  return cloudOperators.every(({ groups, manages }) => !groups.some((one) => fits(one, group)) || manages(json));
};

const fits = (pattern: string, group: string): boolean => group.endsWith(pattern.replace(/^\*/, ''));

/** What a cluster stands on changes by a plan that someone reads. */
export const cloudFoundationRule = defineRule([cloudFoundation], ({ units }, report) => {
  for (const { objects } of units) {
    const [first, ...others] = objects.filter(isFoundation);
    if (first === undefined) continue;
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    report(
      diagnose(cloudFoundation, {
        message: `${first.title}${more}: an operator applies each change of it without a plan that someone reads`,
        at: placeIn(first),
        fix: 'Let Terraform manage networks, clusters and identity providers, and hand their ids over by the contract',
      }),
    );
  }
});
