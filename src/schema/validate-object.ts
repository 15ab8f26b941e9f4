import { isObject } from '../json/is-object.js';
import { introducedSince } from './fields-since.js';
import { metaViolations, objectMeta } from './object-meta.js';
import { checkCount } from './validate-scalar.js';
import { list, type Schema, texts, type Walk } from './walk.js';

const NONE: Schema = {};

/** Members of an object: how many, which are missing, each by its schema, and which no schema has. */
export const checkMembers = (walk: Walk, node: Schema, at: Schema, inner: boolean, base: unknown): void => {
  const { kubernetes, full, closed, sorted } = walk.dialect;
  // A contract says of every object that it is one.
  if (closed && node['type'] !== 'object') return;
  const properties = isObject(node['properties']) ? node['properties'] : NONE;
  const more = closed ? undefined : node['additionalProperties'];
  const isRoot = kubernetes && walk.path.length === 0 && !inner;
  const isEmbedded = kubernetes && node['x-kubernetes-embedded-resource'] === true;
  const isClosed = kubernetes ? more !== true && !isOpenObject(walk, node, inner) : closed || more === false;
  const patterns = full && isObject(node['patternProperties']) ? Object.entries(node['patternProperties']) : undefined;
  const before = isObject(base) ? base : undefined;
  const keys = Object.keys(at);
  if (!isRoot) checkCount(walk, node, keys.length, false);
  checkRequired(walk, node, at, properties);
  if (sorted) keys.sort();
  for (const key of keys) {
    const member = at[key];
    if (before !== undefined && Object.hasOwn(before, key) && before[key] === member) continue;
    if ((isRoot || isEmbedded) && RESOURCE.has(key)) {
      checkResourceMember(walk, key, member);
      continue;
    }
    walk.path.push(key);
    let isKnown = Object.hasOwn(properties, key);
    const since = isKnown ? introducedSince(node, key, walk.kubernetes) : undefined;
    // To Go, a null is nothing.
    if (since !== undefined && member !== null) {
      walk.refuse({ kind: 'newer-field', key, since, kubernetes: walk.kubernetes! });
    } else if (isKnown) walk.visit(properties[key], member, inner, before?.[key]);
    if (patterns !== undefined) {
      for (const [pattern, schema] of patterns) {
        if (walk.matcherOf(pattern)?.(key) !== true) continue;
        isKnown = true;
        walk.visit(schema, member, inner, before?.[key]);
      }
    }
    if (!isKnown && isObject(more)) walk.visit(more, member, inner, before?.[key]);
    else if (!isKnown && isClosed) {
      const known = Object.keys(properties);
      if (isRoot) known.push(...RESOURCE);
      walk.refuse({ kind: 'unknown-key', key, known: kubernetes ? known.sort() : known });
    }
    if (full && node['propertyNames'] !== undefined && !walk.fits(node['propertyNames'], key)) {
      walk.refuse({ kind: 'key-name', key, of: 'key' });
    }
    walk.path.pop();
    if (full) checkDependents(walk, node, at, key, inner);
  }
  // In Go a `spec` is not a pointer: one that is left out is empty.
  if (walk.own && isObject(properties['spec']) && (at['spec'] ?? undefined) === undefined) {
    walk.path.push('spec');
    walk.visit(properties['spec'], NONE, inner);
    walk.path.pop();
  }
  if (isEmbedded) {
    for (const key of ['apiVersion', 'kind']) {
      if (!Object.hasOwn(at, key)) walk.refuse({ kind: 'required', key }, undefined, [key]);
    }
  }
};

/** The members that every Kubernetes object has, whatever its schema says. */
const RESOURCE: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** Whether the API server leaves a field alone that the schema doesn't have. */
const isOpenObject = ({ own }: Walk, node: Schema, inner: boolean): boolean =>
  inner ||
  node['x-kubernetes-preserve-unknown-fields'] === true ||
  node['type'] !== 'object' ||
  // A type of Go without fields: `status` among the subresources of a CRD.
  (own && node['properties'] === undefined && node['additionalProperties'] === undefined);

const checkRequired = (walk: Walk, node: Schema, at: Schema, properties: Schema): void => {
  for (const key of list(node['required'])) {
    // Go's decoder drops a null, and so does server-side apply for its types.
    if (typeof key !== 'string' || (Object.hasOwn(at, key) && !(walk.own && at[key] === null))) continue;
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    walk.refuse({ kind: 'required', key, schema }, undefined, walk.dialect.missingAtKey ? [key] : undefined);
  }
};

const checkResourceMember = (walk: Walk, key: string, member: unknown): void => {
  if (key === 'metadata') {
    walk.path.push(key);
    walk.visit(objectMeta, member, false);
    metaViolations(member, walk);
    if (walk.path.length === 1 && isObject(member) && Array.isArray(member['managedFields'])) {
      walk.refuse(managedFields, member['managedFields'], ['managedFields']);
    }
    walk.path.pop();
  } else if (typeof member !== 'string') walk.refuse({ kind: 'type', types: ['string'] }, undefined, [key]);
};

/** Flux hands it on, and server-side apply takes none. */
const managedFields = {
  kind: 'native-rule',
  message: 'is kept by the API server, which refuses objects that bring it along',
  fix: 'take it out; kubectl get leaves it out without --show-managed-fields',
  upstream: 'structuredMergeManager.Apply',
} as const;

/** What a key asks of the object that has it. */
const checkDependents = (walk: Walk, node: Schema, at: Schema, key: string, inner: boolean): void => {
  const { dependentRequired, dependentSchemas } = node;
  if (isObject(dependentRequired)) {
    for (const needs of texts(dependentRequired[key])) {
      if (!Object.hasOwn(at, needs)) walk.refuse({ kind: 'needed-key', key, needs });
    }
  }
  if (isObject(dependentSchemas)) walk.visit(dependentSchemas[key], at, inner);
};
