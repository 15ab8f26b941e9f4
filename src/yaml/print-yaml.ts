import { printPath } from '../json/json-path.js';

/** One place in a value that would not arrive in the cluster as it is. */
export interface Unprintable {
  /** Where it is: `spec.rules[0].host`, `data["tls.crt"]`; empty for the value itself. */
  readonly path: string;
  /** What is there and why it cannot stay, in lower case; of a text only the character, never the rest. */
  readonly why: string;
  /** Whether {@link printYaml} prints it all the same. */
  readonly printable: boolean;
}

/**
 * Prints plain JSON data as one YAML document: block style, keys in the order given, a newline at the end.
 *
 * All readers that the tree meets read the same values back: Go's yaml.v2 and yaml.v3 (kustomize, Flux, Helm), which
 * follow YAML 1.1 in part, and readers of YAML 1.2. A string is quoted where any of them would see something else.
 * Members that are `undefined` are left out.
 *
 * @param onDoubt hears once where something may not arrive; {@link unprintable} says whether it does
 * @throws TypeError with the path, for what is not JSON data: NaN, bigint, functions, class instances, cycles.
 */
export const printYaml = (value: unknown, onDoubt?: () => void): string => createYamlPrinter()(value, onDoubt);

/** Prints as {@link printYaml} does. */
export type YamlPrinter = typeof printYaml;

/** Makes a printer for many values: it remembers the beginnings of lines, which most manifests share. */
export const createYamlPrinter = (): YamlPrinter => {
  const printing: Printing = { keys: [], inDoubt: false };
  return (value, onDoubt) => print(printing, value, onDoubt);
};

const print = (printing: Printing, value: unknown, onDoubt: (() => void) | undefined): string => {
  printing.inDoubt = false;
  try {
    const text = hasLines(value)
      ? printBlock(printing, '', value, 0, true)
      : typeof value === 'string'
        ? printLine(printing, value)
        : printScalar(printing, value, 0);
    if (printing.inDoubt) onDoubt?.();
    return `${text}\n`;
  } catch (error) {
    // The path is looked for only now: keeping it up to date would cost every value that prints.
    const fault = findFaults(value).find((found) => !found.printable);
    if (fault === undefined) throw error;
    throw new TypeError(fault.path === '' ? fault.why : `${fault.path}: ${fault.why}`);
  }
};

/**
 * Finds what would not arrive, in the order of the value: what {@link printYaml} throws for, and text that prints well
 * but that `kustomize build` (5.5) drops or changes, however it is printed.
 */
export const unprintable = (value: unknown): readonly Unprintable[] => findFaults(value);

/** What one printer keeps. */
interface Printing {
  /**
   * The beginnings of lines, by column and key. Manifests say the same few keys over and over, at the same few places:
   * looking a beginning up is half the time of making it again.
   */
  readonly keys: Map<string, string>[];
  /**
   * Whether what is being printed holds anything that kustomize may not read back. All of that is printed in one of a
   * few ways, which few texts are: to look there is cheaper than to look at every file.
   */
  inDoubt: boolean;
}

type Lines = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Whether the value takes lines of its own: a list or a map that is not empty. */
const hasLines = (value: unknown): value is Lines => {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (!isPlainObject(value)) throw new TypeError(NOT_DATA);
  for (const key in value) if (value[key] !== undefined) return true;
  return false;
};

const isPlainObject = (value: object): value is Record<string, unknown> => {
  const prototype: unknown = Object.getPrototypeOf(value);
  // A second look for objects of another realm, whose Object is not ours.
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** Deeper than any manifest; a cycle ends here, before the stack does. */
const DEEPEST = 500;
const NOT_DATA = 'not JSON data';

/** A line break and columns of indentation, by number: one string each, instead of one for each line. */
const BREAKS = Array.from({ length: 2 * DEEPEST + 4 }, (_, columns) => `\n${' '.repeat(columns)}`);
const DASHES = BREAKS.map((start) => `${start}- `);

/** Appends the lines of `block`, but for the break at its end. `isOpen`: the first goes on in a line that is there. */
const printBlock = (printing: Printing, out: string, block: Lines, column: number, isOpen: boolean): string => {
  if (column > 2 * DEEPEST) throw new TypeError(NOT_DATA);
  if (Array.isArray(block)) {
    const dash = DASHES[column]!;
    for (const item of block) {
      out += isOpen ? '- ' : dash;
      isOpen = false;
      if (hasLines(item)) out = printBlock(printing, out, item, column + 2, true);
      else out += printScalar(printing, item, column);
    }
    return out;
  }
  const members = block as Readonly<Record<string, unknown>>;
  const known = keysAt(printing, column);
  for (const key in members) {
    const value = members[key];
    if (value === undefined) continue;
    const line = printKey(printing, known, key, column);
    const start = isOpen ? column + 1 : 0;
    isOpen = false;
    if (hasLines(value)) out = printBlock(printing, out + line.slice(start, -1), value, column + 2, false);
    else out = out + (start === 0 ? line : line.slice(start)) + printScalar(printing, value, column);
  }
  return out;
};

const MOST_KEYS = 2000;

const keysAt = ({ keys }: Printing, column: number): Map<string, string> => (keys[column / 2] ??= new Map());

/** The beginning of a key's line, from the break before it to the blank behind its colon. */
const printKey = (printing: Printing, known: Map<string, string>, key: string, column: number): string => {
  let line = known.get(key);
  if (line === undefined) {
    const before = printing.inDoubt;
    printing.inDoubt = mayBeTooLong(key);
    const name = printLine(printing, key);
    const start = BREAKS[column]!;
    // YAML ends the search for the `:` of a key after 1024 characters; a longer one says that it is a key.
    line = name.length > 1000 ? `${start}? ${name}${start}: ` : `${start}${name}: `;
    // A doubt is raised each time.
    if (known.size < MOST_KEYS && !printing.inDoubt) known.set(key, line);
    printing.inDoubt ||= before;
  }
  return line;
};

/** `column`: of the collection that holds the value; a literal block stands two further in. */
const printScalar = (printing: Printing, value: unknown, column: number): string => {
  switch (typeof value) {
    case 'string':
      return value.includes('\n') ? printText(printing, value, column) : printLine(printing, value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      return printNumber(value);
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? '[]' : '{}';
    default:
      throw new TypeError(NOT_DATA);
  }
};

const printNumber = (value: number): string => {
  if (!Number.isFinite(value)) throw new TypeError(NOT_DATA);
  const text = value === 0 ? '0' : String(value);
  // YAML 1.1 knows no float without a point: `1e+21` would be text for some of its readers.
  return text.includes('e') && !text.includes('.') ? text.replace('e', '.0e') : text;
};

/** What stands unquoted if it is not a word and no number: no indicator at the start, no `: `, no ` #`, no space at the end. */
const PLAIN = /^(?:[\w$/(\\^;]|--?[A-Za-z]|\.{1,2}\/|[.+]\w)(?:[!-9;-~]|:(?! |$)| +(?![ #]|$))*$/;
/** The same beyond ASCII; slower to match, and {@link UNREADABLE} and {@link UNSEEN} have their say. */
const WIDE_PLAIN =
  /^(?:[\w$/(\\^;\x80-\uffff]|--?[A-Za-z]|\.{1,2}\/|[.+]\w)(?:[!-9;-~\x80-\uffff]|:(?! |$)| +(?![ #]|$))*$/;

/** Text that some reader takes for a boolean or null, in capitals or not. */
const WORDS = new Set(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null', '.nan', '.inf', '+.inf']);
const LONGEST_WORD = 5;

/**
 * What some reader takes for a number or a date once the `_` is gone, which Go takes out wherever it stands: every base,
 * base 60 (`12:30:45`), a comma between digits, a point or an exponent alone (`e5`).
 */
const NUMBER =
  /^[-+]?(?:(?:\d[\d,]*)?(?:\.\d*)?(?:[eE][-+]?\d+)?|0[bBoOxX][\da-fA-F.pP+-]*|\d+(?::\d+)+(?:\.\d*)?)$|^\d{4}-\d\d?-\d\d?(?:$|[Tt ])/;
const NUMBER_START = /^[-+.\deE]/;

/** What a reader refuses or takes for a line break outside of an escape, lone surrogates among it. */
const UNREADABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** What may stand but cannot be seen, or turns the direction of what follows: a reviewer is shown the escape. */
const UNSEEN = /[\xa0\xad\u061c\u1680\u180e\u2000-\u200f\u202a-\u202f\u205f-\u206f\u3000\ufff9-\ufffb\udb40]/;

const ESCAPED = new RegExp(`["\\\\\\t\\n]|\\udb40[\\udc00-\\udfff]|${UNREADABLE.source}|${UNSEEN.source}`, 'g');
const VISIBLE_ASCII = /^[ -~]*$/;

/** The patterns above keep a step of every character, and run out of stack after a few million of them. */
const LONGEST_PLAIN = 1_000_000;

/** A text on one line, plain or quoted; what keys and most values are. */
const printLine = (printing: Printing, text: string): string => {
  if (text.length > LONGEST_PLAIN) {
    printing.inDoubt = true;
    return quoted(text);
  }
  if (PLAIN.test(text)) {
    if (text.length <= LONGEST_WORD && WORDS.has(text.toLowerCase())) return `"${text}"`;
    // After a date anything may come, quotes and backslashes too.
    if (NUMBER_START.test(text) && NUMBER.test(text.replaceAll('_', ''))) return quoted(text);
    return text;
  }
  if (WIDE_PLAIN.test(text) && !UNREADABLE.test(text) && !UNSEEN.test(text)) return text;
  // `'{"a":1}'` is easier to read than `"{\"a\":1}"`.
  if (/["\\]/.test(text) && !text.includes("'") && VISIBLE_ASCII.test(text)) return `'${text}'`;
  printing.inDoubt ||= isDoubtful(text);
  return quoted(text);
};

const quoted = (text: string): string => `"${text.replace(ESCAPED, escapeOf)}"`;

const escapeOf = (character: string): string => {
  switch (character) {
    case '"':
    case '\\':
      return `\\${character}`;
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    case '\t':
      return '\\t';
  }
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
};

/** No line with a character to see, or blanks alone on the first or last line: as a block, readers differ about it. */
const BLANK_EDGE = /^\n*[ \t]*$|^\n*[ \t]+\n|\n[ \t]+\n*$/;
const INDENTED = /^\n*[ \t]/;
const LINE_STARTS = /\n(?!\n|$)/g;

/** A text of several lines, as a literal block where all readers read it alike. */
const printText = (printing: Printing, text: string, column: number): string => {
  if (BLANK_EDGE.test(text) || UNREADABLE.test(text)) return printLine(printing, text);
  const lines = `\n${text}`.replace(LINE_STARTS, BREAKS[column + 2]!);
  const indicator = INDENTED.test(text) ? '2' : '';
  if (indicator !== '') printing.inDoubt ||= TAB_BLOCK.test(text);
  if (!text.endsWith('\n')) return `|${indicator}-${lines}`;
  return `|${indicator}${text.endsWith('\n\n') ? '+' : ''}${lines.slice(0, -1)}`;
};

const MERGE_KEY = '<<';
/** It prints such a text as a block, and then takes the tab for a bad indentation. */
const TAB_BLOCK = /^\t+[^\t\n].*\n/;
/** It writes a key as JSON on the way, and reads no key that takes more than 1024 characters there. */
const LONGEST_KEY = 1000;
/** Go writes `<`, `>` and `&` in six characters, as it writes control characters. */
const MOST_FOR_ONE = 6;
const mayBeTooLong = (key: string) => key.length > LONGEST_KEY / MOST_FOR_ONE;
const isTooLong = (key: string) =>
  mayBeTooLong(key) && JSON.stringify(key).replace(/[<>&]/g, '\\u0000').length > LONGEST_KEY;

/** Characters that kustomize 5.5 itself changes or refuses when it reads what it has printed. */
const LOST = /[\x7f-\x9f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Whether {@link findFaults} may have something to say about a text, or a key. */
const isDoubtful = (text: string) => LOST.test(text) || TAB_BLOCK.test(text) || text === MERGE_KEY;

const findFaults = (root: unknown): Unprintable[] => {
  const faults: Unprintable[] = [];
  const above: unknown[] = [];
  // Joined only where something is found.
  const path: (string | number)[] = [];
  const report = (printable: boolean, why: string) => faults.push({ path: printPath(path), printable, why });

  const visitText = (text: string, what: string): void => {
    if (TAB_BLOCK.test(text))
      report(true, `${what} of several lines begins with a tab, which kustomize cannot read back`);
    const lost = LOST.exec(text)?.[0];
    if (lost === undefined) return;
    const code = lost.charCodeAt(0);
    const why = code >= 0xd800 && code <= 0xdfff ? 'half a character, which no file can hold' : 'which kustomize loses';
    report(true, `${what} holds U+${code.toString(16).toUpperCase().padStart(4, '0')}, ${why}`);
  };

  const visit = (value: unknown): void => {
    switch (typeof value) {
      case 'boolean':
        return;
      case 'string':
        visitText(value, 'the text');
        return;
      case 'number':
        if (!Number.isFinite(value)) report(false, `${value} is not a JSON number`);
        return;
      case 'object':
        if (value !== null) visitMembers(value);
        return;
      default:
        report(false, `a value of type ${typeof value} is not JSON data`);
    }
  };

  const visitMembers = (value: object): void => {
    if (above.includes(value)) return void report(false, 'the value holds itself');
    if (above.length > DEEPEST) return void report(false, `the value is more than ${DEEPEST} levels deep`);
    above.push(value);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        path.push(index);
        visit(item);
        path.pop();
      }
    } else if (isPlainObject(value)) {
      for (const key of Object.keys(value)) {
        const member = value[key];
        if (member === undefined) continue;
        path.push(key);
        visitText(key, 'the key');
        if (key === MERGE_KEY) report(true, 'the key "<<" is the merge key of YAML, and kustomize drops it');
        if (isTooLong(key)) report(true, `the key is longer than the ${LONGEST_KEY} characters that kustomize reads`);
        visit(member);
        path.pop();
      }
    } else {
      report(false, `an instance of ${value.constructor?.name || 'a class'} is not JSON data`);
    }
    above.pop();
  };

  visit(root);
  return faults;
};
