import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
import { type StateIndex, specOf } from '../context/state-index.js';
import type { FoundReference, Target } from '../references/index.js';

/** This provisioner doesn't create volumes: its claims are bound to existing ones. */
const NO_PROVISIONER = 'kubernetes.io/no-provisioner';

/** Whether a claim may be bound to an existing volume, and so doesn't wait for the StorageClass that it names. */
export const mayBindWithoutClass = (
  { object, group, kind, name, path }: FoundReference,
  target: Target,
  { byKind }: StateIndex,
): boolean => {
  if (group !== 'storage.k8s.io' || kind !== 'StorageClass') return false;
  if (target.object?.json['provisioner'] === NO_PROVISIONER) return true;
  const template = object.kind === 'StatefulSet' ? templateAt(specOf(object)['volumeClaimTemplates'], path) : undefined;
  const claims = byKind.get('/PersistentVolumeClaim') ?? [];
  const start = `${String(valueAt(template, ['metadata', 'name']))}-${object.name}-`;
  // A claim of the tree that the StatefulSet uses waits on its own.
  if (template !== undefined && claims.some((one) => one.namespace === object.namespace && one.name.startsWith(start)))
    return true;
  const spec = template === undefined ? specOf(object) : (valueAt(template, ['spec']) ?? {});
  // Provisioners don't create volumes for claims with a selector.
  if (isObject(spec) && (spec['volumeName'] ?? spec['selector'] ?? undefined) !== undefined) return true;
  return (byKind.get('/PersistentVolume') ?? []).some((volume) => specOf(volume)['storageClassName'] === name);
};

const templateAt = (templates: unknown, path: string): unknown =>
  Array.isArray(templates) ? templates[Number(/\[(\d+)\]/.exec(path)?.[1])] : {};
