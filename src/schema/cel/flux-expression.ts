import type { CelNode } from './cel-ast.js';
import { isBeyondLibrary, rewriteHas } from './cel-source.js';
import { freeNames } from './free-names.js';
import { parseCel } from './parse-cel.js';
import { parseWords } from './parse-words.js';
import { eachNode } from './parts-of.js';

/** What an expression of Flux is, as far as it can be known without a value. */
export interface FluxExpression {
  /** The variables that it reads, without those of its own macros. */
  readonly variables: readonly string[];
  /** Functions that Flux's environment doesn't have. */
  readonly unknownFunctions: readonly string[];
}

/** Functions of CEL's standard library and of the extensions that Flux loads: strings, sets, encoders, optional types. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  `size in startsWith endsWith contains matches bool bytes double duration dyn int string timestamp type uint
  getFullYear getMonth getDayOfYear getDayOfMonth getDate getDayOfWeek getHours getMinutes getSeconds getMilliseconds
  charAt indexOf join lastIndexOf lowerAscii upperAscii replace split substring trim format quote reverse
  equivalent intersects encode decode of ofNonZeroValue none hasValue value or orValue optMap optFlatMap unwrap unwrapOpt
  first last has all exists exists_one existsOne map filter`.split(/\s+/),
);
/** Names that stand for a type or a library, and not for a variable. */
const NAMES: ReadonlySet<string> = new Set(
  'bool bytes double dyn int list map null_type string type uint google optional sets strings base64'.split(' '),
);
const wordsOf = (error: unknown, text: string, isAsWritten: boolean): string => {
  const { summary, message, range } = error as { summary?: string; message: string; range?: { start: number } };
  const said = (summary ?? message).split('\n')[0]!;
  const words = parseWords(said);
  if (!isAsWritten || range === undefined) return words;
  const before = text.slice(0, range.start).split('\n');
  return `${words} (line ${before.length}, column ${before.at(-1)!.length + 1})`;
};

/**
 * Reads an expression of a health check or dependency as Flux does.
 *
 * @returns in words why Flux can't read it
 */
export const readFluxExpression = (text: string): FluxExpression | string => {
  const ast = tryParse(text);
  if (typeof ast === 'string') return ast;
  if (ast === undefined) return { variables: [], unknownFunctions: [] };
  const called = new Set<string>();
  for (const { op, args } of eachNode(ast)) {
    if (op === 'rcall') called.add(args[0]);
    if (op !== 'call') continue;
    const [name, [field, ...more]] = args;
    called.add(name);
    if (name === 'has' && (more.length > 0 || (field?.op !== '.' && field?.op !== '.?'))) {
      return 'has() takes a field, such as has(status.phase)';
    }
  }
  const variables = new Set(freeNames(ast).filter((name) => !NAMES.has(name)));
  const unknownFunctions = [...called].filter((name) => !FUNCTIONS.has(name));
  return { variables: [...variables], unknownFunctions };
};

/** In words why an expression can't be read; undefined for one that only the library can't read. */
const tryParse = (text: string): CelNode | string | undefined => {
  try {
    return parseCel(text);
  } catch (error) {
    return isBeyondLibrary(text) ? undefined : wordsOf(error, text, rewriteHas(text) === text);
  }
};
