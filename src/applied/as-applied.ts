import { withCommonMetadata } from '../flux/common-metadata.js';
import type { JsonObject } from '../json/json-value.js';
import type { ApplySettings } from './apply-settings.js';
import { withVars } from './with-vars.js';

/**
 * An object as its Kustomization applies it: with the images and the inline vars that are certain, then with the labels
 * and annotations of its `commonMetadata`, which Flux adds last. Patches are applied where a state is made.
 */
export const asApplied = (json: JsonObject, settings: ApplySettings): JsonObject => {
  const { setImages, common } = settings;
  const made = withVars(setImages?.(json) ?? json, settings);
  return common === undefined ? made : withCommonMetadata(made, common);
};
