import { type CelType, type ObjectType, timestamp } from '../typed-cel/cel-type.js';

const TEXTS = 'list<string>';
const LABELS = 'map<string, string>';

const named = (name: string, words: string, fields: Readonly<Record<string, CelType>>): ObjectType => ({
  name: `kubernetes.${name}`,
  words,
  fields,
});

const groupVersion = { group: 'string', version: 'string' };
const groupVersionKind = named('GroupVersionKind', 'a kind', { ...groupVersion, kind: 'string' });
const groupVersionResource = named('GroupVersionResource', 'a resource', { ...groupVersion, resource: 'string' });
const userInfo = named('UserInfo', 'request.userInfo', {
  username: 'string',
  uid: 'string',
  groups: TEXTS,
  extra: 'map<string, list<string>>',
});

/** `request`: the admission request, without the objects. https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression */
export const request = named('AdmissionRequest', 'a request', {
  kind: groupVersionKind.name,
  resource: groupVersionResource.name,
  subResource: 'string',
  requestKind: groupVersionKind.name,
  requestResource: groupVersionResource.name,
  requestSubResource: 'string',
  name: 'string',
  namespace: 'string',
  operation: 'string',
  userInfo: userInfo.name,
  dryRun: 'bool',
  options: 'dyn',
});

const namespaceMetadata = named('NamespaceMetadata', 'the metadata of namespaceObject', {
  name: 'string',
  generateName: 'string',
  namespace: 'string',
  labels: LABELS,
  annotations: LABELS,
  UID: 'string',
  creationTimestamp: timestamp,
  deletionGracePeriodSeconds: 'int',
  deletionTimestamp: timestamp,
  generation: 'int',
  resourceVersion: 'string',
  finalizers: TEXTS,
});
const namespaceSpec = named('NamespaceSpec', 'the spec of namespaceObject', { finalizers: TEXTS });
const namespaceCondition = named('NamespaceCondition', 'a condition of a Namespace', {
  status: 'string',
  type: 'string',
  lastTransitionTime: timestamp,
  message: 'string',
  reason: 'string',
});
const namespaceStatus = named('NamespaceStatus', 'the status of namespaceObject', {
  conditions: `list<${namespaceCondition.name}>`,
  phase: 'string',
});

/** `namespaceObject`: the Namespace of the object. */
export const namespaceObject = named('Namespace', 'a Namespace', {
  metadata: namespaceMetadata.name,
  spec: namespaceSpec.name,
  status: namespaceStatus.name,
});

/** What an operation of a JSON patch is written as: `JSONPatch{op: 'test', …}`. */
export const jsonPatch: ObjectType = {
  name: 'JSONPatch',
  words: 'a JSONPatch',
  fields: { op: 'string', path: 'string', from: 'string', value: 'dyn' },
};

/** The types that policies can name; each comes after those of its fields. */
export const admissionTypes: readonly ObjectType[] = [
  groupVersionKind,
  groupVersionResource,
  userInfo,
  request,
  namespaceMetadata,
  namespaceSpec,
  namespaceCondition,
  namespaceStatus,
  namespaceObject,
];
