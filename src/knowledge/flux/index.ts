import { field, type LanguageField } from '../form/language-field.js';
import { defineProject } from '../form/project.js';
import { effects } from './effects.js';
import { patches, selector } from './patch-fields.js';
import { references } from './references.js';

/** The identities that signed an artifact. */
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
  effects,
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
