import { isObject } from '../../json/is-object.js';
import { type JsonPath, printPath } from '../../json/json-path.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';

import type { StateObject } from '../context/rule-state.js';
import { isFluxGroup, specOf } from '../context/state-index.js';

/** A key of a ConfigMap or Secret that a field names in the form that all projects use. */
export interface KeyField {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  /** Undefined if the field says none, and the object lives in no namespace. */
  readonly namespace: string | undefined;
  readonly key: string;
  readonly path: string;
}

/** `secretKeyRef`, `apiTokenSecretRef`, `passwordSecretKeyRef`, `configMapKeyRef`; not the Secret into which a project writes. */
const REFERENCE = /(?:^|[a-z])(secret|configmap)(?:key)?(?:ref|selector)$/i;
const WRITES = /^(?:write|privatekey|connection|output|target|push)/i;

/** What charts call the Secret, and the keys that they read from it: `existingSecretPasswordKey`. */
const EXISTING = 'existingSecret';
const EXISTING_KEY = /^existingSecret\w*Key$/;

/**
 * The keys that custom resources read, and those in the values of releases. Pods and what is of Flux have rows of their own.
 *
 * @param known places that other rows cover
 */
export const keyFieldsOf = (object: StateObject, known: ReadonlySet<string>): readonly KeyField[] => {
  const isRelease = object.kind === 'HelmRelease' && isFluxGroup(object.group);
  if (!isRelease && (isFluxGroup(object.group) || isBuiltInGroup(object.group) || !object.group.includes('.')))
    return [];
  const { values, targetNamespace } = specOf(object);
  const home = isRelease && typeof targetNamespace === 'string' ? targetNamespace : object.namespace;
  const found: KeyField[] = [];
  const add = (
    kind: KeyField['kind'],
    fields: Readonly<Record<string, unknown>>,
    field: string,
    path: JsonPath,
  ): void => {
    const { name, namespace = home, optional, generate } = fields;
    const key = fields[field];
    if (typeof name !== 'string' || typeof key !== 'string' || name === '' || key === '') return;
    if (optional === true || generate === true || (namespace !== undefined && typeof namespace !== 'string')) return;
    const at = printPath([...path, field]);
    if (!known.has(at) && !known.has(printPath(path))) found.push({ kind, name, namespace, key, path: at });
  };
  const visit = (value: unknown, path: JsonPath): void => {
    if (Array.isArray(value)) for (const [at, one] of value.entries()) visit(one, [...path, at]);
    if (!isObject(value)) return;
    for (const [field, inner] of Object.entries(value)) {
      const own = [...path, field];
      const [, what] = REFERENCE.exec(field) ?? [];
      if (what !== undefined && !WRITES.test(field) && isObject(inner))
        add(what.toLowerCase() === 'secret' ? 'Secret' : 'ConfigMap', inner, 'key', own);
      const secret = value[EXISTING];
      if (isRelease && EXISTING_KEY.test(field) && typeof secret === 'string')
        add('Secret', { name: secret, [field]: inner }, field, path);
      visit(inner, own);
    }
  };
  visit(isRelease ? values : specOf(object), isRelease ? ['spec', 'values'] : ['spec']);
  return found;
};
