import { field, type LanguageField } from './form/language-field.js';
import { defineProject } from './form/project.js';
import type { KindByField, ReferenceRow } from './form/reference.js';

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
const event: KindByField = {
  group: 'apiVersion',
  defaultGroup: {
    ...sourceGroups,
    HelmRelease: 'helm.toolkit.fluxcd.io',
    Kustomization: 'kustomize.toolkit.fluxcd.io',
    ImagePolicy: 'image.toolkit.fluxcd.io',
    ImageRepository: 'image.toolkit.fluxcd.io',
    ImageUpdateAutomation: 'image.toolkit.fluxcd.io',
  },
};

/** Flux acts in the cluster that the object is in, unless `kubeConfig` says otherwise. */
const references: readonly ReferenceRow[] = [
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
    // helm-controller makes the HelmChart, which verifies, beside its source.
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
    // `wait` looks at every object, and at no health check.
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

/** The selector of patches and of what Flux ignores: regular expressions of the whole, and selectors of labels. */
const selector = (path: string): readonly LanguageField[] => [
  ...['group', 'version', 'kind', 'name', 'namespace'].map((key) => field(`${path}.${key}`, 're2')),
  field(`${path}.labelSelector`, 'label-selector'),
  field(`${path}.annotationSelector`, 'label-selector'),
];

const patches = (path: string): readonly LanguageField[] => [
  field(`${path}.patch`, 'patch'),
  ...selector(`${path}.target`),
];

/** Who signed an artifact. */
const identities = (path: string): readonly LanguageField[] =>
  ['issuer', 'subject'].map((key) => field(`${path}.verify.matchOIDCIdentity[].${key}`, 're2'));

const healthChecks = ['current', 'failed', 'inProgress'].map((key) => field(`spec.healthCheckExprs[].${key}`, 'cel'));

/** Only a Helm repository has versions to choose from. */
const isOfHelmRepository: LanguageField['isRead'] = ({ sourceRef }) =>
  (sourceRef as { readonly kind?: unknown } | undefined)?.kind === 'HelmRepository';

/** Flux's own kinds: sources, Kustomizations, HelmReleases, notifications and images. https://fluxcd.io/flux/components/ */
export const flux = defineProject({
  name: 'Flux',
  references,
  languages: {
    'helm.toolkit.fluxcd.io/HelmRelease': [
      field('spec.chart.spec.version', 'semver-range', isOfHelmRepository),
      field('spec.dependsOn[].readyExpr', 'cel'),
      ...healthChecks,
      field('spec.driftDetection.ignore[].paths[]', 'json-pointer'),
      ...selector('spec.driftDetection.ignore[].target'),
      ...identities('spec.chart.spec'),
      ...patches('spec.postRenderers[].kustomize.patches[]'),
    ],
    'image.toolkit.fluxcd.io/ImageRepository': [field('spec.exclusionList[]', 're2')],
    'image.toolkit.fluxcd.io/ImagePolicy': [
      field('spec.filterTags.pattern', 're2'),
      field('spec.policy.semver.range', 'semver-range'),
    ],
    'kustomize.toolkit.fluxcd.io/Kustomization': [
      field('spec.dependsOn[].readyExpr', 'cel'),
      ...healthChecks,
      field('spec.ignore[].paths[]', 'json-pointer'),
      ...selector('spec.ignore[].target'),
      ...patches('spec.patches[]'),
    ],
    'notification.toolkit.fluxcd.io/Alert': [
      field('spec.exclusionList[]', 're2'),
      field('spec.inclusionList[]', 're2'),
    ],
    'notification.toolkit.fluxcd.io/Provider': [field('spec.commitStatusExpr', 'cel')],
    'notification.toolkit.fluxcd.io/Receiver': [
      field('spec.resourceFilter', 'cel'),
      field('spec.resources[].filter', 'cel'),
    ],
    'source.toolkit.fluxcd.io/GitRepository': [field('spec.ref.semver', 'semver-range')],
    'source.toolkit.fluxcd.io/HelmChart': [
      field('spec.version', 'semver-range', isOfHelmRepository),
      ...identities('spec'),
    ],
    'source.toolkit.fluxcd.io/OCIRepository': [
      field('spec.ref.semver', 'semver-range'),
      field('spec.ref.semverFilter', 're2'),
      ...identities('spec'),
    ],
  },
});
