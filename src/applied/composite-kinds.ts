import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import type { ObjectId } from './object-id.js';

/** The kinds that a CompositeResourceDefinition of Crossplane defines: the composite resource and its claim. */
export const compositeKindsOf = (
  { group, kind }: Pick<ObjectId, 'group' | 'kind'>,
  json: JsonObject,
): readonly Pick<ObjectId, 'group' | 'kind'>[] => {
  const spec = json['spec'];
  if (kind !== 'CompositeResourceDefinition' || group !== 'apiextensions.crossplane.io' || !isObject(spec)) return [];
  const defined = spec['group'];
  if (typeof defined !== 'string') return [];
  return [spec['names'], spec['claimNames']].flatMap((names) =>
    isObject(names) && typeof names['kind'] === 'string' ? [{ group: defined, kind: names['kind'] }] : [],
  );
};
