/** A Map or Set is no such object either: what is in it would be seen by no one. */
const OTHERS: ReadonlySet<string> = new Set(['[object Array]', '[object Map]', '[object Set]']);

/** Whether a value is an object with members by name; a module's namespace is one, too. */
export const isPlainRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !OTHERS.has(Object.prototype.toString.call(value));
