import { isObject } from '../json/is-object.js';
import type { StructuralSchema } from './read-crd.js';
import type { Walk } from './walk.js';

const text = { type: 'string' };
const texts = { type: 'object', additionalProperties: text };

/** https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/, what people may write of it. */
export const objectMeta: StructuralSchema = {
  type: 'object',
  properties: {
    name: text,
    generateName: text,
    namespace: text,
    labels: texts,
    annotations: texts,
    finalizers: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    ownerReferences: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
      items: {
        type: 'object',
        required: ['apiVersion', 'kind', 'name', 'uid'],
        properties: {
          apiVersion: text,
          kind: text,
          name: text,
          uid: text,
          controller: { type: 'boolean' },
          blockOwnerDeletion: { type: 'boolean' },
        },
      },
    },
    creationTimestamp: { type: 'string', format: 'date-time', nullable: true },
    deletionTimestamp: { type: 'string', format: 'date-time', nullable: true },
    deletionGracePeriodSeconds: { type: 'integer', format: 'int64' },
    generation: { type: 'integer', format: 'int64' },
    resourceVersion: text,
    selfLink: text,
    uid: text,
    managedFields: { type: 'array', items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  },
};

export const ANY_VERSION = 'any';

/** A kind that no schema describes: nothing but its metadata can be checked. */
export const anyKind = {
  versions: { [ANY_VERSION]: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  own: false,
  vetted: true,
} as const;

const PART = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const PREFIX = /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** `example.org/name` or `name`: the keys of labels and annotations. */
export const isQualifiedName = (key: string): boolean => {
  const slash = key.indexOf('/');
  return slash < 0 ? PART.test(key) : PREFIX.test(key.slice(0, slash)) && PART.test(key.slice(slash + 1));
};

export const isLabelValue = (value: string): boolean => value === '' || PART.test(value);

/** Annotations of an object are 256 KiB together at most. */
const MAX_ANNOTATIONS = 256 * 1024;

/** What the API server checks of labels and annotations in addition to their types; of an object, and of a template in it. */
export const metaViolations = (metadata: unknown, walk: Walk): void => {
  if (!isObject(metadata)) return;
  const { labels, annotations } = metadata;
  if (isObject(labels)) {
    for (const [key, value] of Object.entries(labels)) {
      if (!isQualifiedName(key)) walk.refuse({ kind: 'key-name', key, of: 'label' }, undefined, ['labels', key]);
      if (typeof value === 'string' && !isLabelValue(value)) {
        walk.refuse({ kind: 'label-value' }, value, ['labels', key]);
      }
    }
  }
  checkFinalizers(metadata['finalizers'], walk);
  checkOwners(metadata['ownerReferences'], walk);
  if (!isObject(annotations)) return;
  let size = 0;
  for (const [key, value] of Object.entries(annotations)) {
    size += key.length + (typeof value === 'string' ? Buffer.byteLength(value) : 0);
    if (isQualifiedName(key.toLowerCase())) continue;
    walk.refuse({ kind: 'key-name', key, of: 'annotation' }, undefined, ['annotations', key]);
  }
  if (size > MAX_ANNOTATIONS) walk.refuse({ kind: 'annotations-size' }, undefined, ['annotations']);
};

/** Those that Kubernetes has without a domain. */
const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

const checkFinalizers = (finalizers: unknown, walk: Walk): void => {
  if (!Array.isArray(finalizers)) return;
  for (const [index, one] of finalizers.entries()) {
    if (typeof one !== 'string') continue;
    // A custom resource may have one without a domain.
    const isNamed = !walk.own || one.includes('/') || STANDARD_FINALIZERS.has(one);
    if (!isNamed || !isQualifiedName(one)) walk.refuse({ kind: 'finalizer' }, one, ['finalizers', index]);
  }
};

const checkOwners = (owners: unknown, walk: Walk): void => {
  if (!Array.isArray(owners)) return;
  for (const [index, owner] of owners.entries()) {
    if (!isObject(owner)) continue;
    for (const key of ['apiVersion', 'kind', 'name', 'uid']) {
      if (owner[key] === '')
        walk.refuse({ kind: 'required', key, schema: text }, undefined, ['ownerReferences', index, key]);
    }
  }
};
