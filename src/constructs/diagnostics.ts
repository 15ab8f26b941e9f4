import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const duplicateObject = defineDiagnostic({
  code: 'FX302',
  name: 'duplicate-object',
  severity: 'error',
  summary:
    'Two objects of a cluster have the same identity (group, kind, namespace, name), so Flux could give them two owners.',
  page: {
    example: 'two ConfigMaps named "web" in one namespace',
    flux: "may not add resource with an already registered id: ConfigMap.v1.[noGrp]/web.default; in two addons: nothing; each keeps overwriting the other's",
    right: 'make it in one of the two, and refer to it in the other',
  },
});

export const objectName = defineDiagnostic({
  code: 'FX303',
  name: 'object-name',
  severity: 'error',
  summary: 'An object has no name, or one that Kubernetes refuses.',
  page: {
    example: 'new ConfigMap(scope, "data", { name: "Not_A_Name" })',
    flux: 'metadata.name: Invalid value: "Not_A_Name": a lowercase RFC 1123 subdomain must consist of …',
    right: 'new ConfigMap(scope, "data", { name: "a-name" })',
  },
});

export const nameHash = defineDiagnostic({
  code: 'FX324',
  name: 'name-hash',
  severity: 'error',
  summary:
    'An object refers to a ConfigMap or Secret without the hash that `nameSuffixHash` or kustomize appends to its name; or the hash is stale, because the content changes after the ConfigMap is created.',
  page: {
    example:
      "new ConfigMap(scope, 'config', { name: 'web', data, nameSuffixHash: true })   // and a Deployment has configMap: { name: 'web' }",
    flux: 'MountVolume.SetUp failed for volume "config": configmap "web" not found',
    right: 'const config = new ConfigMap(…)   // and configMap: { name: config.name } in the Deployment',
  },
  exceptable: true,
});

export const badEncryptedFile = defineDiagnostic({
  code: 'FX325',
  name: 'encrypted-file',
  severity: 'error',
  summary:
    "A file given to `encryptedFile` can't be in the tree: it isn't a regular file below the project, an object in it isn't encrypted with SOPS, or Flux couldn't decrypt an object with the fields that synth adds.",
  page: {
    example: "encryptedFile(scope, 'secrets/db.yaml')   // and db.yaml is plain text",
    right: "sops encrypt --in-place --encrypted-regex '^(data|stringData)$' secrets/db.yaml",
  },
});

export const chartOfRelease = defineDiagnostic({
  code: 'FX309',
  name: 'helm-release',
  severity: 'error',
  summary:
    "A HelmRelease has both `chart` and `chartRef`, or neither; or it is a release that its addon doesn't declare.",
  page: {
    example: 'new HelmRelease(scope, "web", { chart: charts.web, chartRef: source })',
    flux: 'spec: Invalid value: either chart or chartRef must be set',
    right: 'new HelmRelease(scope, "web", { chart: charts.web })',
  },
});

export const badDuration = defineDiagnostic({
  code: 'FX310',
  name: 'duration',
  severity: 'error',
  summary: "A duration isn't in the format that Flux reads (such as 90s, 5m, 1h30m).",
  page: {
    example: 'interval: "hourly"',
    flux: 'spec.interval: Invalid value: "hourly": … should match \'^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$\'',
    right: 'interval: "1h"',
  },
});

export const exclusiveFields = defineDiagnostic({
  code: 'FX314',
  name: 'exclusive-fields',
  severity: 'error',
  summary: 'Two fields of an object exclude each other, and both are set.',
  page: {
    example: 'new Kustomization(scope, "inner", { wait: true, healthChecks: […], … })',
    right: 'set one of the two: with `wait: true` Flux ignores healthChecks',
  },
});

export const wrongReference = defineDiagnostic({
  code: 'FX425',
  name: 'reference-kind',
  severity: 'error',
  summary: "A field that names another object was given one of a kind that it can't name.",
  page: {
    example: "new Certificate(scope, 'web', { spec: { issuerRef: gateway, secretName: 'web-tls' } })",
    flux: 'the Certificate never becomes ready: Referenced "Issuer" not found',
    right: "new Certificate(scope, 'web', { spec: { issuerRef: issuer, secretName: 'web-tls' } })",
  },
});

export const badImagePolicy = defineDiagnostic({
  code: 'FX716',
  name: 'bad-image-policy',
  severity: 'error',
  summary:
    "An `imagePolicy(…)` isn't `namespace:name`, marks something that isn't an image, or its value is only a part of a field. Flux's automation sets whole fields.",
  page: {
    example: "args: [`--image=${imagePolicy('apps:web', 'ghcr.io/acme/web:1.2.3')}`]",
    flux: 'nothing: the automation leaves the field alone, or replaces all of it',
    right: "image: imagePolicy('apps:web', 'ghcr.io/acme/web:1.2.3')",
  },
});
