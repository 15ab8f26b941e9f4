import { isObject } from '../../json/is-object.js';

/** A whole number of Go. Those of JSON are floats there. */
export class GoInt {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A value that only the cluster has; it isn't empty. */
export const UNKNOWN = Symbol('known to the cluster');

/** What only the operator computes: a function, or a form of a value, that isn't followed here. */
export class NotComputed extends Error {}

/** What makes the operator give up on the whole ResourceSet: it keeps what it has applied. */
export class TemplateFails extends Error {}

/** How Go prints a value. */
export const printGo = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof GoInt) return String(value.value);
  // From a million on, Go prints a float with an exponent; below a ten-thousandth too.
  if (typeof value === 'number' && (value === 0 || (Math.abs(value) < 1e6 && Math.abs(value) >= 1e-4))) {
    return String(value === 0 ? 0 : value);
  }
  throw new NotComputed();
};

/** What `if` and `default` take for nothing. */
export const isEmptyValue = (value: unknown): boolean => {
  if (value instanceof GoInt) return value.value === 0;
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '' || value === 0 || value === false;
};
