/**
 * The first line of what was thrown, which may be anything: a text, nothing, an object that throws when it is read.
 *
 * @returns never an empty text
 */
export const thrownText = (thrown: unknown): string => {
  if (thrown === null || thrown === undefined) return `it threw ${thrown}`;
  try {
    const { message } = thrown as { readonly message?: unknown };
    const text = typeof message === 'string' && message !== '' ? message : String(thrown);
    const line = text.split('\n').find((one) => one.trim() !== '');
    if (line !== undefined && line !== '[object Object]') return line;
  } catch {
    // Its own text cannot be had.
  }
  return `it threw ${typeof thrown === 'object' ? 'an object without a message' : `a ${typeof thrown} without a text`}`;
};

/** What was thrown, if it is an Error: anything else may throw when it is looked at. */
export const tryError = (thrown: unknown): Error | undefined => {
  try {
    return thrown instanceof Error ? thrown : undefined;
  } catch {
    return undefined;
  }
};

/** The stack of what was thrown; empty where there is none. */
export const thrownStack = (thrown: unknown): string => {
  try {
    const stack: unknown = thrown instanceof Error ? thrown.stack : undefined;
    return typeof stack === 'string' ? stack : '';
  } catch {
    return '';
  }
};

/** How V8 says that code met a value of another kind than it expects. */
const OF_ENGINE =
  /^Cannot (?:read|set|destructure|convert|use|mix|access|create)|^Invalid (?:array length|string length|time value)|^Maximum call stack|^Reduce of empty|^Class constructor|^Assignment to| is not (?:a function|a constructor|iterable|defined|extensible|async iterable)|^(?:Method|Function)\.?prototype|must be an instance of|^object is not/;

/** Whether code says with an error what it asks for; an error of the engine only shows where code failed. */
export const isDeliberate = (error: unknown): boolean => !OF_ENGINE.test(thrownText(error));
