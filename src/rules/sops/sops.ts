import { isEncryptedText } from '../../constructs/encrypted-file.js';
import { isObject } from '../../json/is-object.js';
import type { JsonPath } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import type { StateObject } from '../context/rule-state.js';
import type { Filled } from '../schemas/fill-examples.js';
import type { FoundSchemas } from '../schemas/find-schemas.js';

/** Whether SOPS encrypted an object as a whole: it has the block that Flux needs to decrypt it. */
export const isSopsEncrypted = ({ json }: Pick<StateObject, 'json'>): boolean =>
  isObject(json['sops']) && typeof json['sops']['mac'] === 'string';

type Kinded = Pick<StateObject, 'apiVersion' | 'group' | 'kind' | 'json'>;

export const isSecret = ({ apiVersion, kind }: Pick<StateObject, 'apiVersion' | 'kind'>): boolean =>
  apiVersion === 'v1' && kind === 'Secret';

/**
 * Whether the API server accepts an object with a `sops` block only after Flux has decrypted it. A kind whose operator
 * decrypts has a field of that name; for a kind without a schema it isn't known.
 */
export const needsDecryption = (object: Kinded, schemas: FoundSchemas): boolean =>
  isSopsEncrypted(object) && (isSecret(object) || hasBlock(object, schemas) === false);

/** Whether objects of a kind have a `sops` block in the cluster; undefined if it isn't known. */
const hasBlock = ({ group, kind, apiVersion }: Kinded, schemas: FoundSchemas): boolean | undefined => {
  const schema = schemas.find(group, kind)?.versions[apiVersion.slice(apiVersion.indexOf('/') + 1)];
  return schema === undefined ? undefined : Object.hasOwn((schema['properties'] ?? {}) as object, 'sops');
};

/** Whether an annotation makes Flux leave an object encrypted. */
export const isLeftEncrypted = ({ json }: Pick<StateObject, 'json'>): boolean => {
  const annotations = (json['metadata'] as { annotations?: Readonly<Record<string, unknown>> }).annotations;
  return String(annotations?.['kustomize.toolkit.fluxcd.io/decrypt']).toLowerCase() === 'disabled';
};

/**
 * An object as the API server gets it once Flux has decrypted it: without its `sops` block, and with a value of the
 * right type in place of each encrypted one. Undefined if its operator decrypts it.
 */
export const decrypted = (
  object: StateObject,
  { value: json, open: before }: Filled,
  schemas: FoundSchemas,
): Filled | undefined => {
  if (isLeftEncrypted(object) || hasBlock(object, schemas) === true) return undefined;
  const open: JsonPath[] = [...before];
  const visit = (value: unknown, path: JsonPath): unknown => {
    if (isEncryptedText(value)) {
      open.push(path);
      return ofType(/,type:(\w+)\]$/.exec(value)?.[1]);
    }
    if (Array.isArray(value)) return value.map((one, index) => visit(one, [...path, index]));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visit(one, [...path, key])]));
  };
  const { sops: _, ...rest } = json as JsonObject;
  return { value: visit(rest, []), open };
};

/** https://github.com/getsops/sops/blob/main/aes/cipher.go: the types that it stores with a value. */
const ofType = (type: string | undefined): unknown =>
  type === 'int' ? 1 : type === 'float' ? 0.5 : type === 'bool' ? true : '';
