/** Where a value is inside a JSON value: keys of objects, and indexes of arrays as numbers. */
export type JsonPath = readonly (string | number)[];

/** A key that needs no quotes. */
const WORD = /^[\w$-]+$/;

/**
 * Prints a path as you would write it in code: `spec.rules[0].host`, `data["tls.crt"]`. The empty path is an empty text.
 */
export const printPath = (path: JsonPath): string => {
  let text = '';
  for (const step of path) text = joinPath(text, step);
  return text;
};

/** A printed path with one more step at its end. */
export const joinPath = (path: string, step: string | number): string => {
  if (typeof step === 'number') return `${path}[${step}]`;
  if (!WORD.test(step)) return `${path}[${JSON.stringify(step)}]`;
  return path === '' ? step : `${path}.${step}`;
};

/** A JSON pointer (RFC 6901), as JSON patches have it. */
export const printPointer = (path: JsonPath): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** One step at a time: `["quoted"]`, `[0]`, or a key that follows a dot or the beginning. */
const STEP = /\[("(?:[^"\\]|\\.)*")\]|\[(\d+)\]|(?:^|(?<!^)\.)([^.[\]"\s]+)/y;

/** The same as somebody types it: a key may hold blanks, and a dot too many does no harm. */
const TYPED_STEP = /\[("(?:[^"\\]|\\.)*")\]|\[(\d+)\]|([^.[\]]+)|\./y;

/**
 * Reads what {@link printPath} prints.
 *
 * @returns undefined where the text isn't a path
 */
export const parsePath = (text: string): JsonPath | undefined => readSteps(text, STEP);

/** Reads a path that a person has written, as in an argument of a command or a key of an option. */
export const parseTypedPath = (text: string): JsonPath | undefined => readSteps(text, TYPED_STEP);

const readSteps = (text: string, step: RegExp): JsonPath | undefined => {
  const path: (string | number)[] = [];
  step.lastIndex = 0;
  for (let at = 0; at < text.length; at = step.lastIndex) {
    const found = step.exec(text);
    if (found === null) return undefined;
    const [, quoted, index, word] = found;
    try {
      if (quoted !== undefined) path.push(JSON.parse(quoted) as string);
      else if (index !== undefined) path.push(Number(index));
      else if (word !== undefined) path.push(word);
    } catch {
      return undefined;
    }
  }
  return path;
};

/** The value at a path; undefined where there is none. Only own members count. */
export const valueAt = (value: unknown, path: JsonPath): unknown => {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Readonly<Record<string | number, unknown>>)[step];
  }
  return at;
};

/** Whether a path is `start`, or lies inside of it. */
export const startsWith = (path: JsonPath, start: JsonPath): boolean =>
  start.length <= path.length && start.every((step, index) => path[index] === step);
