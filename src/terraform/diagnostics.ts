import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const infraMissing = defineDiagnostic({
  code: 'FX401',
  name: 'infra-missing',
  severity: 'error',
  summary: "Terraform doesn't supply an infra input that the cluster's contract requires.",
});

export const infraUnknown = defineDiagnostic({
  code: 'FX402',
  name: 'infra-unknown',
  severity: 'error',
  summary: "Terraform supplies a key that the cluster's contract doesn't have, so nothing reads it.",
});

export const infraType = defineDiagnostic({
  code: 'FX403',
  name: 'infra-type',
  severity: 'error',
  summary: "Terraform supplies a value of the wrong type for an infra input, or one that isn't allowed.",
});

export const infraPattern = defineDiagnostic({
  code: 'FX404',
  name: 'infra-pattern',
  severity: 'error',
  summary: "Terraform supplies a text that doesn't match the pattern of its infra input.",
});

export const configMapMissing = defineDiagnostic({
  code: 'FX405',
  name: 'config-map-missing',
  severity: 'error',
  summary: "A ConfigMap of the contract is missing, or isn't in the namespace of its reader.",
});

export const configMapLabel = defineDiagnostic({
  code: 'FX406',
  name: 'config-map-label',
  severity: 'error',
  summary:
    'A ConfigMap lacks a label of the contract, so Flux sees its changes only at the next interval of each reader.',
});

export const valuesDocument = defineDiagnostic({
  code: 'FX407',
  name: 'values-document',
  severity: 'error',
  summary: 'A ConfigMap lacks the key of its values document, or the document is not a YAML mapping.',
});

export const configMapImmutable = defineDiagnostic({
  code: 'FX408',
  name: 'config-map-immutable',
  severity: 'warning',
  summary: 'A ConfigMap is immutable: a change of its data deletes and recreates it, and Flux may read it in between.',
});

export const configMapUnread = defineDiagnostic({
  code: 'FX409',
  name: 'config-map-unread',
  severity: 'warning',
  summary: 'A ConfigMap has a name like those of a contract, but nothing reads it.',
});

export const knownAfterApply = defineDiagnostic({
  code: 'FX410',
  name: 'known-after-apply',
  severity: 'notice',
  summary: "Values of infra inputs are unknown until Terraform applies: their keys are checked, their types aren't.",
});

export const keysUnproven = defineDiagnostic({
  code: 'FX411',
  name: 'unproven',
  severity: 'notice',
  summary: 'A plan hides the keys of an argument or ConfigMap, because all of it is unknown.',
});

export const unreadableArtifact = defineDiagnostic({
  code: 'FX412',
  name: 'artifact',
  severity: 'error',
  summary: "A file isn't valid output of Terraform or kubectl: it is something else, or cut off.",
});

export const contractNotFound = defineDiagnostic({
  code: 'FX413',
  name: 'contract-not-found',
  severity: 'error',
  summary: "A plan, state or output has nothing of the contract: the module isn't called, or no longer is.",
});

export const contractOfOtherCluster = defineDiagnostic({
  code: 'FX414',
  name: 'other-cluster',
  severity: 'error',
  summary: 'A plan, state or output belongs to another cluster than the one that it is checked against.',
});

export const contractVersion = defineDiagnostic({
  code: 'FX415',
  name: 'contract-version',
  severity: 'error',
  summary: "A contract.json, or the module behind a plan, can't be read or has another version of the format.",
});

export const artifactBudget = defineDiagnostic({
  code: 'FX416',
  name: 'artifact-budget',
  severity: 'error',
  summary: 'A plan, a state, outputs or ConfigMaps are larger than fluxspan reads.',
});

export const terraformUnread = defineDiagnostic({
  code: 'FX780',
  name: 'terraform-unread',
  severity: 'warning',
  summary:
    "A file of Terraform's can't be read, such as HCL with a syntax error. What it declares is unknown; everything else was read.",
});

export const stateOwes = defineDiagnostic({
  code: 'FX769',
  name: 'state-owes',
  severity: 'notice',
  summary:
    'A contract asks several Terraform states for values, and nothing was given of one of them. As an error: a module is of a state of which nothing is asked.',
  page: {
    example: 'fluxspan contract check main.json   // and TF_VPC_ID is from the state "network"',
    right: 'fluxspan contract check main.json network.json',
  },
});

export const bootstrapMissing = defineDiagnostic({
  code: 'FX771',
  name: 'bootstrap-missing',
  severity: 'error',
  summary: 'A cluster lacks a Secret of its `bootstrap`, or has it in another namespace.',
  page: {
    example: "bootstrap: { 'sops-age': secret({ keys: ['age.agekey'] }) }   // and nothing brought it",
    flux: 'cannot get decryption Secret \'flux-system/sops-age\': secrets "sops-age" not found',
    right: 'fluxspan bootstrap dev, and run the script that it writes',
  },
});

export const bootstrapKey = defineDiagnostic({
  code: 'FX772',
  name: 'bootstrap-key',
  severity: 'error',
  summary: "A Secret of a cluster's `bootstrap` lacks a key. Values are never read.",
  page: {
    example: 'kubectl create secret generic sops-age --from-file=key.txt   // and the key is age.agekey',
    right: 'kubectl create secret generic sops-age --from-file=age.agekey=key.txt',
  },
});

export const principalForClient = defineDiagnostic({
  code: 'FX879',
  name: 'principal-for-client',
  severity: 'notice',
  summary:
    'Terraform supplies the principal id (object id) of a managed identity of Azure where its client id belongs. Both are GUIDs, so the pattern of the input takes either.',
});
