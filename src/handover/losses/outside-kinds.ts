import { ackRetains, annotation, crossplaneOrphans, field, unlessField } from './keeps.js';
import type { LosingKinds } from './losing-kinds.js';

const inCloud = (what: string): string => `the ${what} that it manages, with its data`;
const pushed = 'the secrets that it has pushed to the store';
const crossplane = { loses: inCloud('external resource'), policies: [crossplaneOrphans] };
const configs = ['ProviderConfig*', 'ClusterProviderConfig*', 'StoreConfig*'];

/** Groups that match a pattern below and hold nothing but settings. */
export const settingGroups: readonly string[] = [
  'apiextensions.crossplane.io',
  'meta.pkg.crossplane.io',
  'ops.crossplane.io',
  'pkg.crossplane.io',
  'protection.crossplane.io',
  'secrets.crossplane.io',
  'template.fn.crossplane.io',
  'acn.azure.com',
  'clusterconfig.azure.com',
  'karpenter.azure.com',
  'multitenancy.acn.azure.com',
  'core.cnrm.cloud.google.com',
  'customize.core.cnrm.cloud.google.com',
];

/** What operators make outside of the cluster. The first entry that matches counts. */
export const outsideKinds: readonly LosingKinds[] = [
  {
    group: 'infra.contrib.fluxcd.io',
    kinds: ['Terraform'],
    loses: 'all that its Terraform state holds',
    policies: [
      { ...unlessField('spec.destroyResourcesOnDeletion', true), setting: 'spec.destroyResourcesOnDeletion: false' },
    ],
  },
  {
    group: 'tf.galleybytes.com',
    kinds: ['Terraform'],
    loses: 'all that its Terraform state holds',
    policies: [field('spec.ignoreDelete', true)],
  },
  {
    group: 'app.terraform.io',
    kinds: ['Workspace'],
    loses: 'the workspace of HCP Terraform, or all that its state holds',
    policies: [
      { ...unlessField('spec.deletionPolicy', 'soft', 'destroy', 'force'), setting: 'spec.deletionPolicy: retain' },
    ],
  },
  {
    group: 'pulumi.com',
    kinds: ['Stack'],
    loses: 'all that its Pulumi stack holds',
    policies: [{ ...unlessField('spec.destroyOnFinalize', true), setting: 'spec.destroyOnFinalize: false' }],
  },
  { group: '*.crossplane.io', except: configs, ...crossplane },
  { group: '*.upbound.io', except: configs, ...crossplane },
  {
    group: '*.azure.com',
    loses: inCloud('Azure resource'),
    policies: [
      annotation('serviceoperator.azure.com/reconcile-policy', 'detach-on-delete'),
      annotation('serviceoperator.azure.com/reconcile-policy', 'skip'),
    ],
  },
  {
    group: '*.services.k8s.aws',
    loses: inCloud('AWS resource'),
    policies: [ackRetains],
  },
  {
    group: '*.cnrm.cloud.google.com',
    loses: inCloud('Google Cloud resource'),
    policies: [annotation('cnrm.cloud.google.com/deletion-policy', 'abandon')],
  },
  {
    group: 'aiven.io',
    loses: inCloud('Aiven service or resource'),
    policies: [annotation('controllers.aiven.io/deletion-policy', 'Orphan')],
  },
  {
    group: 'atlas.mongodb.com',
    loses: inCloud('resource of MongoDB Atlas'),
    policies: [annotation('mongodb.com/atlas-resource-policy', 'keep')],
  },
  {
    group: 'external-secrets.io',
    kinds: ['PushSecret'],
    loses: pushed,
    policies: [{ ...unlessField('spec.deletionPolicy', 'Delete'), setting: 'spec.deletionPolicy: None' }],
  },
  {
    group: 'external-secrets.io',
    kinds: ['ClusterPushSecret'],
    loses: pushed,
    policies: [
      {
        ...unlessField('spec.pushSecretSpec.deletionPolicy', 'Delete'),
        setting: 'spec.pushSecretSpec.deletionPolicy: None',
      },
    ],
  },
  {
    group: 'cluster.x-k8s.io',
    kinds: ['Cluster', 'Machine', 'MachineDeployment', 'MachinePool', 'MachineSet'],
    loses: 'the machines that it manages',
  },
  {
    group: 'controlplane.cluster.x-k8s.io',
    except: ['*Template'],
    loses: 'the control plane of the cluster that it manages',
  },
  {
    group: 'infrastructure.cluster.x-k8s.io',
    except: ['*Template', '*Identity', '*IdentityTemplate'],
    loses: 'the infrastructure that it manages',
  },
  {
    group: 'machine.openshift.io',
    kinds: ['ControlPlaneMachineSet', 'Machine', 'MachineSet'],
    loses: 'the machines that it manages',
  },
  { group: 'anywhere.eks.amazonaws.com', kinds: ['Cluster'], loses: 'the cluster that it manages' },
  { group: 'core.gardener.cloud', kinds: ['Shoot'], loses: 'the cluster that it manages' },
  {
    group: 'hive.openshift.io',
    kinds: ['ClusterDeployment'],
    loses: 'the cluster that it manages',
    policies: [field('spec.preserveOnDelete', true)],
  },
  { group: 'hypershift.openshift.io', kinds: ['HostedCluster', 'NodePool'], loses: 'the cluster that it manages' },
  { group: 'kamaji.clastix.io', kinds: ['TenantControlPlane'], loses: 'the control plane that it manages' },
  { group: 'provisioning.cattle.io', kinds: ['Cluster'], loses: 'the cluster that it manages' },
  { group: 'metal3.io', kinds: ['BareMetalHost'], loses: 'the machine that it has provisioned' },
];
