import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const infraMissing = defineDiagnostic({
  code: 'FX401',
  name: 'infra-missing',
  severity: 'error',
  summary: 'Terraform does not give an infra input that the contract of the cluster asks for.',
});

export const infraUnknown = defineDiagnostic({
  code: 'FX402',
  name: 'infra-unknown',
  severity: 'error',
  summary: 'Terraform gives a key that the contract of the cluster does not have, so nothing reads it.',
});

export const infraType = defineDiagnostic({
  code: 'FX403',
  name: 'infra-type',
  severity: 'error',
  summary: 'Terraform gives an infra input a value of another type, or none of those that it may have.',
});

export const infraPattern = defineDiagnostic({
  code: 'FX404',
  name: 'infra-pattern',
  severity: 'error',
  summary: 'Terraform gives an infra input a text that does not match its pattern.',
});

export const configMapMissing = defineDiagnostic({
  code: 'FX405',
  name: 'config-map-missing',
  severity: 'error',
  summary: 'A ConfigMap of the contract is not there, or not in the namespace of its reader.',
});

export const configMapLabel = defineDiagnostic({
  code: 'FX406',
  name: 'config-map-label',
  severity: 'error',
  summary: 'A ConfigMap lacks a label of the contract: Flux sees its change only after the interval of each reader.',
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
  summary:
    'A ConfigMap is immutable: a change of its data deletes it and makes it again, and Flux may look in between.',
});

export const configMapUnread = defineDiagnostic({
  code: 'FX409',
  name: 'config-map-unread',
  severity: 'warning',
  summary: 'A ConfigMap is named like one of a contract, and nothing reads it.',
});

export const knownAfterApply = defineDiagnostic({
  code: 'FX410',
  name: 'known-after-apply',
  severity: 'notice',
  summary: 'Values of infra inputs are unknown until Terraform applies; their keys are proven, their types are not.',
});

export const keysUnproven = defineDiagnostic({
  code: 'FX411',
  name: 'unproven',
  severity: 'notice',
  summary: 'A plan hides the keys of an argument or ConfigMap, because it is unknown as a whole.',
});

export const unreadableArtifact = defineDiagnostic({
  code: 'FX412',
  name: 'artifact',
  severity: 'error',
  summary: 'A file cannot be read as what Terraform or kubectl prints: it is something else, or cut off.',
});

export const contractNotFound = defineDiagnostic({
  code: 'FX413',
  name: 'contract-not-found',
  severity: 'error',
  summary: 'A plan, state or output holds nothing of the contract: the module is not called, or not any more.',
});

export const contractOfOtherCluster = defineDiagnostic({
  code: 'FX414',
  name: 'other-cluster',
  severity: 'error',
  summary: 'A plan, state or output is of a cluster other than the one that it is checked against.',
});

export const contractVersion = defineDiagnostic({
  code: 'FX415',
  name: 'contract-version',
  severity: 'error',
  summary: 'A contract.json, or the module behind a plan, cannot be read or is of another version of the format.',
});

export const artifactBudget = defineDiagnostic({
  code: 'FX416',
  name: 'artifact-budget',
  severity: 'error',
  summary: 'A plan, a state, outputs or ConfigMaps are larger than what is read of them.',
});
