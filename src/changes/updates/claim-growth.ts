import type { ClusterState } from '../../applied/cluster-state.js';
import { keyOf, type ObjectId } from '../../applied/object-id.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { specOf } from '../../json/manifest-fields.js';
import type { Difference } from '../../schema/update/differences.js';
import { parseQuantity } from '../../schema/update/quantity.js';

/**
 * Refuses a claim that grows if its class is in the tree and doesn't allow it. The settings of other classes aren't
 * known.
 */
export const claimGrowth = (
  { group, kind }: ObjectId,
  from: JsonObject,
  to: JsonObject,
  after: ClusterState,
): readonly Difference[] => {
  if (group !== '' || kind !== 'PersistentVolumeClaim') return [];
  const [before, next] = [sizeOf(from), sizeOf(to)];
  const [old, wanted] = [parseQuantity(before), parseQuantity(next)];
  if (old === undefined || wanted === undefined || wanted <= old) return [];
  const name = specOf(to)['storageClassName'];
  if (typeof name !== 'string' || name === '') return [];
  const id = { group: 'storage.k8s.io', kind: 'StorageClass', namespace: '', name };
  const storageClass = after.objects.get(keyOf(id))?.holdings[0].json;
  if (storageClass === undefined || ![undefined, null, false].includes(storageClass['allowVolumeExpansion'] as never))
    return [];
  return [
    {
      path: ['spec', 'resources', 'requests', 'storage'],
      from: before,
      to: next,
      certain: true,
      why: `StorageClass "${name}" doesn't allow volumes to grow`,
      instead: `set allowVolumeExpansion: true on StorageClass "${name}"`,
    },
  ];
};

const sizeOf = (claim: JsonObject): unknown => {
  const { resources } = specOf(claim);
  const requests = isObject(resources) ? resources['requests'] : undefined;
  return isObject(requests) ? requests['storage'] : undefined;
};
