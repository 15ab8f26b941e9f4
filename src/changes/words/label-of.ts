import type { OwnedObject } from '../../applied/cluster-state.js';
import { valueAt } from '../../json/json-path.js';

/** The value of an object's label, if it has one. */
export const labelOf = ({ holdings: [{ json }] }: Pick<OwnedObject, 'holdings'>, label: string): string | undefined => {
  const value = valueAt(json, ['metadata', 'labels', label]);
  return typeof value === 'string' ? value : undefined;
};
