import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const appNotLoaded = defineDiagnostic({
  code: 'FX001',
  name: 'app-not-loaded',
  severity: 'error',
  summary:
    'The module named by `fluxspan.app` in cdk8s.yaml could not be loaded, or its default export is not a FluxApp.',
});

export const cdk8sOutput = defineDiagnostic({
  code: 'FX020',
  name: 'cdk8s-output',
  severity: 'error',
  summary:
    '`output` in cdk8s.yaml is, contains or lies in a folder of the tree, `imports` or `.git`, or contains the app. cdk8s deletes its output before it runs the app, so `cdk8s synth` would delete that.',
  page: {
    example: 'output: k8s   # in cdk8s.yaml, and the tree is in k8s',
    right: 'output: .fluxspan/cdk8s, a folder that .gitignore lists',
  },
});

export const dependsOnUnknown = defineDiagnostic({
  code: 'FX202',
  name: 'depends-on-unknown',
  severity: 'error',
  summary: "A stage's `dependsOn` names something that no earlier stage has.",
  page: {
    example: "stage('apps', [web()], { dependsOn: ['sytem'] })   // and the stage is called system",
    right: "stage('apps', [web()], { dependsOn: ['system'] }), after the stage that it names",
  },
});

export const clusterOptions = defineDiagnostic({
  code: 'FX209',
  name: 'cluster-options',
  severity: 'error',
  summary:
    'A cluster, a stage or the app has an unknown option or one of the wrong type; or a stage was added after the cluster was synthesized.',
  page: {
    example: "new FluxCluster(app, 'dev', { flux: '1.0', lockdwn: true })",
    right: "new FluxCluster(app, 'dev', { flux: '2.9', lockdown: true })",
  },
});

export const removalWithoutReason = defineDiagnostic({
  code: 'FX513',
  name: 'removal-reason',
  severity: 'error',
  summary: '`removed(…)` and `replaced(…)` need a reason.',
  page: {
    example: "dev.removed('database', { reason: '' })",
    right: "dev.removed('database', { reason: 'moved to RDS' })",
  },
});
