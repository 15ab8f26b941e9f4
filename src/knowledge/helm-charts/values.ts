import { fieldsOf } from '../../json/as-shape.js';
import type { JsonObject } from '../../json/json-value.js';
import { KEEP } from '../form/helm-release.js';

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
export const isAbsent = (value: unknown): boolean => value === undefined || value === null;
/** Whether a value is off. A removed value also counts, although the default may be on. */
export const isOff = (value: unknown): boolean => value === false || isAbsent(value);

/** Whether the annotations among some values keep the object. */
export const isKept = ({ annotations }: JsonObject): boolean => fieldsOf(annotations)[KEEP] === 'keep';
