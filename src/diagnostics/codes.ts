import type { Severity } from './diagnostic.js';

interface CodeInfo {
  readonly name: string;
  readonly severity: Severity;
  /** One sentence for `docs/diagnostics.md`: what is wrong, and why it matters. */
  readonly summary: string;
}

/**
 * Every code that fluxspan can report. A code, once released, keeps its meaning; new ones are added.
 * FX0xx: the app and its files. FX1xx: declarations of addons. FX2xx: clusters. FX3xx: objects and values.
 */
export const codes = {
  FX001: {
    name: 'app-not-loaded',
    severity: 'error',
    summary:
      'The module named by `fluxspan.app` in cdk8s.yaml could not be loaded, or its default export is no FluxApp.',
  },
  FX002: {
    name: 'unknown-cluster',
    severity: 'error',
    summary: 'A command names a cluster that the app does not have.',
  },
  FX003: {
    name: 'path-refused',
    severity: 'error',
    summary:
      'A generated file cannot be put where it belongs: somebody else’s file, a symlink or a folder is in the way, or two files have one path.',
  },
  FX004: {
    name: 'file-edited',
    severity: 'warning',
    summary: 'A generated file was changed by hand. It is kept as it is; `--force` writes it anew.',
  },
  FX101: {
    name: 'addon-name',
    severity: 'error',
    summary: 'The name of an addon, stage, cluster or release is none that Kubernetes takes, or is reserved.',
  },
  FX102: {
    name: 'input-type',
    severity: 'error',
    summary:
      'An infra input has a type that the contract cannot carry: it must mean the same in TypeScript, JSON Schema and Terraform.',
  },
  FX103: {
    name: 'input-pattern',
    severity: 'error',
    summary: 'The pattern of an infra input is not RE2, or its example or default does not match it.',
  },
  FX104: {
    name: 'input-name',
    severity: 'error',
    summary:
      'The name of an infra input cannot travel: a var must match ^[_A-Za-z][_A-Za-z0-9]*$, or Flux fails every reader.',
  },
  FX105: {
    name: 'values-without-chart',
    severity: 'error',
    summary: 'Infra values are declared for a release that the addon has no chart for.',
  },
  FX106: {
    name: 'secret-key',
    severity: 'error',
    summary: 'A remote secret names a key that the addon does not declare as a var.',
  },
  FX107: {
    name: 'option',
    severity: 'error',
    summary: 'An addon was given an option that it does not have, or one of the wrong type.',
  },
  FX108: {
    name: 'addon-definition',
    severity: 'error',
    summary: 'A definition of an addon contradicts itself or has a field of the wrong shape.',
  },
  FX201: {
    name: 'duplicate-name',
    severity: 'error',
    summary: 'Two stages, addons, releases or clusters have one name.',
  },
  FX202: {
    name: 'depends-on-unknown',
    severity: 'error',
    summary: 'A stage’s `dependsOn` names what no earlier stage has.',
  },
  FX203: {
    name: 'missing-provider',
    severity: 'error',
    summary: 'An addon requires a capability that no earlier stage provides.',
  },
  FX204: {
    name: 'two-providers',
    severity: 'error',
    summary: 'Two addons of a cluster provide one API group.',
  },
  FX205: {
    name: 'var-conflict',
    severity: 'error',
    summary:
      'Two addons declare one var with different base types, different defaults, or enums without a common value.',
  },
  FX206: {
    name: 'secret-conflict',
    severity: 'error',
    summary: 'Two addons declare one remote secret with different keys, managers or property types.',
  },
  FX207: {
    name: 'namespace-without-creator',
    severity: 'error',
    summary: 'Objects are in a namespace that nobody creates before them.',
  },
  FX208: {
    name: 'dependency-cycle',
    severity: 'error',
    summary: 'Addons wait for each other, because each has an object in a namespace that the other creates.',
  },
  FX209: {
    name: 'cluster-options',
    severity: 'error',
    summary: 'A cluster or the app was given an option that it does not have, or one of the wrong type.',
  },
  FX210: {
    name: 'mirror',
    severity: 'error',
    summary: 'A source is covered by no mirror where all must be, or by one that does not fit its kind.',
  },
  FX301: {
    name: 'build-failed',
    severity: 'error',
    summary: 'The `build` function of an addon threw an error.',
  },
  FX302: {
    name: 'duplicate-object',
    severity: 'error',
    summary:
      'Two objects of a cluster have one identity (group, kind, namespace, name), so Flux could give them two owners.',
  },
  FX303: {
    name: 'object-name',
    severity: 'error',
    summary: 'An object has no name, or one that Kubernetes refuses.',
  },
  FX304: {
    name: 'var-not-declared',
    severity: 'error',
    summary: 'An object reads a ${VAR} that its addon does not declare, so nobody provides it.',
  },
  FX305: {
    name: 'expression',
    severity: 'error',
    summary: 'An object holds a ${…} that Flux cannot parse, so its whole Kustomization fails.',
  },
  FX306: {
    name: 'values-overlap',
    severity: 'error',
    summary: 'A path of a release’s values is set inline and by Terraform; Flux lets the inline value win.',
  },
  FX307: {
    name: 'unknown-reference',
    severity: 'error',
    summary: 'An object refers to another addon’s object that no addon it depends on makes.',
  },
  FX308: {
    name: 'other-cluster',
    severity: 'error',
    summary: 'An object refers to a construct of another cluster.',
  },
  FX309: {
    name: 'helm-release',
    severity: 'error',
    summary: 'A HelmRelease has both `chart` and `chartRef`, or neither, or a release that its addon does not declare.',
  },
  FX310: {
    name: 'duration',
    severity: 'error',
    summary: 'A duration is not one that Flux reads (such as 90s, 5m, 1h30m).',
  },
  FX311: {
    name: 'unprintable',
    severity: 'error',
    summary: 'A value cannot be carried by YAML through kustomize unchanged.',
  },
  FX312: {
    name: 'derived-text',
    severity: 'error',
    summary:
      'A construct of the ecosystem derived text from its path or from a var, which would change or break in the cluster.',
  },
  FX313: {
    name: 'chart-value',
    severity: 'error',
    summary: 'A Helm value does not fit the chart: the chart does not read it, or takes another type.',
  },
  FX314: {
    name: 'exclusive-fields',
    severity: 'error',
    summary: 'Two fields of an object exclude each other, and both are set.',
  },
} as const satisfies Record<string, CodeInfo>;

export type Code = keyof typeof codes;
