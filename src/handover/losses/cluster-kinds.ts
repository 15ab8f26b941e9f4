import { field, readField, unlessField } from './keeps.js';
import type { LosingKinds } from './losing-kinds.js';

const secrets = 'what keeps Secrets of ExternalSecrets up to date';

/** Kinds of Kubernetes and Flux, and of what runs beside them, whose objects take more along than themselves. */
export const clusterKinds: readonly LosingKinds[] = [
  {
    group: 'apps',
    kinds: ['StatefulSet'],
    loses: ({ json }) =>
      readField(json, 'spec.persistentVolumeClaimRetentionPolicy.whenDeleted') === 'Delete'
        ? 'its pods, and their volumes with the data on them'
        : 'its pods',
  },
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
  {
    group: 'helm.toolkit.fluxcd.io',
    kinds: ['HelmRelease'],
    loses: 'the release: all that its chart installed',
    // helm-controller uninstalls nothing of a release that is suspended.
    policies: [field('spec.suspend', true)],
  },
  { group: 'helm.cattle.io', kinds: ['HelmChart'], loses: 'the release: all that its chart installed' },
  {
    group: 'fluxcd.controlplane.io',
    kinds: ['FluxInstance'],
    loses: 'Flux itself, which reconciles nothing any more',
  },
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
  { group: 'external-secrets.io', kinds: ['ClusterSecretStore', 'SecretStore'], loses: secrets },
  { group: 'karpenter.sh', kinds: ['NodePool'], loses: 'its nodes, and the pods on them' },
  { group: 'karpenter.k8s.aws', kinds: ['EC2NodeClass'], loses: 'the nodes made from it' },
  { group: 'karpenter.azure.com', kinds: ['AKSNodeClass'], loses: 'the nodes made from it' },
  { group: 'eks.amazonaws.com', kinds: ['NodeClass'], loses: 'the nodes made from it' },
];
