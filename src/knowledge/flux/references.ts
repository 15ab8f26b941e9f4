import type { KindByField, ReferenceRow } from '../form/reference.js';

const SOURCE = 'source.toolkit.fluxcd.io';
const HELM_RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';
const KUSTOMIZATION = 'kustomize.toolkit.fluxcd.io/Kustomization';

const sourceGroups: Readonly<Record<string, string>> = {
  Bucket: SOURCE,
  ExternalArtifact: SOURCE,
  GitRepository: SOURCE,
  HelmChart: SOURCE,
  HelmRepository: SOURCE,
  OCIRepository: SOURCE,
};

const source: KindByField = { defaultGroup: sourceGroups };

/** The kinds that Alerts and Receivers name. */
/**
 * What Flux's Alerts and Receivers take where the Flux Operator has installed Flux: it patches their CRDs.
 * https://fluxoperator.dev/docs/guides/monitoring/
 */
export const operatorKinds: readonly string[] = ['FluxInstance', 'ResourceSet', 'ResourceSetInputProvider'];

const event: KindByField = {
  group: 'apiVersion',
  defaultGroup: {
    ...sourceGroups,
    HelmRelease: 'helm.toolkit.fluxcd.io',
    Kustomization: 'kustomize.toolkit.fluxcd.io',
    ImagePolicy: 'image.toolkit.fluxcd.io',
    ImageRepository: 'image.toolkit.fluxcd.io',
    ImageUpdateAutomation: 'image.toolkit.fluxcd.io',
    ...Object.fromEntries(operatorKinds.map((kind) => [kind, 'fluxcd.controlplane.io'])),
  },
};

/** Flux acts in the object's own cluster, unless `kubeConfig` names another one. */
export const references: readonly ReferenceRow[] = [
  {
    from: [HELM_RELEASE],
    at: 'spec.chartRef',
    to: source,
    namespace: 'namespace',
    blocks: 'start',
    awaitsReady: true,
  },
  {
    from: [HELM_RELEASE],
    at: 'spec.chart.spec.sourceRef',
    to: source,
    namespace: 'namespace',
    blocks: 'start',
    awaitsReady: true,
  },
  {
    from: [HELM_RELEASE],
    at: 'spec.chart.spec.verify.secretRef',
    to: '/Secret',
    // helm-controller creates the HelmChart, which verifies, in the namespace of its source.
    namespaceAt: 'spec.chart.spec.sourceRef.namespace',
    blocks: 'start',
  },
  {
    from: [HELM_RELEASE],
    at: 'spec.dependsOn[]',
    to: HELM_RELEASE,
    namespace: 'namespace',
    blocks: 'start',
    awaitsReady: true,
    waitsBy: 'readyExpr',
  },
  {
    from: [HELM_RELEASE],
    at: 'spec.valuesFrom[]',
    to: { defaultGroup: '', only: ['ConfigMap', 'Secret'] },
    part: { of: 'data', fields: ['valuesKey'], default: 'values.yaml' },
    optional: 'optional',
    isValues: true,
    blocks: 'start',
  },
  {
    from: [HELM_RELEASE],
    at: 'spec.targetNamespace',
    to: '/Namespace',
    unless: ['spec.install.createNamespace', 'spec.kubeConfig'],
    blocks: 'start',
  },
  {
    from: [HELM_RELEASE],
    at: 'spec.storageNamespace',
    to: '/Namespace',
    unless: ['spec.install.createNamespace', 'spec.kubeConfig'],
    blocks: 'start',
  },
  {
    from: [KUSTOMIZATION],
    at: 'spec.sourceRef',
    to: source,
    namespace: 'namespace',
    blocks: 'start',
    awaitsReady: true,
  },
  {
    from: [KUSTOMIZATION],
    at: 'spec.dependsOn[]',
    to: KUSTOMIZATION,
    namespace: 'namespace',
    blocks: 'start',
    awaitsReady: true,
    waitsBy: 'readyExpr',
  },
  {
    from: [KUSTOMIZATION],
    at: 'spec.healthChecks[]',
    to: { group: 'apiVersion', defaultGroup: {} },
    namespace: 'namespace',
    isOfOwnFolder: true,
    // `wait` checks every object and ignores health checks.
    unless: ['spec.wait', 'spec.kubeConfig'],
    blocks: 'ready',
    awaitsReady: true,
  },
  {
    from: [KUSTOMIZATION],
    at: 'spec.postBuild.substituteFrom[]',
    to: { defaultGroup: '', only: ['ConfigMap', 'Secret'] },
    optional: 'optional',
    isValues: true,
    blocks: 'start',
  },
  { from: [KUSTOMIZATION], at: 'spec.decryption.secretRef', to: '/Secret', blocks: 'start' },
  {
    from: [HELM_RELEASE, KUSTOMIZATION],
    at: 'spec.kubeConfig.secretRef',
    to: '/Secret',
    part: { of: 'data', fields: ['key'] },
    blocks: 'start',
  },
  { from: [HELM_RELEASE, KUSTOMIZATION], at: 'spec.kubeConfig.configMapRef', to: '/ConfigMap', blocks: 'start' },
  {
    from: [HELM_RELEASE, KUSTOMIZATION],
    at: 'spec.serviceAccountName',
    to: '/ServiceAccount',
    unless: ['spec.kubeConfig'],
    blocks: 'start',
  },
  { from: [KUSTOMIZATION], at: 'spec.decryption.serviceAccountName', to: '/ServiceAccount', blocks: 'start' },
  ...['spec.secretRef', 'spec.certSecretRef', 'spec.proxySecretRef', 'spec.verify.secretRef'].map(
    (at): ReferenceRow => ({
      from: ['Bucket', 'GitRepository', 'HelmRepository', 'OCIRepository'].map((kind) => `${SOURCE}/${kind}`),
      at,
      to: '/Secret',
      blocks: 'start',
    }),
  ),
  {
    from: [`${SOURCE}/GitRepository`, `${SOURCE}/OCIRepository`, `${SOURCE}/Bucket`],
    at: 'spec.serviceAccountName',
    to: '/ServiceAccount',
    blocks: 'start',
  },
  { from: [`${SOURCE}/OCIRepository`], at: 'spec.verify.trustedRootSecretRef', to: '/Secret', blocks: 'start' },
  { from: [`${SOURCE}/Bucket`], at: 'spec.sts.secretRef', to: '/Secret', blocks: 'start' },
  { from: [`${SOURCE}/Bucket`], at: 'spec.sts.certSecretRef', to: '/Secret', blocks: 'start' },
  {
    from: [`${SOURCE}/GitRepository`],
    at: 'spec.include[].repository',
    to: `${SOURCE}/GitRepository`,
    blocks: 'start',
    awaitsReady: true,
  },
  { from: [`${SOURCE}/HelmChart`], at: 'spec.verify.secretRef', to: '/Secret', blocks: 'start' },
  { from: [`${SOURCE}/HelmChart`], at: 'spec.sourceRef', to: source, blocks: 'start', awaitsReady: true },
  {
    from: ['source.extensions.fluxcd.io/ArtifactGenerator'],
    at: 'spec.sources[]',
    to: source,
    namespace: 'namespace',
    blocks: 'start',
    awaitsReady: true,
  },
  {
    from: ['notification.toolkit.fluxcd.io/Alert'],
    at: 'spec.providerRef',
    to: 'notification.toolkit.fluxcd.io/Provider',
  },
  {
    from: ['notification.toolkit.fluxcd.io/Alert'],
    at: 'spec.eventSources[]',
    to: event,
    namespace: 'namespace',
    isSoft: true,
  },
  ...['spec.secretRef', 'spec.certSecretRef', 'spec.proxySecretRef'].map(
    (at): ReferenceRow => ({ from: ['notification.toolkit.fluxcd.io/Provider'], at, to: '/Secret' }),
  ),
  {
    from: ['notification.toolkit.fluxcd.io/Receiver'],
    at: 'spec.secretRef',
    to: '/Secret',
    part: { of: 'data', fields: [], default: 'token' },
    blocks: 'ready',
  },
  {
    from: ['notification.toolkit.fluxcd.io/Receiver'],
    at: 'spec.resources[]',
    to: event,
    namespace: 'namespace',
    isSoft: true,
  },
  {
    from: ['image.toolkit.fluxcd.io/ImagePolicy'],
    at: 'spec.imageRepositoryRef',
    to: 'image.toolkit.fluxcd.io/ImageRepository',
    namespace: 'namespace',
    blocks: 'ready',
  },
  { from: ['notification.toolkit.fluxcd.io/Provider'], at: 'spec.serviceAccountName', to: '/ServiceAccount' },
  {
    from: ['image.toolkit.fluxcd.io/ImageRepository'],
    at: 'spec.serviceAccountName',
    to: '/ServiceAccount',
    blocks: 'ready',
  },
  ...['spec.secretRef', 'spec.certSecretRef', 'spec.proxySecretRef'].map(
    (at): ReferenceRow => ({
      from: ['image.toolkit.fluxcd.io/ImageRepository'],
      at,
      to: '/Secret',
      blocks: 'ready',
    }),
  ),
  {
    from: ['image.toolkit.fluxcd.io/ImageUpdateAutomation'],
    at: 'spec.sourceRef',
    to: { ...source, defaultKind: 'GitRepository' },
    namespace: 'namespace',
    blocks: 'ready',
  },
  {
    from: ['image.toolkit.fluxcd.io/ImageUpdateAutomation'],
    at: 'spec.git.commit.signingKey.secretRef',
    to: '/Secret',
    blocks: 'ready',
  },
];
