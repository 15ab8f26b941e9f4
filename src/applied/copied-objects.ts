import type { JsonObject } from '../json/json-value.js';
import { openPatches } from './apply-patches.js';
import { tryReadId } from './object-id.js';

/** Applies the patches of a generated kustomization file to an object of a file that is copied byte for byte. */
export const openCopied = ({ patches }: JsonObject): ((json: JsonObject) => JsonObject) => {
  const patch = openPatches({ spec: { patches } } as JsonObject);
  return (json) => {
    return patch === undefined || tryReadId(json) === undefined ? json : patch(json);
  };
};
