import { fieldsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';

/**
 * An object with the labels and annotations that its Kustomization or HelmRelease puts on all of its objects.
 * https://fluxcd.io/flux/components/kustomize/kustomizations/#common-metadata
 */
export const withCommonMetadata = (json: JsonObject, owner: JsonObject): JsonObject => {
  const common = commonMetadataOf(owner);
  if (!isObject(common)) return json;
  const metadata: Record<string, unknown> = isObject(json['metadata']) ? { ...json['metadata'] } : {};
  for (const field of ['labels', 'annotations']) {
    const added = common[field];
    if (isObject(added)) metadata[field] = { ...fieldsOf(metadata[field]), ...added };
  }
  return { ...json, metadata };
};

export const commonMetadataOf = ({ spec }: JsonObject): unknown =>
  isObject(spec) ? spec['commonMetadata'] : undefined;
