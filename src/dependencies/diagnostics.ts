import { defineDiagnostic } from '../diagnostics/index.js';

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
  summary: 'Two addons of a cluster provide the same API group.',
  page: {
    example: "provides: ['example.org'] in two addons of one cluster",
    right: 'provide the group in the addon that has its CRDs, and require it in the other one',
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
      'set createNamespace: true on an addon that lives in it; or new Namespace(scope, …) in one `build`; or external: [{ kind: "Namespace", name: "nowhere" }] on the cluster if it exists already',
  },
});

export const dependencyCycle = defineDiagnostic({
  code: 'FX208',
  name: 'dependency-cycle',
  severity: 'error',
  summary: 'Addons wait for each other, because each has an object in a namespace that the other creates.',
  page: {
    example: 'addon one creates the namespace one and has an object in two; addon two the other way round',
    flux: "both report, forever: dependency 'flux-system/two' is not ready",
    right: 'give each its objects in its own namespace, or put one of them into a later stage',
  },
});
