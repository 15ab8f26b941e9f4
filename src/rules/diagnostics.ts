import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const objectSchema = defineDiagnostic({
  code: 'FX315',
  name: 'object-schema',
  severity: 'error',
  summary:
    'An object violates the schema of its kind: an unknown field, a missing field, or a value of the wrong type or form. The API server refuses it; an unknown field of a kind of Kubernetes is left out by Flux. A notice for metadata alone, which may be for an object that something else makes.',
  page: {
    example: 'new HelmRelease(scope, "web", { maxHistroy: 5, … })',
    flux: '.spec.maxHistroy: field not declared in schema',
    right: 'new HelmRelease(scope, "web", { maxHistory: 5, … })',
  },
  exceptable: true,
  judgesValue: true,
  showsTreeLine: true,
});

export const objectRule = defineDiagnostic({
  code: 'FX316',
  name: 'object-rule',
  severity: 'error',
  summary:
    'An object violates a validation rule of its kind: a CEL rule of a CRD, or a check that Kubernetes makes in code. The API server refuses it.',
  page: {
    example: 'upgrade: { strategy: { name: "RemediateOnFailure", retryInterval: "1m" } }',
    flux: "spec.upgrade.strategy: Invalid value: failed rule: !has(self.retryInterval) || self.name == 'RetryOnFailure'",
    right: 'upgrade: { strategy: { name: "RetryOnFailure", retryInterval: "1m" } }',
  },
  exceptable: true,
  judgesValue: true,
  showsTreeLine: true,
});

export const newerKubernetesRule = defineDiagnostic({
  code: 'FX323',
  name: 'newer-kubernetes-rule',
  severity: 'notice',
  summary:
    "An object violates a rule that only newer versions of Kubernetes than the cluster's have: after an upgrade of the cluster, the API server would refuse it.",
  page: {
    example: "new FluxCluster(app, 'dev', { kubernetes: '1.33' })   // and a pod whose resource claim it doesn't have",
    right: 'resourceClaims: [{ name: "gpu", resourceClaimTemplateName: "gpu" }]   // and a container that names it',
  },
  exceptable: true,
  judgesValue: true,
  showsTreeLine: true,
});

export const badException = defineDiagnostic({
  code: 'FX625',
  name: 'exception',
  severity: 'error',
  summary: "An exception of a cluster names a code that can't be excepted, or has no reason.",
  page: {
    example: "dev.except('FX618', { object: 'HelmRelease/web', reason: '' })",
    right: "dev.except('FX618', { object: 'HelmRelease/web', reason: 'the chart prints it with int64' })",
  },
});

export const exceptionUnmatched = defineDiagnostic({
  code: 'FX626',
  name: 'exception-unmatched',
  severity: 'notice',
  summary: 'An exception of a cluster matches no diagnostic any more.',
  page: {
    example: "dev.except('FX618', { object: 'HelmRelease/wbe', reason: '…' })   // and a release named web",
    right: "dev.except('FX618', { object: 'HelmRelease/web', reason: '…' })",
  },
});

export const unservedKind = defineDiagnostic({
  code: 'FX647',
  name: 'unserved-kind',
  severity: 'error',
  summary:
    "The API server doesn't serve this kind, or not in this version, according to the CRD in the tree, Flux or Kubernetes.",
  page: {
    example: "new ApiObject(scope, 'jobs', { apiVersion: 'batch/v1beta1', kind: 'CronJob', … })",
    flux: 'CronJob/default/jobs dry-run failed: no matches for kind "CronJob" in version "batch/v1beta1"',
    right: "new ApiObject(scope, 'jobs', { apiVersion: 'batch/v1', kind: 'CronJob', … })",
  },
  exceptable: true,
});

export const unknownMarkedPolicy = defineDiagnostic({
  code: 'FX732',
  name: 'unknown-marked-policy',
  severity: 'warning',
  summary:
    "A marker in versions.yaml names an ImagePolicy that no cluster's tree, base or `external` has. Flux's automation then never updates the value.",
  page: {
    example: 'image: ghcr.io/acme/web:1.2.3 # {"$imagepolicy": "apps:wbe"}   # and the ImagePolicy in apps is "web"',
    right:
      "image: ghcr.io/acme/web:1.2.3 # {\"$imagepolicy\": \"apps:web\"}\n// or, in code: external: [{ kind: 'ImagePolicy', namespace: 'apps', name: 'web' }]",
  },
});

export const otherMarkedRepository = defineDiagnostic({
  code: 'FX733',
  name: 'other-marked-repository',
  severity: 'warning',
  summary:
    "An image in versions.yaml is of another repository than the one that its ImagePolicy selects from. Flux's automation would write the other image in its place.",
  page: {
    example:
      'image: ghcr.io/acme/api:1.2.3 # {"$imagepolicy": "apps:web"}   # and the ImageRepository is ghcr.io/acme/web',
    right: 'image: ghcr.io/acme/api:1.2.3 # {"$imagepolicy": "apps:api"}',
  },
});

export const unreachedVersions = defineDiagnostic({
  code: 'FX734',
  name: 'unreached-versions',
  severity: 'warning',
  summary:
    'versions.yaml has a marker, and is outside the `update.path` of every ImageUpdateAutomation in the namespace of the ImagePolicy. Nothing updates the value.',
  page: {
    example: 'spec.update.path: ./k8s   # and versions.yaml is beside k8s/',
    right: 'spec.update.path: ./versions.yaml',
  },
});

export const missingController = defineDiagnostic({
  code: 'FX326',
  name: 'missing-controller',
  severity: 'error',
  summary:
    "A Flux object is of a kind whose controller the cluster doesn't have, according to `flux.components` or Flux's own files. Without its CRD, the whole Kustomization fails; with it, nothing reconciles the object.",
  page: {
    example: "flux: { version: '2.9', components: ['source-controller', 'kustomize-controller'] }, and a HelmRelease",
    flux: 'HelmRelease/web/web dry-run failed: no matches for kind "HelmRelease" in version "helm.toolkit.fluxcd.io/v2"',
    right: "components: ['source-controller', 'kustomize-controller', 'helm-controller']",
  },
  exceptable: true,
});
