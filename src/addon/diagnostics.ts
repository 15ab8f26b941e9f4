import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const addonName = defineDiagnostic({
  code: 'FX101',
  name: 'addon-name',
  severity: 'error',
  summary: "The name of an addon, stage, cluster or release isn't a valid Kubernetes name, or is reserved.",
});

export const inputName = defineDiagnostic({
  code: 'FX104',
  name: 'input-name',
  severity: 'error',
  summary:
    'The name of an infra input is invalid: a var must match ^[_A-Za-z][_A-Za-z0-9]*$, or Flux fails every Kustomization that reads it.',
});

export const valuesWithoutChart = defineDiagnostic({
  code: 'FX105',
  name: 'values-without-chart',
  severity: 'error',
  summary: 'Infra values are declared for a release that the addon has no chart for.',
});

export const secretKey = defineDiagnostic({
  code: 'FX106',
  name: 'secret-key',
  severity: 'error',
  summary:
    'A remote secret names a key that the addon does not declare as a var, or `build` reads a secret or property that it does not declare.',
});

export const badOption = defineDiagnostic({
  code: 'FX107',
  name: 'option',
  severity: 'error',
  summary: 'An addon was given an option that it does not have, or one of the wrong type.',
});

export const addonDefinition = defineDiagnostic({
  code: 'FX108',
  name: 'addon-definition',
  severity: 'error',
  summary:
    'A definition of an addon contradicts itself, has a field of the wrong shape, or reads an option or chart that it does not declare.',
});

export const buildFailed = defineDiagnostic({
  code: 'FX301',
  name: 'build-failed',
  severity: 'error',
  summary:
    'The `build` function of an addon threw an error; or it is `async` or a generator, so its objects are created too late.',
});

export const varNotDeclared = defineDiagnostic({
  code: 'FX304',
  name: 'var-not-declared',
  severity: 'error',
  summary:
    'An object reads a ${VAR} that its addon does not declare, so nothing provides it. As a notice: the expression has a default, which Flux takes.',
  page: {
    example: 'data: { host: "${TF_HSOT}" }   // and TF_HOST is declared',
    flux: 'variable not set (strict mode): "TF_HSOT"; before Flux 2.9 nothing, and the value is missing from the text',
    right: 'data: { host: vars.TF_HOST }',
  },
});

export const includedFile = defineDiagnostic({
  code: 'FX331',
  name: 'included-file',
  severity: 'error',
  summary:
    '`Include` of cdk8s reads a file outside the repository, which other machines do not have, or a URL, which synth should not depend on.',
  page: {
    example: "new Include(scope, 'rules', { url: '/home/me/rules.yaml' })",
    right: "new Include(scope, 'rules', { url: 'vendor/rules.yaml' })",
  },
});

export const renderedChart = defineDiagnostic({
  code: 'FX332',
  name: 'rendered-chart',
  severity: 'notice',
  summary:
    "`Helm` of cdk8s renders a chart while synth runs: the tree depends on this machine's helm, and Flux knows no release.",
  page: {
    example: "new Helm(scope, 'redis', { chart: 'oci://registry.example.org/charts/redis' })",
    right: "charts: { redis: helmChart({ … }) }, and new HelmRelease(scope, 'redis', { chart: charts.redis })",
  },
});

export const constructFault = defineDiagnostic({
  code: 'FX333',
  name: 'construct-fault',
  severity: 'error',
  summary: 'A construct finds a fault in itself, by a validation that its package added with `node.addValidation`.',
  page: {
    example: "new Ingress(scope, 'web')   // of cdk8s-plus, without a rule",
    right: "new Ingress(scope, 'web', { rules: [{ host: 'web.example.org', backend }] })",
  },
});

export const outputNotWritten = defineDiagnostic({
  code: 'FX760',
  name: 'output-not-written',
  severity: 'error',
  summary:
    'An addon declares an output that nothing in its `build` writes, or `build` writes one that it does not declare, or writes one to two objects.',
  page: {
    example:
      "outputs: { queue_name: queueName() }   // and writeOutputsToSecret: { name: 'queue-outputs', outputs: ['queue_url'] }",
    flux: 'variable not set (strict mode): "queue_name"',
    right: 'writeOutputsToSecret: outputs.secret()',
  },
});

export const outputNotDeclared = defineDiagnostic({
  code: 'FX761',
  name: 'output-not-declared',
  severity: 'error',
  summary:
    'The `build` of an addon reads an output that the other addon does not declare, or an addon that it does not use.',
  page: {
    example: 'uses: { queue }   // and `build` reads uses.queue.queue_nme',
    right: 'data: { name: uses.queue.queue_name }',
  },
});

export const tenantOption = defineDiagnostic({
  code: 'FX810',
  name: 'tenant-option',
  severity: 'error',
  summary:
    'A tenant was given an option that it does not have, or one of the wrong form: an empty group, a quota that is no quantity, a path that leaves its repository.',
  page: {
    example: "tenant({ name: 'claims', groups: [''], quota: { 'requests.cpu': '4 cores' } })",
    right: "tenant({ name: 'claims', groups: ['claims-developers'], quota: { 'requests.cpu': '4' } })",
  },
});
