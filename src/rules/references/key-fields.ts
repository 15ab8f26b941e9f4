import { fieldsOf } from '../../json/as-shape.js';
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
  /** The kind of the object says so, and not only the words of the field. */
  readonly isCertain?: true;
}

/** `secretKeyRef`, `apiTokenSecretRef`, `passwordSecretKeyRef`, `configMapKeyRef`; not the Secret into which a project writes. */
const REFERENCE = /(?:^|[a-z])(secret|configmap)(?:key)?(?:ref|selector)$/i;
const WRITES = /^(?:write|privatekey|connection|output|target|push)/i;

/** Stores of External Secrets have all their credentials as a name and a key, whatever the field is called. */
const holdsMore = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(value).some((key) => !['name', 'namespace', 'key', 'type'].includes(key));

/** What charts call the Secret, and the keys that they read from it: `existingSecretPasswordKey`. */
const EXISTING = ['existingSecret', 'existingSecretName', 'secretName'];
const EXISTING_KEY = /^existingSecret\w*Key$/;
/** Next to the name of a Secret, `userKey` names a key of it; `secretKey` or `apiKey` may be the value itself. */
const DATUM_KEY = /^(?:[a-z]+(?=[A-Z]))?(?:user|username|userName|password|email|clientId|clientID|clientSecret)Key$/i;
const isKeyOf = (secret: string, field: string): boolean =>
  DATUM_KEY.test(field) || (secret === 'existingSecret' && EXISTING_KEY.test(field));

/** What charts call the Secret next to a plain `key`: `password: { secret: redis, key: password }`. */
const BESIDE_KEY = ['secret', ...EXISTING];
/** `dbPasswordSecret: { name, key }`, but not what the chart itself makes: `createSecret`. */
const SECRET = /secret$/i;
const MAKES = /^(?:create|generate|new|write|push|tls)/i;

const isStore = ({ group, kind }: Pick<StateObject, 'group' | 'kind'>): boolean =>
  group === 'external-secrets.io' && /^(?:Cluster)?SecretStore$/.test(kind);

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
  const ofStore = isStore(object);
  const add = (
    kind: KeyField['kind'],
    fields: Readonly<Record<string, unknown>>,
    field: string,
    path: JsonPath,
    isCertain = false,
  ): void => {
    const { name, namespace = home, optional, generate } = fields;
    const key = fields[field];
    if (typeof name !== 'string' || typeof key !== 'string' || name === '' || key === '') return;
    if (optional === true || generate === true || (namespace !== undefined && typeof namespace !== 'string')) return;
    const at = printPath([...path, field]);
    if (!known.has(at) && !known.has(printPath(path)))
      found.push({ kind, name, namespace, key, path: at, ...(isCertain ? { isCertain } : {}) });
  };
  const visit = (value: unknown, path: JsonPath): void => {
    if (Array.isArray(value)) for (const [at, one] of value.entries()) visit(one, [...path, at]);
    if (!isObject(value)) return;
    const beside = isRelease ? BESIDE_KEY.find((one) => typeof value[one] === 'string') : undefined;
    if (beside !== undefined) add('Secret', { ...value, name: value[beside] }, 'key', path);
    for (const [field, inner] of Object.entries(value)) {
      const own = [...path, field];
      const [, what] = REFERENCE.exec(field) ?? [];
      if (what !== undefined && !WRITES.test(field) && isObject(inner))
        add(what.toLowerCase() === 'secret' ? 'Secret' : 'ConfigMap', inner, 'key', own);
      else if (ofStore && isObject(inner) && !holdsMore(inner))
        add(inner['type'] === 'ConfigMap' ? 'ConfigMap' : 'Secret', inner, 'key', own, true);
      const secret = EXISTING.find((one) => typeof value[one] === 'string');
      if (isRelease && secret !== undefined && isKeyOf(secret, field))
        add('Secret', { name: value[secret], [field]: inner }, field, path);
      // Bitnami's charts: auth: { existingSecret, secretKeys: { adminPasswordKey } }
      if (isRelease && field === 'secretKeys' && secret !== undefined)
        for (const [one, key] of Object.entries(fieldsOf(inner)))
          if (/Key$/.test(one)) add('Secret', { name: value[secret], [one]: key }, one, own);
      if (isRelease && SECRET.test(field) && !MAKES.test(field) && isObject(inner) && !holdsMore(inner))
        add('Secret', inner, 'key', own);
      visit(inner, own);
    }
  };
  visit(isRelease ? values : specOf(object), isRelease ? ['spec', 'values'] : ['spec']);
  return found;
};
