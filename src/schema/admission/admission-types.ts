import {
  bool,
  type CelType,
  dyn,
  int,
  listType,
  mapType,
  objectType,
  string,
  timestamp,
} from '../typed-cel/cel-type.js';

const named = (name: string, words: string, fields: Readonly<Record<string, CelType>>): CelType =>
  objectType(`kubernetes.${name}`, words, new Map(Object.entries(fields)));

const groupVersion = { group: string, version: string };
const groupVersionKind = named('GroupVersionKind', 'a kind', { ...groupVersion, kind: string });
const groupVersionResource = named('GroupVersionResource', 'a resource', { ...groupVersion, resource: string });
const userInfo = named('UserInfo', 'request.userInfo', {
  username: string,
  uid: string,
  groups: listType(string),
  extra: mapType(string, listType(string)),
});

/** `request`: the admission request, without the objects. https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression */
export const request = named('AdmissionRequest', 'a request', {
  kind: groupVersionKind,
  resource: groupVersionResource,
  subResource: string,
  requestKind: groupVersionKind,
  requestResource: groupVersionResource,
  requestSubResource: string,
  name: string,
  namespace: string,
  operation: string,
  userInfo,
  dryRun: bool,
  options: dyn,
});

const namespaceMetadata = named('NamespaceMetadata', 'the metadata of namespaceObject', {
  name: string,
  generateName: string,
  namespace: string,
  labels: mapType(string, string),
  annotations: mapType(string, string),
  UID: string,
  creationTimestamp: timestamp,
  deletionGracePeriodSeconds: int,
  deletionTimestamp: timestamp,
  generation: int,
  resourceVersion: string,
  finalizers: listType(string),
});
const namespaceSpec = named('NamespaceSpec', 'the spec of namespaceObject', { finalizers: listType(string) });
const namespaceCondition = named('NamespaceCondition', 'a condition of a Namespace', {
  status: string,
  type: string,
  lastTransitionTime: timestamp,
  message: string,
  reason: string,
});
const namespaceStatus = named('NamespaceStatus', 'the status of namespaceObject', {
  conditions: listType(namespaceCondition),
  phase: string,
});

/** `namespaceObject`: the Namespace of the object. */
export const namespaceObject = named('Namespace', 'a Namespace', {
  metadata: namespaceMetadata,
  spec: namespaceSpec,
  status: namespaceStatus,
});

/** What an operation of a JSON patch is written as: `JSONPatch{op: 'test', …}`. */
export const jsonPatch = objectType(
  'JSONPatch',
  'a JSONPatch',
  new Map([
    ['op', string],
    ['path', string],
    ['from', string],
    ['value', dyn],
  ]),
);

/** The types that policies can name. */
export const admissionTypes: ReadonlyMap<string, CelType> = new Map(
  [
    groupVersionKind,
    groupVersionResource,
    userInfo,
    request,
    namespaceMetadata,
    namespaceSpec,
    namespaceCondition,
    namespaceStatus,
    namespaceObject,
  ].map((type) => [type.name, type]),
);
