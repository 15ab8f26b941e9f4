import { fieldsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';

/** Whether an object of a ResourceSet is marked so: by a label or an annotation, in any case. */
export const hasMark = (json: JsonObject, mark: string, value: string): boolean =>
  hasMarkIn(['annotations', 'labels'], json, mark, value);

/** Whether an object of the operator's own kinds is: the operator looks at its annotations alone. */
export const isOwnMarked = (own: JsonObject, mark: string, value: string): boolean =>
  hasMarkIn(['annotations'], own, mark, value);

/** Whether the operator copies the data of an object from another one. */
export const isFilledLater = ({ metadata }: JsonObject): boolean => {
  const annotations = fieldsOf(fieldsOf(metadata)['annotations']);
  return ['copyFrom', 'convertKubeConfigFrom'].some((mark) =>
    Object.hasOwn(annotations, `fluxcd.controlplane.io/${mark}`),
  );
};

const hasMarkIn = (fields: readonly string[], { metadata }: JsonObject, mark: string, value: string): boolean =>
  isObject(metadata) &&
  fields.some((field) => {
    const entries = metadata[field];
    const found = isObject(entries) ? entries[`fluxcd.controlplane.io/${mark}`] : undefined;
    return typeof found === 'string' && found.toLowerCase() === value;
  });
