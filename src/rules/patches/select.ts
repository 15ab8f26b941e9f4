import { type MatchesLabels, tryParseSelector } from '../../flux/label-selector.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { compilePattern, type Matcher } from '../../schema/pattern.js';
import { isClusterWideToKustomize } from './kustomize-scopes.js';

/** How kustomize identifies an object. */
export interface PatchedId {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  /** `default` without one; {@link NOT_A_NAMESPACE} if kustomize knows that the kind has none. */
  readonly namespace: string;
}

const NOT_A_NAMESPACE = '_non_namespaceable_';

export const patchedIdOf = ({ apiVersion, kind, metadata }: JsonObject): PatchedId => {
  const [group, version] = String(apiVersion).includes('/')
    ? (String(apiVersion).split('/') as [string, string])
    : ['', String(apiVersion)];
  const { name, namespace } = isObject(metadata) ? metadata : {};
  const place = typeof namespace === 'string' && namespace !== '' ? namespace : 'default';
  const isClusterWide = isClusterWideToKustomize(String(apiVersion), String(kind));
  return {
    group,
    version,
    kind: String(kind),
    name: String(name),
    namespace: isClusterWide ? NOT_A_NAMESPACE : place,
  };
};

/** Whether a patch without a target selects the object: their identities are the same. */
export const isNamedBy = (patch: JsonObject, id: PatchedId): boolean => {
  const its = patchedIdOf(patch);
  return (
    its.group === id.group &&
    its.version === id.version &&
    its.kind === id.kind &&
    its.name === id.name &&
    its.namespace === id.namespace
  );
};

/**
 * Whether a target selects an object.
 *
 * @param first the identity that the object had before patches renamed it
 */
export type Selects = (json: JsonObject, first?: PatchedId) => boolean;

/** Reads a target as kustomize does; `undefined` if kustomize rejects it, and so builds nothing. */
export const tryOpenTarget = (target: JsonObject): Selects | undefined => {
  const read: Partial<Record<Field, Matcher>> = {};
  const { labelSelector, annotationSelector, ...patterns } = target;
  for (const [field, value] of Object.entries(patterns)) {
    if (value === null) continue;
    if (!isField(field) || typeof value !== 'string') return undefined;
    if (value === '') continue;
    const matches = compilePattern(`^(?:${value})$`);
    if (matches === undefined) return undefined;
    read[field] = matches;
  }
  const [hasLabels, hasAnnotations] = [labelSelector, annotationSelector].map(openSelector);
  if (hasLabels === undefined || hasAnnotations === undefined) return undefined;
  const fits = (field: Field, value: string): boolean => read[field]?.(value) ?? true;
  return (json, first) => {
    const now = patchedIdOf(json);
    return (
      fits('group', now.group) &&
      fits('version', now.version) &&
      fits('kind', now.kind) &&
      [now, first ?? now].some(({ name }) => fits('name', name)) &&
      [now, first ?? now].some(({ namespace }) => fits('namespace', namespace)) &&
      hasLabels(marksOf(json, 'labels')) &&
      hasAnnotations(marksOf(json, 'annotations'))
    );
  };
};

/** The selectors that are regular expressions for the whole value; an empty one matches everything. */
const FIELDS = ['group', 'version', 'kind', 'name', 'namespace'] as const;
type Field = (typeof FIELDS)[number];
const isField = (field: string): field is Field => (FIELDS as readonly string[]).includes(field);

const openSelector = (selector: unknown): MatchesLabels | undefined => {
  if (selector === undefined || selector === null) return () => true;
  return typeof selector === 'string' ? tryParseSelector(selector) : undefined;
};

const marksOf = ({ metadata }: JsonObject, name: 'labels' | 'annotations'): Readonly<Record<string, unknown>> => {
  const marks = isObject(metadata) ? metadata[name] : undefined;
  return isObject(marks) ? marks : {};
};
