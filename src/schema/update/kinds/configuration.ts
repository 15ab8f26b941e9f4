import { objectsOf } from '../../../json/as-shape.js';
import { isObject } from '../../../json/is-object.js';
import type { JsonObject } from '../../../json/json-value.js';
import { specOf } from '../../../json/manifest-fields.js';
import { type Defaults, type Difference, SERVER_DECIDES } from '../differences.js';
import { field, type ImmutableField, type ImmutableKind } from '../immutable-kind.js';

const wasImmutable = (from: JsonObject): boolean => from['immutable'] === true;
const frozen = (path: string): ImmutableField => ({ path, when: wasImmutable });

/** A Secret's texts in clear become data when it is applied; those with a var can't be encoded here. */
const withData = (secret: JsonObject): JsonObject => {
  const clear = isObject(secret['stringData']) ? secret['stringData'] : {};
  if (Object.keys(clear).length === 0) return secret;
  const encoded = Object.entries(clear).map(([key, text]) => [
    key,
    typeof text === 'string' && !text.includes('$') ? Buffer.from(text).toString('base64') : text,
  ]);
  return { ...secret, data: { ...(secret['data'] as object | undefined), ...Object.fromEntries(encoded) } };
};

/** A text in clear that is taken out stays as data, which Flux has never put there. */
const withoutLeft = (from: JsonObject, to: JsonObject): JsonObject => {
  const clear = isObject(from['stringData']) ? from['stringData'] : {};
  const [before, after] = [from['data'], to['data']].map((data) => (isObject(data) ? data : {})) as [
    JsonObject,
    JsonObject,
  ];
  const stays = ([key]: readonly [string, unknown]) => !Object.hasOwn(clear, key) || Object.hasOwn(after, key);
  if (Object.keys(clear).length === 0) return from;
  return { ...from, data: Object.fromEntries(Object.entries(before).filter(stays)) };
};

/**
 * What counts in an immutable map, and is nothing elsewhere: a key whose text is empty, and `{}` where no map was.
 *
 * @param emptied maps of which Go tells `{}` from none
 */
const emptyChanges =
  (maps: readonly string[], emptied: string): NonNullable<ImmutableKind['extra']> =>
  (from, to) =>
    wasImmutable(from)
      ? maps.flatMap((name): readonly Difference[] => {
          const [before, after] = [from[name], to[name]].map((one) => (isObject(one) ? one : {})) as [
            JsonObject,
            JsonObject,
          ];
          const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
          if (name === emptied && keys.length === 0 && isObject(to[name]) && !isObject(from[name])) {
            return [{ path: [name], from: undefined, to: to[name], certain: true }];
          }
          const isOneSided = (key: string) => Object.hasOwn(before, key) !== Object.hasOwn(after, key);
          return keys
            .filter((key) => isOneSided(key) && (before[key] ?? after[key]) === '')
            .map((key) => ({ path: [name, key], from: before[key], to: after[key], certain: true }));
        })
      : [];

const roleRef = field('roleRef', { apiGroup: 'rbac.authorization.k8s.io' });

const request: Defaults = { allocationMode: 'ExactCount', count: SERVER_DECIDES, tolerations: { operator: 'Equal' } };
/** The fields of a request are inline in v1beta1. */
const claim: Defaults = { devices: { requests: { ...request, exactly: request, firstAvailable: request } } };

/** The version in which objects are stored stays until somebody has stored them in another one. */
const storedVersionGone = (from: JsonObject, to: JsonObject): readonly Difference[] => {
  const [before, after] = [from, to].map((crd) => {
    const { versions } = specOf(crd);
    return objectsOf(versions);
  }) as [JsonObject[], JsonObject[]];
  const stored = before.find(({ storage }) => storage === true)?.['name'];
  if (stored === undefined || after.length === 0 || after.some(({ name }) => name === stored)) return [];
  const names = (versions: readonly JsonObject[]) => versions.map(({ name }) => name);
  const instead = `keep "${String(stored)}" in spec.versions, with served: false if need be, until all objects are stored in another version`;
  const why = `objects are stored as "${String(stored)}", which must stay in spec.versions`;
  return [{ path: ['spec', 'versions'], from: names(before), to: names(after), certain: true, why, instead }];
};

export const configuration: readonly ImmutableKind[] = [
  {
    group: '',
    kind: 'ConfigMap',
    upstream: 'ValidateConfigMapUpdate',
    fields: [frozen('immutable'), frozen('data'), frozen('binaryData')],
    extra: emptyChanges(['data', 'binaryData'], 'binaryData'),
  },
  {
    group: '',
    kind: 'Secret',
    upstream: 'ValidateSecretUpdate',
    view: withData,
    viewFrom: withoutLeft,
    fields: [field('type', 'Opaque'), frozen('immutable'), frozen('data')],
    extra: emptyChanges(['data'], 'data'),
  },
  {
    group: '',
    kind: 'ResourceQuota',
    upstream: 'ValidateResourceQuotaUpdate',
    fields: [{ path: 'spec.scopes', isSet: true }],
  },
  { group: 'rbac.authorization.k8s.io', kind: 'RoleBinding', upstream: 'ValidateRoleBindingUpdate', fields: [roleRef] },
  {
    group: 'rbac.authorization.k8s.io',
    kind: 'ClusterRoleBinding',
    upstream: 'ValidateClusterRoleBindingUpdate',
    fields: [roleRef],
  },
  {
    group: 'scheduling.k8s.io',
    kind: 'PriorityClass',
    upstream: 'ValidatePriorityClassUpdate',
    fields: [field('value'), field('preemptionPolicy', 'PreemptLowerPriority')],
  },
  { group: 'node.k8s.io', kind: 'RuntimeClass', upstream: 'ValidateRuntimeClassUpdate', fields: [field('handler')] },
  {
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
    upstream: 'ValidateCustomResourceDefinitionUpdate',
    fields: [field('spec.group'), field('spec.names.plural'), field('spec.names.kind'), field('spec.scope')],
    extra: storedVersionGone,
  },
  {
    group: 'resource.k8s.io',
    kind: 'ResourceClaim',
    upstream: 'ValidateResourceClaimUpdate',
    fields: [field('spec', claim)],
  },
  {
    group: 'resource.k8s.io',
    kind: 'ResourceClaimTemplate',
    upstream: 'ValidateResourceClaimTemplateUpdate',
    fields: [field('spec', { spec: claim })],
  },
  {
    group: 'resource.k8s.io',
    kind: 'ResourceSlice',
    upstream: 'validateResourceSliceSpec',
    fields: [field('spec.driver'), field('spec.pool.name'), field('spec.nodeName')],
  },
];
