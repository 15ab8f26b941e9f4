import { isObject } from '../../json/is-object.js';
import type { Heap } from './heap.js';
import { constant, ofList, opaque, type Value } from './value.js';

/** What is known, as a template's value. */
export const ofJson = (value: unknown, heap: Heap): Value => {
  if (Array.isArray(value)) return ofList(value.map((one) => ofJson(one, heap)));
  if (isObject(value)) return heap.dict(new Map(Object.entries(value).map(([key, one]) => [key, ofJson(one, heap)])));
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar || value === null ? constant(value) : opaque;
};
