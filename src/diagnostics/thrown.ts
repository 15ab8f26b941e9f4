/**
 * What was thrown in one line: the first one, and of zod the first issue. It may be anything: a text, nothing, an object
 * that throws when it is read.
 *
 * @returns never an empty text
 */
export const thrownText = (thrown: unknown): string => {
  if (thrown === null || thrown === undefined) return `it threw ${thrown}`;
  const [line] = linesOf(thrown);
  if (line !== undefined && line !== '[object Object]') return line;
  return `it threw ${typeof thrown === 'object' ? 'an object without a message' : `a ${typeof thrown} without a text`}`;
};

/** The lines after {@link thrownText}: of what was thrown, of the errors that it holds, and of what caused it. */
export const thrownNotes = (thrown: unknown): readonly string[] => {
  const [, ...lines] = linesOf(thrown);
  const all = [...lines, ...errorsIn(thrown)];
  let cause = memberOf(thrown, 'cause');
  for (let depth = 0; depth < DEEPEST && cause !== undefined && cause !== null; depth++) {
    const [first = thrownText(cause), ...more] = linesOf(cause);
    all.push(`caused by: ${first}`, ...more, ...errorsIn(cause));
    cause = memberOf(cause, 'cause');
  }
  const hidden = all.length - MOST_LINES;
  return hidden > 1 ? [...all.slice(0, MOST_LINES), `and ${hidden} more lines`] : all;
};

const MOST_LINES = 12;
const DEEPEST = 4;

/** An AggregateError holds some. */
const errorsIn = (thrown: unknown): readonly string[] => {
  const errors = memberOf(thrown, 'errors');
  return tryError(thrown) !== undefined && Array.isArray(errors) ? errors.map(thrownText) : [];
};

const memberOf = (thrown: unknown, name: 'cause' | 'errors' | 'issues' | 'message'): unknown => {
  try {
    return (thrown as { readonly [member in typeof name]?: unknown } | null | undefined)?.[name];
  } catch {
    return undefined;
  }
};

const linesOf = (thrown: unknown): readonly string[] => {
  try {
    const issues = issueLines(memberOf(thrown, 'issues'));
    if (issues.length > 0) return issues;
    const message = memberOf(thrown, 'message');
    const text = typeof message === 'string' && message !== '' ? message : String(thrown);
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  } catch {
    // Its own text cannot be had.
    return [];
  }
};

/** The message of a ZodError is JSON of its issues: a line for each says the same. */
const issueLines = (issues: unknown): readonly string[] => {
  if (!Array.isArray(issues)) return [];
  return issues.flatMap((issue: { readonly path?: unknown; readonly message?: unknown } | undefined) => {
    if (typeof issue?.message !== 'string') return [];
    const path = Array.isArray(issue.path) ? issue.path.map(String).join('.') : '';
    return [path === '' ? issue.message : `${path}: ${issue.message}`];
  });
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
