import type { ClusterState, OwnedObject } from '../../applied/cluster-state.js';
import { keyOf, type ObjectId, titleOf } from '../../applied/object-id.js';
import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import type { Deletion } from '../model/owner-changes.js';

/** An object that a change removes from the cluster. */
export interface GoneObject {
  readonly id: ObjectId;
  /** The object that Flux deletes: this one, or the one that an operator made it from. */
  readonly of: OwnedObject;
  /** Absent if the operator makes another one in its place. */
  readonly deletion?: Deletion;
  /** Why an object that an operator made is deleted, in words that follow "goes". */
  readonly because?: string;
}

/**
 * Finds what a change removes from the cluster, by key: what Flux deletes, and the Secrets that operators made and then
 * delete, unless another object makes them again.
 */
export const goneObjects = (
  deletions: readonly Deletion[],
  { before, after }: { readonly before: ClusterState; readonly after: ClusterState },
): ReadonlyMap<string, GoneObject> => {
  const gone = new Map<string, GoneObject>();
  for (const deletion of deletions)
    gone.set(deletion.object.key, { id: deletion.object.id, of: deletion.object, deletion });
  const secrets = new Map<string, GoneObject>();
  for (const deletion of deletions) {
    const { object } = deletion;
    const id = tryOwnedSecret(object);
    if (id !== undefined) {
      const because = ` with ${titleOf(object.id)}, for which its operator has made it`;
      secrets.set(keyOf(id), { id, of: object, deletion, because });
    }
  }
  for (const object of before.index.ofKind(EXTERNAL_SECRETS, 'ExternalSecret')) {
    const next = after.objects.get(object.key);
    const [was, is] = [tryOwnedSecret(object), next === undefined ? undefined : targetOf(next)];
    if (was === undefined || is === undefined || was.name === is || holdsExpression(is)) continue;
    const because = `, since ${titleOf(object.id)} makes Secret/${is} from now on`;
    secrets.set(keyOf(was), { id: was, of: object, because });
  }
  if (secrets.size === 0) return gone;
  for (const object of after.objects.values()) {
    secrets.delete(object.key);
    const target = targetOf(object);
    if (target !== undefined) secrets.delete(keyOf(secretId(object, target)));
  }
  for (const [key, one] of secrets) if (!gone.has(key)) gone.set(key, one);
  return gone;
};

const EXTERNAL_SECRETS = 'external-secrets.io';
const SEALED_SECRETS = 'bitnami.com';

const secretId = ({ id }: OwnedObject, name: string): ObjectId => ({
  group: '',
  kind: 'Secret',
  namespace: id.namespace,
  name,
});

/** The name of the Secret that an operator makes from an object, if it's known to make one. */
const targetOf = ({ id, holdings: [{ json }] }: OwnedObject): string | undefined => {
  if (id.group === EXTERNAL_SECRETS && id.kind === 'ExternalSecret') {
    const name = valueAt(json, ['spec', 'target', 'name']);
    return typeof name === 'string' && name !== '' ? name : id.name;
  }
  return id.group === SEALED_SECRETS && id.kind === 'SealedSecret' ? id.name : undefined;
};

/** The Secret if the object owns it: Kubernetes deletes the Secret with its owner. */
const tryOwnedSecret = (object: OwnedObject): ObjectId | undefined => {
  const target = targetOf(object);
  const isOwner = object.holdings.every(({ json }) =>
    object.id.group === SEALED_SECRETS ? ownsSealed(json) : owns(json),
  );
  return target === undefined || holdsExpression(target) || !isOwner ? undefined : secretId(object, target);
};

/** https://external-secrets.io/latest/guides/ownership-deletion-policy/ */
const owns = (json: JsonObject): boolean => {
  const policy = valueAt(json, ['spec', 'target', 'creationPolicy']);
  return policy === undefined || policy === 'Owner';
};

/** https://github.com/bitnami-labs/sealed-secrets#managing-existing-secrets */
const ownsSealed = (json: JsonObject): boolean => {
  const annotations = valueAt(json, ['spec', 'template', 'metadata', 'annotations']);
  return !isObject(annotations) || annotations['sealedsecrets.bitnami.com/skip-set-owner-references'] !== 'true';
};
