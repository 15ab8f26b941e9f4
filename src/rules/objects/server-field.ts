import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { defineRule, placeIn, type StateObject } from '../rule.js';

const serverField = defineDiagnostic({
  code: 'FX688',
  name: 'server-field',
  severity: 'error',
  summary:
    'An object was copied from a cluster with fields that name the object there: the API server refuses it. As a warning: only in other clusters, or once the object is made again.',
  page: {
    example: "metadata: { name: 'web', resourceVersion: '4711' }   // from kubectl get -o yaml",
    flux: 'ConfigMap/default/web dry-run failed (Conflict): Operation cannot be fulfilled on configmaps "web": the object has been modified; please apply your changes to the latest version and try again',
    right: "metadata: { name: 'web' }",
  },
  exceptable: true,
});

const droppedField = defineDiagnostic({
  code: 'FX689',
  name: 'dropped-field',
  severity: 'notice',
  summary: 'An object has fields that only the API server and controllers set, so they do nothing in the tree.',
  page: {
    example: "metadata: { name: 'web', creationTimestamp: '2024-01-01T00:00:00Z' }, status: { … }",
    flux: 'nothing: Flux or the API server leaves them out',
    right: "metadata: { name: 'web' }",
  },
  exceptable: true,
});

interface Harm {
  readonly severity: 'error' | 'warning';
  /** What continues `ConfigMap/web has "metadata.uid"`. */
  readonly words: string;
  readonly note: string;
}

/**
 * What the API server does with fields of an object that is applied:
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
const harms: Readonly<Record<string, Harm>> = {
  managedFields: {
    severity: 'error',
    words: 'which the API server refuses in whatever is applied',
    note: 'Flux reports: metadata.managedFields must be nil',
  },
  resourceVersion: {
    severity: 'warning',
    words: 'so only that version of it can be changed, and every change makes another',
    note: 'the API server refuses it where another version is there: the object has been modified; please apply your changes to the latest version and try again',
  },
  deletionTimestamp: {
    severity: 'warning',
    words: 'which only the API server sets, while it deletes an object',
    note: 'the Kustomization may wait for the object until its timeout',
  },
  uid: {
    severity: 'warning',
    words: 'which one object in one cluster has: the API server refuses it in any other, and when it is made again',
    note: 'the API server says: uid mismatch: the provided object specified uid …, and no existing object was found',
  },
  ownerReferences: {
    severity: 'warning',
    words:
      'which name its owner by a uid of one cluster: where no object has it, Kubernetes deletes what Flux creates, over and over',
    note: 'https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents',
  },
};

/** What the API server sets, whatever is applied. */
const DROPPED = ['creationTimestamp', 'generation', 'selfLink', 'deletionGracePeriodSeconds'] as const;

/** Where pods and Jobs are made from, and what of their metadata nothing copies. */
const TEMPLATES: readonly (readonly string[])[] = [
  ['spec', 'template'],
  ['spec', 'jobTemplate'],
  ['spec', 'jobTemplate', 'spec', 'template'],
];
const OF_TEMPLATES = [...DROPPED, 'uid', 'resourceVersion', 'managedFields', 'ownerReferences'] as const;

/** Kinds with the templates of Kubernetes. */
const WORKLOADS: ReadonlySet<string> = new Set(['apps', 'batch']);

/** Nothing in the tree names an object of one cluster. */
export const serverFieldRule = defineRule([serverField, droppedField], ({ units }, report) => {
  for (const { objects, entry } of units) {
    for (const object of [...objects, ...entry]) {
      if (isLeftAlone(object.json)) continue;
      const metadata = fieldsOf(object.json['metadata']);
      for (const [field, { severity, words, note }] of Object.entries(harms)) {
        if (!isSet(field, metadata[field])) continue;
        report(
          diagnose(serverField, {
            message: `${object.title} has "metadata.${field}", ${words}`,
            at: placeIn(object, `metadata.${field}`),
            severity,
            notes: [note],
            fix: `take metadata.${field} out; of what kubectl get prints, keep apiVersion, kind, spec or data, and of metadata the name, namespace, labels and annotations`,
          }),
        );
      }
      const dropped = droppedIn(object);
      if (dropped.length === 0) continue;
      report(
        diagnose(droppedField, {
          message: `${object.title} has ${dropped.map((path) => `"${path}"`).join(', ')}, which only the cluster sets: in the tree, ${dropped.length === 1 ? 'it does' : 'they do'} nothing`,
          at: placeIn(object, dropped[0]!),
          fix: `take ${dropped.length === 1 ? 'it' : 'them'} out`,
        }),
      );
    }
  }
});

/** Flux doesn't apply it. */
const isLeftAlone = ({ metadata }: JsonObject): boolean => {
  const { annotations, labels } = fieldsOf(metadata);
  return [annotations, labels].some((map) =>
    Object.entries(fieldsOf(map)).some(
      ([key, value]) => /\/(?:ssa|reconcile)$/.test(key) && /^(?:ignore|disabled)$/i.test(String(value)),
    ),
  );
};

/** `"0"` is any version; SOPS encrypts what it isn't told to leave. */
const isSet = (field: string, value: unknown): boolean => {
  // As the API server counts them, and as the check of schemas leaves it to this one.
  if (field === 'managedFields') return Array.isArray(value) && value.length > 0;
  if (field === 'resourceVersion' && (value === '0' || value === 0)) return false;
  return holdsAny(value) && !String(value).startsWith('ENC[');
};

/** Whether there is anything in it: generators write `creationTimestamp: null` and `status: { loadBalancer: {} }`. */
const holdsAny = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '') return false;
  return typeof value === 'object' ? Object.values(value).some(holdsAny) : true;
};

const droppedIn = ({ json, group, kind }: StateObject): readonly string[] => {
  const own = DROPPED.filter((field) => isSet(field, fieldsOf(json['metadata'])[field])).map(
    (field) => `metadata.${field}`,
  );
  // Of a CRD, Flux keeps the status, and generators write one.
  const status = kind !== 'CustomResourceDefinition' && isObject(json['status']) && isSet('status', json['status']);
  const inTemplates = WORKLOADS.has(group)
    ? TEMPLATES.flatMap((path) => {
        const metadata = fieldsOf(valueAt(json, [...path, 'metadata']));
        return OF_TEMPLATES.filter((field) => isSet(field, metadata[field])).map((field) =>
          [...path, 'metadata', field].join('.'),
        );
      })
    : [];
  return [...own, ...inTemplates, ...(status ? ['status'] : [])];
};
