import { fieldsOf } from './as-shape.js';
import type { JsonObject } from './json-value.js';

/** `spec` of a manifest; nothing where it isn't an object, which its schema tells. */
export const specOf = ({ spec }: JsonObject): JsonObject => fieldsOf(spec);

/** `metadata` of a manifest, in the same way. */
export const metadataOf = ({ metadata }: JsonObject): JsonObject => fieldsOf(metadata);

/** `metadata.annotations`, in the same way. */
export const annotationsOf = (manifest: JsonObject): JsonObject => fieldsOf(metadataOf(manifest)['annotations']);

/** `metadata.labels`, in the same way. */
export const labelsOf = (manifest: JsonObject): JsonObject => fieldsOf(metadataOf(manifest)['labels']);
