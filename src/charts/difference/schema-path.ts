import { joinPath } from '../../json/json-path.js';

/** Any key of a map. */
export const ANY_KEY = Symbol('any key');
/** Any item of a list. */
export const ANY_ITEM = Symbol('any item');

/** A step into what a schema describes. */
export type SchemaStep = string | typeof ANY_KEY | typeof ANY_ITEM;
export type SchemaPath = readonly SchemaStep[];

/** `image.tag`, `extraEnv[].name`, `dashboards.*.json`. */
export const printSchemaPath = (path: SchemaPath): string => {
  let text = '';
  for (const step of path) {
    if (step === ANY_ITEM) text += '[]';
    else if (step === ANY_KEY) text += text === '' ? '*' : '.*';
    else text = joinPath(text, step);
  }
  return text;
};

/** Whether a path of a value is one that a path of its schema means. Items of lists are numbers, or what stands for all. */
const isStep = (step: SchemaStep, key: SchemaStep | number): boolean =>
  step === key || (step === ANY_KEY && typeof key === 'string') || (step === ANY_ITEM && typeof key === 'number');

/** Whether a path, of a value or of its schema, is `start` or lies below it. */
export const isBelow = (path: readonly (SchemaStep | number)[], start: SchemaPath): boolean =>
  start.length <= path.length && start.every((step, index) => isStep(step, path[index]!));
