/** What is known of a version beyond the code: when somebody last looked at it, and where upstream says how to upgrade. */
export interface CheckedVersion {
  /** The version that was looked at: the table can't be made while the code has another. */
  readonly version: string;
  /** The day on which the types of its values, its CRDs and the addon's own values were last checked. */
  readonly checked: string;
  readonly guide: string;
}

const github = (repository: string): string => `https://github.com/${repository}/releases`;

/** By the name in versions.yaml. */
export const checkedVersions: Readonly<Record<string, CheckedVersion>> = {
  'alb-controller': {
    version: '3.5.0',
    checked: '2026-11-21',
    guide: github('kubernetes-sigs/aws-load-balancer-controller'),
  },
  authentik: { version: '2026.8.0', checked: '2026-11-21', guide: github('goauthentik/authentik') },
  'azure-service-operator': { version: '2.19.0', checked: '2026-11-27', guide: github('Azure/azure-service-operator') },
  'cert-manager': {
    version: 'v1.21.1',
    checked: '2026-11-22',
    guide: 'https://cert-manager.io/docs/installation/upgrade/',
  },
  'external-dns': { version: '1.21.1', checked: '2026-11-21', guide: github('kubernetes-sigs/external-dns') },
  'external-secrets': {
    version: '2.9.0',
    checked: '2026-11-21',
    guide: github('external-secrets/external-secrets'),
  },
  'external-secrets-crds': {
    version: 'v2.9.0',
    checked: '2026-11-21',
    guide: github('external-secrets/external-secrets'),
  },
  'gateway-api-crds': { version: 'v1.6.1', checked: '2026-11-21', guide: github('kubernetes-sigs/gateway-api') },
  headlamp: { version: '0.45.0', checked: '2026-11-21', guide: github('kubernetes-sigs/headlamp') },
  'istio-base': {
    version: '1.30.3',
    checked: '2026-11-21',
    guide: 'https://istio.io/latest/docs/setup/upgrade/helm/',
  },
  istiod: { version: '1.30.3', checked: '2026-11-21', guide: 'https://istio.io/latest/docs/setup/upgrade/helm/' },
  karpenter: { version: '1.14.1', checked: '2026-11-21', guide: 'https://karpenter.sh/docs/upgrading/' },
  'karpenter-crd': { version: '1.14.1', checked: '2026-11-21', guide: 'https://karpenter.sh/docs/upgrading/' },
  keda: { version: '2.20.2', checked: '2026-11-22', guide: github('kedacore/keda') },
  'kube-prometheus-stack': {
    version: '88.5.3',
    checked: '2026-11-22',
    guide: 'https://github.com/prometheus-community/helm-charts/blob/main/charts/kube-prometheus-stack/UPGRADE.md',
  },
  kyverno: { version: '3.9.0', checked: '2026-11-22', guide: 'https://kyverno.io/docs/installation/upgrading/' },
  'linkerd-control-plane': { version: '2026.8.3', checked: '2026-11-22', guide: 'https://linkerd.io/2/tasks/upgrade/' },
  'linkerd-crds': { version: '2026.8.3', checked: '2026-11-22', guide: 'https://linkerd.io/2/tasks/upgrade/' },
  'metrics-server': { version: '3.13.1', checked: '2026-11-21', guide: github('kubernetes-sigs/metrics-server') },
  reloader: { version: '2.2.16', checked: '2026-11-21', guide: github('stakater/Reloader') },
  'sealed-secrets': { version: '2.18.5', checked: '2026-11-22', guide: github('bitnami-labs/sealed-secrets') },
  velero: { version: '12.1.0', checked: '2026-11-22', guide: github('vmware-tanzu/velero') },
};
