import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export * from './outputs/diagnostics.js';

export const tooDeep = defineDiagnostic({
  code: 'FX010',
  name: 'too-deep',
  severity: 'error',
  summary: 'A value, or something that a file holds, is nested deeper than fluxspan reads.',
  page: {
    example: 'an object of 600 lists within lists',
    right: 'write what is deep as text: a file in a ConfigMap, JSON in a string',
  },
});

export const clusterFolders = defineDiagnostic({
  code: 'FX009',
  name: 'cluster-folders',
  severity: 'error',
  summary:
    "Two clusters have the same folder, or one's folder is inside the other's; or a cluster's folder contains a folder of addons or contracts, or is inside one. Flux applies everything in a cluster's folder.",
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
    'The project is in a subfolder of its repository, and Flux reads an artifact (an OCIRepository or a Bucket). synth assumes that the artifact starts at the project.',
  page: {
    example:
      "new FluxApp({ source: { kind: 'OCIRepository', name: 'platform' } }) in the folder infra/platform of a repository",
    flux: 'if the assumption is wrong: kustomization path not found',
    right: "new FluxApp({ pathPrefix: 'infra/platform/k8s', source: … }) if the artifact holds the whole repository",
  },
});

export const varConflict = defineDiagnostic({
  code: 'FX205',
  name: 'var-conflict',
  severity: 'error',
  summary:
    'Two addons declare the same var with different base types, different defaults, or enums without a common value.',
  page: {
    example: 'TF_SIZE: z.string() in one addon, TF_SIZE: z.number() in another',
    right: 'write one declaration that both import, or use two names: a var has one value for the whole cluster',
  },
});

export const secretConflict = defineDiagnostic({
  code: 'FX206',
  name: 'secret-conflict',
  severity: 'error',
  summary: 'Two addons declare the same remote secret with different keys, managers or property types.',
  page: {
    example: "shared: remoteSecret({ key: 'TF_A', … }) in one addon, with key: 'TF_B' in another",
    right: 'write one remoteSecret(…) that both import',
  },
});

export const openVars = defineDiagnostic({
  code: 'FX218',
  name: 'open-vars',
  severity: 'notice',
  summary:
    "An addon reads vars that it doesn't declare, from a ConfigMap or Secret whose vars aren't listed. synth can't tell whether they exist, or which values they have.",
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
    "`postBuild.substitute` sets a var of the contract to a value that the var's type refuses, or an addon asks Terraform for a var and sets it itself: Terraform's value never arrives.",
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
  summary: "`postBuild.substitute` overrides a var of the contract: Terraform's value doesn't reach this addon.",
  page: {
    example:
      "web({ kustomization: { postBuild: { substitute: { TF_HOST: 'web.example.org' } } } })   // and web has TF_HOST",
    right: 'set the value only in Terraform, if it is for every addon that reads the var',
  },
});

export const kustomizationTransforms = defineDiagnostic({
  code: 'FX217',
  name: 'kustomization-transforms',
  severity: 'error',
  summary:
    'The Kustomization of an addon would give objects another name or namespace than its `build` did, and everything else relies on those.',
  page: {
    example: "web({ kustomization: { namePrefix: 'blue-' } })   // and its objects are made in `build`",
    right: "set the names in `build`: new ConfigMap(scope, 'config', { name: 'blue-config', … })",
  },
});

export const infraMismatch = defineDiagnostic({
  code: 'FX211',
  name: 'infra',
  severity: 'error',
  summary: 'The infra given to `defineInfra` has a missing key, an unknown key, or a value of the wrong type.',
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
    "An API server wouldn't accept a CRD, from a file in the FluxApp's `schemas` or from an addon. synth uses the others.",
});

export const objectWithoutAddon = defineDiagnostic({
  code: 'FX319',
  name: 'object-without-addon',
  severity: 'error',
  summary: 'An object is created outside the scope that the `build` of its addon gets, so no file would contain it.',
});

export const listObject = defineDiagnostic({
  code: 'FX320',
  name: 'list-object',
  severity: 'error',
  summary:
    "An object is a list of others. kustomize takes it apart, so synth can't check the objects in it, or know their owner.",
});

export const keptSelector = defineDiagnostic({
  code: 'FX334',
  name: 'kept-selector',
  severity: 'error',
  summary:
    '`keepSelector` gives a workload a value that no label can have. As a warning: another workload of the namespace has the same value, so what selects the pods of one selects those of both.',
  page: {
    example: "keepSelector(web, 'shop-web-c8d9f1a2'); keepSelector(worker, 'shop-web-c8d9f1a2')",
    flux: 'nothing: half of the traffic for web goes to pods of worker',
    right: "keepSelector(web, 'shop-web-c8d9f1a2'); keepSelector(worker, 'shop-worker-c8a1b2c3')",
  },
});
