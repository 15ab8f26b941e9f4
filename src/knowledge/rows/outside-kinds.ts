import { ackRetains } from '../ack.js';
import { crossplaneOrphans } from '../crossplane.js';
import { annotation, field, unlessAnnotation, unlessField } from '../form/keeps.js';
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
  // https://flux-iac.github.io/tofu-controller/References/terraform/
  {
    group: 'infra.contrib.fluxcd.io',
    kinds: ['Terraform'],
    loses: 'all that its Terraform state holds',
    policies: [
      { ...unlessField('spec.destroyResourcesOnDeletion', true), setting: 'spec.destroyResourcesOnDeletion: false' },
    ],
  },
  // https://github.com/GalleyBytes/terraform-operator/blob/master/pkg/apis/tf/v1beta1/terraform_types.go
  {
    group: 'tf.galleybytes.com',
    kinds: ['Terraform'],
    loses: 'all that its Terraform state holds',
    policies: [field('spec.ignoreDelete', true)],
  },
  // https://github.com/hashicorp/hcp-terraform-operator/blob/main/docs/workspace.md
  {
    group: 'app.terraform.io',
    kinds: ['Workspace'],
    loses: 'the workspace of HCP Terraform, or all that its state holds',
    policies: [
      { ...unlessField('spec.deletionPolicy', 'soft', 'destroy', 'force'), setting: 'spec.deletionPolicy: retain' },
    ],
  },
  // https://github.com/pulumi/pulumi-kubernetes-operator/blob/master/docs/stacks.md
  {
    group: 'pulumi.com',
    kinds: ['Stack'],
    loses: 'all that its Pulumi stack holds',
    policies: [{ ...unlessField('spec.destroyOnFinalize', true), setting: 'spec.destroyOnFinalize: false' }],
  },
  // https://docs.crossplane.io/latest/managed-resources/managed-resources/#managementpolicies
  { group: '*.crossplane.io', except: configs, ...crossplane },
  { group: '*.upbound.io', except: configs, ...crossplane },
  // https://azure.github.io/azure-service-operator/guide/annotations/
  {
    group: '*.azure.com',
    loses: inCloud('Azure resource'),
    policies: [
      annotation('serviceoperator.azure.com/reconcile-policy', 'detach-on-delete'),
      annotation('serviceoperator.azure.com/reconcile-policy', 'skip'),
    ],
  },
  // https://github.com/aws-controllers-k8s/runtime/blob/main/apis/core/v1alpha1/deletion_policy.go
  {
    group: '*.services.k8s.aws',
    loses: inCloud('AWS resource'),
    policies: [ackRetains],
  },
  // https://cloud.google.com/config-connector/docs/how-to/managing-deleting-resources
  {
    group: '*.cnrm.cloud.google.com',
    loses: inCloud('Google Cloud resource'),
    policies: [annotation('cnrm.cloud.google.com/deletion-policy', 'abandon')],
  },
  // https://github.com/aiven/aiven-operator/blob/main/controllers/basic_controller.go
  {
    group: 'aiven.io',
    loses: inCloud('Aiven service or resource'),
    policies: [annotation('controllers.aiven.io/deletion-policy', 'Orphan')],
  },
  // https://github.com/mongodb/mongodb-atlas-kubernetes/blob/main/internal/controller/customresource/customresource.go
  {
    group: 'atlas.mongodb.com',
    loses: inCloud('resource of MongoDB Atlas'),
    // By default, the operator keeps what it manages (`--object-deletion-protection`).
    policies: [unlessAnnotation('mongodb.com/atlas-resource-policy', 'delete')],
  },
  // https://external-secrets.io/latest/api/pushsecret/
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
  // https://cluster-api.sigs.k8s.io/user/concepts
  {
    group: 'cluster.x-k8s.io',
    kinds: ['Cluster', 'Machine', 'MachineDeployment', 'MachinePool', 'MachineSet'],
    loses: 'the machines that it manages',
  },
  // https://cluster-api.sigs.k8s.io/developer/providers/contracts/control-plane
  {
    group: 'controlplane.cluster.x-k8s.io',
    except: ['*Template'],
    loses: 'the control plane of the cluster that it manages',
  },
  // https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machine
  {
    group: 'infrastructure.cluster.x-k8s.io',
    except: ['*Template', '*Identity', '*IdentityTemplate'],
    loses: 'the infrastructure that it manages',
  },
  // https://github.com/openshift/api/tree/master/machine
  {
    group: 'machine.openshift.io',
    kinds: ['ControlPlaneMachineSet', 'Machine', 'MachineSet'],
    loses: 'the machines that it manages',
  },
  // https://github.com/aws/eks-anywhere
  { group: 'anywhere.eks.amazonaws.com', kinds: ['Cluster'], loses: 'the cluster that it manages' },
  // https://github.com/gardener/gardener/blob/master/docs/concepts/apiserver-admission-plugins.md
  { group: 'core.gardener.cloud', kinds: ['Shoot'], loses: 'the cluster that it manages' },
  // https://github.com/openshift/hive/blob/master/docs/using-hive.md
  {
    group: 'hive.openshift.io',
    kinds: ['ClusterDeployment'],
    loses: 'the cluster that it manages',
    policies: [field('spec.preserveOnDelete', true)],
  },
  // https://github.com/openshift/hypershift
  { group: 'hypershift.openshift.io', kinds: ['HostedCluster', 'NodePool'], loses: 'the cluster that it manages' },
  // https://kamaji.clastix.io/reference/api/
  { group: 'kamaji.clastix.io', kinds: ['TenantControlPlane'], loses: 'the control plane that it manages' },
  // https://github.com/rancher/rancher
  { group: 'provisioning.cattle.io', kinds: ['Cluster'], loses: 'the cluster that it manages' },
  // https://github.com/metal3-io/baremetal-operator/blob/main/docs/baremetalhost-states.md
  { group: 'metal3.io', kinds: ['BareMetalHost'], loses: 'the machine that it has provisioned' },
];
