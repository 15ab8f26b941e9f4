import type { CompiledObject } from '../compile/compiled-cluster.js';
import { isObject } from '../json/is-object.js';
import type { FoundSchemas } from './find-schemas.js';

/** Whether SOPS encrypted an object as a whole: it has the block that Flux needs to decrypt it. */
export const isSopsEncrypted = ({ json }: Pick<CompiledObject, 'json'>): boolean =>
  isObject(json['sops']) && typeof json['sops']['mac'] === 'string';

export const isSecret = ({ apiVersion, kind }: CompiledObject): boolean => apiVersion === 'v1' && kind === 'Secret';

/**
 * Whether the cluster takes an object with its `sops` block only once Flux has decrypted it. A kind whose operator
 * decrypts by itself has a field of that name; of a kind without a schema it isn't known.
 */
export const needsDecryption = (object: CompiledObject, schemas: FoundSchemas): boolean => {
  if (!isSopsEncrypted(object)) return false;
  if (isSecret(object)) return true;
  const { group, kind, apiVersion } = object;
  const schema = schemas.find(group, kind)?.versions[apiVersion.slice(apiVersion.indexOf('/') + 1)];
  return schema !== undefined && !Object.hasOwn((schema['properties'] ?? {}) as object, 'sops');
};
