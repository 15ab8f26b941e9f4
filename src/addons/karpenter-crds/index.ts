import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { defineAddon } from '../define-addon.js';

/** Karpenter's CRDs, from a chart of their own, which upgrades them too: https://karpenter.sh/docs/upgrading/ */
export const karpenterCrds = defineAddon({
  name: 'karpenter-crds',
  description: 'the CRDs of Karpenter',
  namespace: 'karpenter',
  createNamespace: true,
  folder: 'crds',
  provides: ['karpenter.sh', 'karpenter.k8s.aws'],
  charts: {
    'karpenter-crd': helmChart({
      url: 'oci://public.ecr.aws/karpenter/karpenter-crd',
      version: '1.14.1',
      sourceName: 'karpenter-crd',
    }),
  },
  build(scope, { charts }) {
    new HelmRelease(scope, 'release', { chart: charts['karpenter-crd'] });
  },
});
