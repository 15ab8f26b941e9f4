import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { field, readField, unlessField } from '../form/keeps.js';
import type { LosingKinds } from './losing-kinds.js';

const ofItsKinds = 'the CRDs that it has installed, with every object of them';

/** What a policy itself has the content of goes with it, while it is kept in sync. */
const isTakenAlong = ({ synchronize, data, orphanDownstreamOnPolicyDelete }: ReturnType<typeof fieldsOf>): boolean =>
  synchronize === true && data !== undefined && orphanDownstreamOnPolicyDelete !== true;

const secrets = 'what keeps Secrets of ExternalSecrets up to date';

/** Kinds of Kubernetes and Flux, and of what runs beside them, whose objects take more along than themselves. */
export const clusterKinds: readonly LosingKinds[] = [
  // https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#persistentvolumeclaim-retention
  {
    group: 'apps',
    kinds: ['StatefulSet'],
    loses: ({ json }) =>
      readField(json, 'spec.persistentVolumeClaimRetentionPolicy.whenDeleted') === 'Delete'
        ? 'its pods, and their volumes with the data on them'
        : 'its pods',
  },
  // https://kubernetes.io/docs/concepts/storage/persistent-volumes/#reclaiming
  {
    group: '',
    kinds: ['PersistentVolume'],
    loses: 'the data on it',
    policies: [
      {
        ...unlessField('spec.persistentVolumeReclaimPolicy', 'Delete', 'Recycle'),
        setting: 'spec.persistentVolumeReclaimPolicy: Retain',
      },
    ],
  },
  { group: '', kinds: ['PersistentVolumeClaim'], loses: 'its volume and the data on it' },
  // https://fluxcd.io/flux/components/helm/helmreleases/#uninstall-configuration
  {
    group: 'helm.toolkit.fluxcd.io',
    kinds: ['HelmRelease'],
    loses: 'the release: all that its chart installed',
    // helm-controller uninstalls nothing of a release that is suspended.
    policies: [field('spec.suspend', true)],
  },
  // https://docs.k3s.io/add-ons/helm
  { group: 'helm.cattle.io', kinds: ['HelmChart'], loses: 'the release: all that its chart installed' },
  // https://fluxoperator.dev/docs/crd/fluxinstance/
  {
    group: 'fluxcd.controlplane.io',
    kinds: ['FluxInstance'],
    loses: 'Flux itself, which reconciles nothing any more',
  },
  // https://argo-cd.readthedocs.io/en/stable/user-guide/app_deletion/
  {
    group: 'argoproj.io',
    kinds: ['Application'],
    loses: 'all objects that it has applied',
    policies: [
      {
        keeps: ({ json }) =>
          ![readField(json, 'metadata.finalizers')]
            .flat()
            .some((one) => typeof one === 'string' && one.startsWith('resources-finalizer.argocd.argoproj.io')),
        setting: 'metadata.finalizers without resources-finalizer.argocd.argoproj.io',
      },
    ],
  },
  // https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Application-Deletion/
  {
    group: 'argoproj.io',
    kinds: ['ApplicationSet'],
    loses: 'its Applications, and all objects that they have applied',
    policies: [field('spec.syncPolicy.preserveResourcesOnDeletion', true)],
  },
  // https://fleet.rancher.io/ref-gitrepo
  {
    group: 'fleet.cattle.io',
    kinds: ['Bundle', 'GitRepo', 'HelmOp'],
    loses: 'all objects that it has applied',
    policies: [field('spec.keepResources', true)],
  },
  // https://docs.k0sproject.io/stable/helm-charts/
  { group: 'helm.k0sproject.io', kinds: ['Chart'], loses: 'the release: all that its chart installed' },
  // The CRDs of a package belong to it.
  // https://docs.crossplane.io/latest/packages/providers/
  { group: 'pkg.crossplane.io', kinds: ['Configuration', 'Provider'], loses: ofItsKinds },
  // https://operator-framework.github.io/operator-controller/tutorials/uninstall-extension/
  { group: 'olm.operatorframework.io', kinds: ['ClusterExtension'], loses: ofItsKinds },
  // https://kyverno.io/docs/policy-types/cluster-policy/generate/
  {
    group: 'kyverno.io',
    kinds: ['ClusterPolicy', 'Policy'],
    loses: 'the objects that it has generated',
    policies: [
      {
        keeps: ({ json }) =>
          !objectsOf(readField(json, 'spec.rules')).some(({ generate }) => isTakenAlong(fieldsOf(generate))),
        setting: 'generate.orphanDownstreamOnPolicyDelete: true',
      },
    ],
  },
  // https://projectcapsule.dev/docs/tenants/
  {
    group: 'capsule.clastix.io',
    kinds: ['Tenant'],
    loses: 'its namespaces, with all that is in them',
    policies: [field('spec.preventDeletion', true)],
  },
  // https://github.com/kubernetes-sigs/hierarchical-namespaces/blob/master/docs/user-guide/how-to.md
  { group: 'hnc.x-k8s.io', kinds: ['SubnamespaceAnchor'], loses: 'its namespace, with all that is in it' },
  // https://github.com/tigera/operator
  {
    group: 'operator.tigera.io',
    kinds: ['Installation'],
    loses: "Calico, and with it the network of the cluster's pods",
  },
  // https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/targetgroupbinding/targetgroupbinding/
  {
    group: 'elbv2.k8s.aws',
    kinds: ['TargetGroupBinding'],
    loses: 'the targets of its target group, to which a load balancer sends requests',
  },
  // https://external-secrets.io/latest/api/secretstore/
  { group: 'external-secrets.io', kinds: ['ClusterSecretStore', 'SecretStore'], loses: secrets },
  // https://kubernetes-sigs.github.io/external-dns/latest/docs/sources/crd/
  {
    group: 'externaldns.k8s.io',
    kinds: ['DNSEndpoint'],
    loses: 'its DNS records, unless ExternalDNS has policy: upsert-only',
  },
  // https://velero.io/docs/main/api-types/backupstoragelocation/
  { group: 'velero.io', kinds: ['BackupStorageLocation'], loses: 'the way to the backups in its bucket' },
  // https://velero.io/docs/main/api-types/schedule/
  {
    group: 'velero.io',
    kinds: ['Schedule'],
    loses: 'the backups that it has made',
    policies: [
      {
        ...unlessField('spec.useOwnerReferencesInBackup', true),
        setting: 'spec.useOwnerReferencesInBackup: false',
      },
    ],
  },
  // https://www.keycloak.org/operator/basic-deployment
  { group: 'k8s.keycloak.org', kinds: ['Keycloak'], loses: 'the Keycloak that it runs' },
  // https://github.com/alexandrevilain/temporal-operator
  { group: 'temporal.io', kinds: ['TemporalCluster'], loses: 'the Temporal that it runs' },
  // https://karpenter.sh/docs/concepts/disruption/
  { group: 'karpenter.sh', kinds: ['NodePool'], loses: 'its nodes, and the pods on them' },
  // https://karpenter.sh/docs/concepts/nodeclasses/
  { group: 'karpenter.k8s.aws', kinds: ['EC2NodeClass'], loses: 'the nodes made from it' },
  // https://github.com/Azure/karpenter-provider-azure
  { group: 'karpenter.azure.com', kinds: ['AKSNodeClass'], loses: 'the nodes made from it' },
  // https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html
  { group: 'eks.amazonaws.com', kinds: ['NodeClass'], loses: 'the nodes made from it' },
];
