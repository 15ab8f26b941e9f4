import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const tooDeep = defineDiagnostic({
  code: 'FX010',
  name: 'too-deep',
  severity: 'error',
  summary: 'A value, or something that a file holds, is nested deeper than fluxspan reads.',
  page: {
    example: 'an object of 600 lists within lists',
    right: 'what is deep as text: a file in a ConfigMap, JSON in a string',
  },
});

export const clusterFolders = defineDiagnostic({
  code: 'FX009',
  name: 'cluster-folders',
  severity: 'error',
  summary:
    "The folder of a cluster is another cluster's too, or one of them lies in the other; or it holds folders of addons or contracts, or lies in one. Flux applies all that lies in a cluster's folder.",
  page: {
    example: `new FluxCluster(app, 'dev', { path: 'kubernetes/flux' });
new FluxCluster(app, 'prod', { path: 'kubernetes/flux' });`,
    flux: 'nothing: each cluster applies the Kustomizations of both',
    right: `new FluxCluster(app, 'dev', { path: 'kubernetes/dev/flux' });
new FluxCluster(app, 'prod', { path: 'kubernetes/prod/flux' });`,
  },
});

export const pathAssumed = defineDiagnostic({
  code: 'FX014',
  name: 'path-assumed',
  severity: 'notice',
  summary:
    'The project lies in a subfolder of its repository, and Flux reads an artifact (an OCIRepository or a Bucket): synth assumes that the artifact starts at the project.',
  page: {
    example:
      "new FluxApp({ source: { kind: 'OCIRepository', name: 'platform' } }) in the folder infra/platform of a repository",
    flux: 'if the assumption is wrong: kustomization path not found',
    right: "new FluxApp({ pathPrefix: 'infra/platform/k8s', source: … }) if the artifact holds the whole repository",
  },
});

export const duplicateName = defineDiagnostic({
  code: 'FX201',
  name: 'duplicate-name',
  severity: 'error',
  summary: 'Two stages, addons, external Kustomizations, releases or clusters have one name.',
  page: {
    example: "stage('system', [metricsServer()]) and stage('apps', [metricsServer()])   // of one cluster",
    right: 'an addon once per cluster; for two of a kind, two definitions with names of their own',
  },
});

export const missingProvider = defineDiagnostic({
  code: 'FX203',
  name: 'missing-provider',
  severity: 'error',
  missesObject: true,
  summary: 'An addon requires a capability that no earlier stage provides.',
  page: {
    example: "stage('secrets', [externalSecrets()])   // which requires 'external-secrets.io'",
    right: "stage('crds', [externalSecretsCrds()]).stage('secrets', [externalSecrets()])",
  },
});

export const twoProviders = defineDiagnostic({
  code: 'FX204',
  name: 'two-providers',
  severity: 'error',
  summary: 'Two addons of a cluster provide one API group.',
  page: {
    example: "provides: ['example.org'] in two addons of one cluster",
    right: 'one addon has the CRDs of a group; the other one requires the group',
  },
});

export const varConflict = defineDiagnostic({
  code: 'FX205',
  name: 'var-conflict',
  severity: 'error',
  summary: 'Two addons declare one var with different base types, different defaults, or enums without a common value.',
  page: {
    example: 'TF_SIZE: z.string() in one addon, TF_SIZE: z.number() in another',
    right: 'one declaration that both import, or two names: a var is one value for the whole cluster',
  },
});

export const secretConflict = defineDiagnostic({
  code: 'FX206',
  name: 'secret-conflict',
  severity: 'error',
  summary: 'Two addons declare one remote secret with different keys, managers or property types.',
  page: {
    example: "shared: remoteSecret({ key: 'TF_A', … }) in one addon, with key: 'TF_B' in another",
    right: 'one remoteSecret(…) that both import',
  },
});

export const namespaceWithoutCreator = defineDiagnostic({
  code: 'FX207',
  name: 'namespace-without-creator',
  severity: 'error',
  summary: 'Objects are in a namespace that nothing creates before them.',
  missesObject: true,
  page: {
    example: 'new ConfigMap(scope, "data", { namespace: "nowhere", data: {} })   // and nothing creates it',
    flux: 'ConfigMap/nowhere/data … not found: namespaces "nowhere" not found',
    right:
      'createNamespace: true of an addon that lives in it; new Namespace(scope, …) in one `build`; or namespaces: ["nowhere"] on the cluster if it is there already',
  },
});

export const dependencyCycle = defineDiagnostic({
  code: 'FX208',
  name: 'dependency-cycle',
  severity: 'error',
  summary: 'Addons wait for each other, because each has an object in a namespace that the other creates.',
  page: {
    example: 'addon one creates the namespace one and has an object in two; addon two the other way round',
    flux: "dependency 'flux-system/two' is not ready, of both, for ever",
    right: 'each has its objects in its own namespace, or one of them is in a later stage',
  },
});

export const mirrorMismatch = defineDiagnostic({
  code: 'FX210',
  name: 'mirror',
  severity: 'error',
  summary: 'A source is covered by no mirror where all must be, or by one that does not fit its kind.',
  page: {
    example: 'requireMirrors: true, and a chart of a registry that no entry of `mirrors` covers',
    right: "mirrors: { 'oci://ghcr.io': 'oci://registry.example.org/ghcr' }",
  },
});

export const openVars = defineDiagnostic({
  code: 'FX218',
  name: 'open-vars',
  severity: 'notice',
  summary:
    "An addon reads vars that it does not declare, from a ConfigMap or Secret whose vars aren't listed: synth knows neither whether they are there nor what they look like.",
  page: {
    example: "postBuild: { substituteFrom: [{ kind: 'Secret', name: 'domains' }] }   // and a text reads ${DOMAIN}",
    flux: 'variable not set (strict mode): "DOMAIN", where the Secret lacks it',
    right: "postBuild: { substituteFrom: [{ kind: 'Secret', name: 'domains', vars: { DOMAIN: hostname() } }] }",
  },
});

export const hiddenVar = defineDiagnostic({
  code: 'FX216',
  name: 'hidden-var',
  severity: 'error',
  summary:
    "`postBuild.substitute` has a var of the contract with a value that the var's type refuses, or an addon asks Terraform for a var and sets it itself: what Terraform gives never arrives.",
  page: {
    example: "infra: { vars: { TF_PORT: z.int() } }, kustomization: { postBuild: { substitute: { TF_PORT: 'http' } } }",
    right:
      "kustomization: { postBuild: { substitute: { TF_PORT: '8080' } } }   // where the addon is used, to override it",
  },
});

export const overriddenVar = defineDiagnostic({
  code: 'FX219',
  name: 'overridden-var',
  severity: 'notice',
  summary: "`postBuild.substitute` overrides a var of the contract: what Terraform gives doesn't reach this addon.",
  page: {
    example:
      "web({ kustomization: { postBuild: { substitute: { TF_HOST: 'web.example.org' } } } })   // and web has TF_HOST",
    right: 'the value in Terraform alone, where it is meant for every addon that reads the var',
  },
});

export const kustomizationTransforms = defineDiagnostic({
  code: 'FX217',
  name: 'kustomization-transforms',
  severity: 'error',
  summary:
    'The Kustomization of an addon would give objects another name or namespace than its `build` did, which everything else counts on.',
  page: {
    example: "web({ kustomization: { namePrefix: 'blue-' } })   // and its objects are made in `build`",
    right: "names that `build` gives: new ConfigMap(scope, 'config', { name: 'blue-config', … })",
  },
});

export const infraMismatch = defineDiagnostic({
  code: 'FX211',
  name: 'infra',
  severity: 'error',
  summary: 'What `defineInfra` was given lacks a key of the contract, has one too many, or a value of another type.',
  page: {
    example: 'defineInfra(dev, { vars: { TF_HSOT: "a.example.org" } })   // and the contract has TF_HOST',
    right: 'defineInfra(dev, { vars: { TF_HOST: "a.example.org" } })',
  },
});

export const badExpression = defineDiagnostic({
  code: 'FX305',
  name: 'expression',
  severity: 'error',
  summary: 'An object holds a ${…} that Flux cannot parse, so its whole Kustomization fails.',
  page: {
    example: 'data: { text: "${TF_HOST-none}" }',
    flux: 'post build failed for …: envsubst error: variable substitution failed: missing closing brace',
    right: 'data: { text: "${TF_HOST:=none}" }',
  },
});

export const schemaFile = defineDiagnostic({
  code: 'FX317',
  name: 'schema-file',
  severity: 'error',
  summary:
    "A CRD, in a file that the FluxApp names in `schemas` or of an addon, isn't one that an API server accepts. The others are used.",
});

export const objectWithoutAddon = defineDiagnostic({
  code: 'FX319',
  name: 'object-without-addon',
  severity: 'error',
  summary: 'An object was made outside the scope that the `build` of its addon is given, so no file would hold it.',
});

export const listObject = defineDiagnostic({
  code: 'FX320',
  name: 'list-object',
  severity: 'error',
  summary: 'An object is a list of others, which kustomize takes apart: nothing in it was checked, or has its owner.',
});
