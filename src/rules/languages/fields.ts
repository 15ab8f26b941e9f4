import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import type { LanguageName } from './languages.js';

/** A field whose text is in a language of its own. */
export interface LanguageField {
  /** As in `spec.dependsOn[].readyExpr`. */
  readonly path: string;
  /** The steps of the path; `[]` stands for each item of a list. */
  readonly steps: readonly string[];
  readonly language: LanguageName;
  /** Looks at the object that holds the field: whether the controller reads it. @default - it does */
  readonly isRead?: (holder: Readonly<Record<string, unknown>>) => boolean;
}

const field = (path: string, language: LanguageName, isRead?: LanguageField['isRead']): LanguageField => ({
  path,
  steps: path.replaceAll('[]', '.[]').split('.'),
  language,
  ...(isRead === undefined ? {} : { isRead }),
});

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

const externalSecret = (path: string): readonly LanguageField[] => [
  field(`${path}.refreshInterval`, 'go-duration'),
  field(`${path}.dataFrom[].find.name.regexp`, 're2'),
  field(`${path}.syncWindows.windows[].schedule`, 'cron'),
  field(`${path}.syncWindows.windows[].duration`, 'go-duration'),
];
const secretStore: readonly LanguageField[] = [
  field('spec.conditions[].namespaceRegexes[]', 're2'),
  field('spec.retrySettings.retryInterval', 'go-duration'),
];

/** By `group/Kind`, the fields whose text a controller parses, and the schema of the kind doesn't. */
export const languageFields: Readonly<Record<string, readonly LanguageField[]>> = {
  'cert-manager.io/Certificate': [field('spec.duration', 'go-duration'), field('spec.renewBefore', 'go-duration')],
  'external-secrets.io/ClusterExternalSecret': [
    field('spec.refreshTime', 'go-duration'),
    ...externalSecret('spec.externalSecretSpec'),
  ],
  'external-secrets.io/ClusterSecretStore': secretStore,
  'external-secrets.io/ExternalSecret': externalSecret('spec'),
  'external-secrets.io/SecretStore': secretStore,
  'fluxcd.controlplane.io/ResourceSet': [field('spec.dependsOn[].readyExpr', 'cel')],
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
  'infra.contrib.fluxcd.io/Terraform': [
    field('spec.interval', 'go-duration'),
    field('spec.retryInterval', 'go-duration'),
    field('spec.maxRetryInterval', 'go-duration'),
    field('spec.healthChecks[].timeout', 'go-duration'),
  ],
  'karpenter.sh/NodePool': [field('spec.disruption.budgets[].schedule', 'cron')],
  'kustomize.toolkit.fluxcd.io/Kustomization': [
    field('spec.dependsOn[].readyExpr', 'cel'),
    ...healthChecks,
    field('spec.ignore[].paths[]', 'json-pointer'),
    ...selector('spec.ignore[].target'),
    ...patches('spec.patches[]'),
  ],
  'notification.toolkit.fluxcd.io/Alert': [field('spec.exclusionList[]', 're2'), field('spec.inclusionList[]', 're2')],
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
};

/** A text of such a field. */
export interface LanguageText {
  readonly path: JsonPath;
  readonly text: string;
}

/** The texts of a field in an object; an empty one is one that isn't set. */
export const textsAt = (json: unknown, { steps, isRead }: LanguageField): readonly LanguageText[] => {
  let at = json;
  // Most objects lack most fields: those are seen before anything is made for them.
  for (const step of steps) {
    if (step === '[]') break;
    if (!isObject(at) || !Object.hasOwn(at, step)) return NONE;
    at = at[step];
  }
  const found: LanguageText[] = [];
  const path: (string | number)[] = [];
  const visit = (node: unknown, from: number): void => {
    const step = steps[from];
    if (step === undefined) {
      if (typeof node === 'string' && node !== '') found.push({ path: [...path], text: node });
    } else if (step === '[]') {
      if (!Array.isArray(node)) return;
      for (let index = 0; index < node.length; index++) {
        path.push(index);
        visit(node[index], from + 1);
        path.pop();
      }
    } else if (isObject(node) && Object.hasOwn(node, step)) {
      if (from === steps.length - 1 && isRead?.(node) === false) return;
      path.push(step);
      visit(node[step], from + 1);
      path.pop();
    }
  };
  visit(json, 0);
  return found;
};
const NONE: readonly LanguageText[] = [];
