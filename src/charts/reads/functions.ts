import { callFunctions } from './call-functions.js';
import { collectionFunctions } from './collection-functions.js';
import { listFunctions } from './list-functions.js';
import { logicFunctions } from './logic-functions.js';
import type { TemplateFunction } from './machine.js';
import { textFunctions } from './text-functions.js';

/** The functions of Go's templates, of Sprig and of Helm, by name. */
export const functions: ReadonlyMap<string, TemplateFunction> = new Map(
  Object.entries({ ...textFunctions, ...collectionFunctions, ...listFunctions, ...callFunctions, ...logicFunctions }),
);
