import type { Severity } from './severity.js';

interface CodeInfo {
  readonly name: string;
  readonly severity: Severity;
  /** One sentence for `docs/diagnostics.md`: what is wrong, and why it matters. */
  readonly summary: string;
}

/**
 * Every code that fluxspan can report. A code, once released, keeps its meaning; new ones are added.
 * FX0xx: the app and its files. FX1xx: declarations of addons. FX2xx: clusters. FX3xx: objects and values.
 * FX4xx: what Terraform made of the contract.
 * FX5xx: what a change does to the cluster.
 * FX6xx: what Flux, Helm and the API server would make of the tree.
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
    summary:
      'A remote secret names a key that the addon does not declare as a var, or `build` reads a secret or property that it does not declare.',
  },
  FX107: {
    name: 'option',
    severity: 'error',
    summary: 'An addon was given an option that it does not have, or one of the wrong type.',
  },
  FX108: {
    name: 'addon-definition',
    severity: 'error',
    summary:
      'A definition of an addon contradicts itself, has a field of the wrong shape, or reads an option or chart that it does not declare.',
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
    summary:
      'A cluster, a stage or the app was given an option that it does not have, or one of the wrong type; or a cluster a stage once it was synthesized.',
  },
  FX210: {
    name: 'mirror',
    severity: 'error',
    summary: 'A source is covered by no mirror where all must be, or by one that does not fit its kind.',
  },
  FX211: {
    name: 'infra',
    severity: 'error',
    summary: 'What `defineInfra` was given lacks a key of the contract, has one too many, or a value of another type.',
  },
  FX301: {
    name: 'build-failed',
    severity: 'error',
    summary:
      'The `build` function of an addon threw an error, or is `async` or a generator, whose objects come too late.',
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
  FX315: {
    name: 'object-schema',
    severity: 'error',
    summary:
      'An object breaks the schema of its kind: a field that is not there, a missing one, or a value of another type or form. The API server refuses it.',
  },
  FX316: {
    name: 'object-rule',
    severity: 'error',
    summary: 'An object breaks a validation rule (CEL) of its kind. The API server refuses it.',
  },
  FX317: {
    name: 'schema-file',
    severity: 'error',
    summary:
      'A CRD, in a file that the FluxApp names in `schemas` or of an addon, is none that an API server takes. The others are used.',
  },
  FX318: {
    name: 'kind-not-described',
    severity: 'notice',
    summary: 'Objects are of kinds that no schema describes, so nothing but their names was checked.',
  },
  FX319: {
    name: 'object-without-addon',
    severity: 'error',
    summary: 'An object was made outside the scope that the `build` of its addon is given, so no file would hold it.',
  },
  FX320: {
    name: 'list-object',
    severity: 'error',
    summary: 'An object is a list of others, which kustomize takes apart: nothing in it was checked, or has its owner.',
  },
  FX501: {
    name: 'owner-changed',
    severity: 'error',
    summary:
      'An object changes its Kustomization in one change, so Flux would delete it. `fluxspan handover` makes two of it.',
  },
  FX502: {
    name: 'removal-not-said',
    severity: 'error',
    summary:
      'Something goes that takes data or other objects with it, and the cluster’s code does not say that it is meant.',
  },
  FX503: {
    name: 'removal-unmatched',
    severity: 'notice',
    summary:
      'A `removed(…)` of a cluster matches nothing that goes: the line has done its work, or names another thing.',
  },
  FX504: {
    name: 'no-base',
    severity: 'notice',
    summary: 'There is no commit to compare with, so changes of owner and removals were not looked for.',
  },
  FX505: {
    name: 'not-compared',
    severity: 'notice',
    summary: 'A Kustomization that fluxspan did not write is in the folder of a cluster; its objects are not compared.',
  },
  FX506: {
    name: 'foreign-owner',
    severity: 'error',
    summary: 'An object of the plan is also in the files of a Kustomization that fluxspan did not write: two owners.',
  },
  FX507: {
    name: 'base-not-built',
    severity: 'error',
    summary: 'The tree that Flux has, or would get, does not build, so it is not known what a change would do.',
  },
  FX508: {
    name: 'handover-not-merged',
    severity: 'error',
    summary: 'The first step of a handover is on this branch alone: both steps would arrive as one change.',
  },
  FX509: {
    name: 'handover-blocked',
    severity: 'error',
    summary: 'A handover cannot be written here, and nothing was.',
  },
  FX510: {
    name: 'handover-step',
    severity: 'notice',
    summary: 'The tree is the first or the second step of a handover.',
  },
  FX511: {
    name: 'namespace-creator',
    severity: 'warning',
    summary:
      'A namespace changes its creator between Flux and Terraform: Terraform must be told, or it fails or destroys.',
  },
  FX512: {
    name: 'terraform-writes',
    severity: 'error',
    summary: 'Terraform writes a file or namespace that a handover changes, and would undo it.',
  },
  FX513: {
    name: 'removal-reason',
    severity: 'error',
    summary: 'A `removed(…)` of a cluster says no reason.',
  },
  FX514: {
    name: 'version-changed',
    severity: 'warning',
    summary: 'An adoption would change the version of a chart or tag: that is a change of its own.',
  },
  FX401: {
    name: 'infra-missing',
    severity: 'error',
    summary: 'Terraform does not give an infra input that the contract of the cluster asks for.',
  },
  FX402: {
    name: 'infra-unknown',
    severity: 'error',
    summary: 'Terraform gives a key that the contract of the cluster does not have, so nobody reads it.',
  },
  FX403: {
    name: 'infra-type',
    severity: 'error',
    summary: 'Terraform gives an infra input a value of another type, or none of those that it may have.',
  },
  FX404: {
    name: 'infra-pattern',
    severity: 'error',
    summary: 'Terraform gives an infra input a text that does not match its pattern.',
  },
  FX405: {
    name: 'config-map-missing',
    severity: 'error',
    summary: 'A ConfigMap of the contract is not there, or not in the namespace of its reader.',
  },
  FX406: {
    name: 'config-map-label',
    severity: 'error',
    summary: 'A ConfigMap lacks a label of the contract: Flux sees its change only after the interval of each reader.',
  },
  FX407: {
    name: 'values-document',
    severity: 'error',
    summary: 'A ConfigMap lacks the key of its values document, or the document is no YAML mapping.',
  },
  FX408: {
    name: 'config-map-immutable',
    severity: 'warning',
    summary:
      'A ConfigMap is immutable: a change of its data deletes it and makes it anew, and Flux may look in between.',
  },
  FX409: {
    name: 'config-map-unread',
    severity: 'warning',
    summary: 'A ConfigMap is named like one of a contract, and nobody reads it.',
  },
  FX410: {
    name: 'known-after-apply',
    severity: 'notice',
    summary: 'Values of infra inputs are unknown until Terraform applies; their keys are proven, their types are not.',
  },
  FX411: {
    name: 'unproven',
    severity: 'notice',
    summary: 'A plan hides the keys of an argument or ConfigMap, because it is unknown as a whole.',
  },
  FX412: {
    name: 'artifact',
    severity: 'error',
    summary: 'A file cannot be read as what Terraform or kubectl prints: it is something else, or cut off.',
  },
  FX413: {
    name: 'contract-not-found',
    severity: 'error',
    summary: 'A plan, state or output holds nothing of the contract: the module is not called, or not any more.',
  },
  FX414: {
    name: 'other-cluster',
    severity: 'error',
    summary: 'A plan, state or output is of a cluster other than the one that it is checked against.',
  },
  FX415: {
    name: 'contract-version',
    severity: 'error',
    summary: 'A contract.json, or the module behind a plan, cannot be read or is of another version of the format.',
  },
  FX601: {
    name: 'unused-input',
    severity: 'warning',
    summary: 'Terraform is asked for an input that no object reads: it was renamed, or is dead.',
  },
  FX602: {
    name: 'expression-meaning',
    severity: 'error',
    summary: 'Flux reads an expression otherwise than the shell that it is borrowed from.',
  },
  FX603: {
    name: 'value-at-risk',
    severity: 'warning',
    summary:
      'The declared type of a var lets values through that would break, cut or change the text around them, quotes or not.',
  },
  FX604: {
    name: 'newer-field',
    severity: 'error',
    summary: 'An object has a field that the cluster’s Flux does not know, so that server-side apply refuses it.',
  },
  FX605: {
    name: 'crd-provider',
    severity: 'error',
    summary: 'A custom resource is applied before its CRD is there: no addon that it waits for provides its group.',
  },
  FX606: {
    name: 'crd-not-waited-for',
    severity: 'error',
    summary:
      'An addon that brings CRDs by a release is ready before they are there, because its Kustomization does not wait.',
  },
  FX607: {
    name: 'class-beside-operator',
    severity: 'error',
    summary:
      'A kind that ends in Class is in one Kustomization with a release: Flux applies it first and waits for it to be ready.',
  },
  FX608: {
    name: 'webhook-resource',
    severity: 'error',
    summary:
      'An object is applied before the webhook that admits it serves, so that its whole Kustomization fails until then.',
  },
  FX609: {
    name: 'not-watched',
    severity: 'warning',
    summary: 'A ConfigMap or Secret that Flux reads lacks the watch label: its changes wait for the next interval.',
  },
  FX610: {
    name: 'value-source',
    severity: 'error',
    summary: 'A release or Kustomization reads a ConfigMap, Secret or key that nobody writes where it looks.',
  },
  FX611: {
    name: 'config-map-limits',
    severity: 'error',
    summary: 'A ConfigMap or Secret holds more than Kubernetes takes (1 MiB), or a key that it refuses.',
  },
  FX612: {
    name: 'object-scope',
    severity: 'error',
    summary: 'A cluster-scoped object has a namespace, or a namespaced one has none.',
  },
  FX613: {
    name: 'cross-namespace',
    severity: 'error',
    summary: 'An object refers to a source of another namespace, which a cluster with `lockdown: true` forbids.',
  },
  FX614: {
    name: 'retry-interval',
    severity: 'warning',
    summary:
      'A Kustomization or release has no retry of its own: each lost race costs a whole interval, or stalls for good.',
  },
  FX615: {
    name: 'sensitive-input',
    severity: 'warning',
    summary: 'An input that is secret by its name travels in a ConfigMap, which everybody can read.',
  },
  FX618: {
    name: 'big-number',
    severity: 'warning',
    summary: 'A number of a release’s values is a million or more: templates print it as 1e+06.',
  },
  FX619: {
    name: 'target-path',
    severity: 'error',
    summary: 'A value is written by `targetPath` where inline values stand too, or in the syntax of helm --set.',
  },
  FX620: {
    name: 'layer-override',
    severity: 'warning',
    summary: 'A layer of a release’s values replaces what an earlier one says.',
  },
  FX621: {
    name: 'values-mapping',
    severity: 'error',
    summary: 'A document of values is no YAML mapping, so the release fails.',
  },
  FX622: {
    name: 'name-collision',
    severity: 'error',
    summary: 'Two objects have one identity once the vars have their values.',
  },
  FX623: {
    name: 'identity-value',
    severity: 'error',
    summary: 'The type of a var lets values through that Kubernetes refuses as a name, namespace or label.',
  },
  FX624: {
    name: 'escape-without-vars',
    severity: 'warning',
    summary: 'Text has a `$${` for Flux to undo, in an addon without vars, where Flux undoes nothing.',
  },
  FX625: {
    name: 'exception',
    severity: 'error',
    summary: 'An exception of a cluster names a code that cannot be excepted, or gives no reason.',
  },
  FX626: {
    name: 'exception-unmatched',
    severity: 'notice',
    summary: 'An exception of a cluster matches no diagnostic any more.',
  },
  FX627: {
    name: 'external-secret',
    severity: 'error',
    summary: 'An ExternalSecret reads nothing, a secret without a name, or a store of another kind than it says.',
  },
  FX628: {
    name: 'var-key',
    severity: 'error',
    summary:
      'A Kustomization substitutes from a ConfigMap or Secret with a key that can be no var, so that all of it fails.',
  },
  FX629: {
    name: 'chart-types',
    severity: 'warning',
    summary: 'A chart is pinned to another version than the types of its values were imported from.',
  },
  FX690: {
    name: 'not-applied',
    severity: 'error',
    summary: 'What `render` was given would not be applied: Flux fails on it, or leaves an object out.',
  },
  FX691: {
    name: 'patches-not-rendered',
    severity: 'notice',
    summary: 'A Kustomization changes its objects by patches and the like, which `render` does not show.',
  },
} as const satisfies Record<string, CodeInfo>;

export type Code = keyof typeof codes;
