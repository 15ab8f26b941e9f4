/** Whether a value is an object with members by name. A Map is none: what is in it would be seen by nobody. */
export const isMap = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === '[object Object]';
