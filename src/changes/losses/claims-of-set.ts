import type { OwnedObject } from '../../applied/cluster-state.js';
import { readField } from '../../json/read-field.js';

/** Whether an object is a StatefulSet with claim templates. */
export const hasClaimTemplates = ({ id, holdings }: OwnedObject): boolean => {
  if (id.kind !== 'StatefulSet' || id.group !== 'apps') return false;
  const templates = readField(holdings[0].json, 'spec.volumeClaimTemplates');
  return Array.isArray(templates) && templates.length > 0;
};

/** Whether the StatefulSet's deletion deletes its claims. */
export const takesClaims = ({ holdings }: OwnedObject): boolean =>
  readField(holdings[0].json, 'spec.persistentVolumeClaimRetentionPolicy.whenDeleted') === 'Delete';
