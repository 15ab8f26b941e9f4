import type { TypeDeclaration } from '@marcbachmann/cel-js';
import { isBeyondLibrary, rewriteCode } from '../cel/cel-source.js';
import { eachNode } from '../cel/parts-of.js';
import { type CelType, printType, printTypeName } from './cel-type.js';
import { checkParts } from './check-parts.js';
import { ExpressionFault, Undecided } from './expression-fault.js';
import { faultWords, type LibraryError, lackOfField, type TypedNode } from './fault-words.js';
import { messagesIn, rewriteMessages } from './messages.js';
import { findNewerFunction } from './newer-functions.js';
import type { Environment, TypedLibrary } from './typed-library.js';

/** What expressions are compiled with; open one for a run. */
export interface Compiler {
  /** Whether RE2 reads a pattern. */
  isPattern(pattern: string): boolean;
  readonly library: TypedLibrary;
  /** The release of Kubernetes that compiles: `1.33`. @default - the newest that is known */
  readonly kubernetes?: string | undefined;
}

/** What the API server makes of an expression: its type, or why it refuses it, in words that continue `"…rule" …`. */
export type Compiled =
  | {
      readonly type: TypeDeclaration;
      /** Whether the expression names a variable. */
      reads(variable: string): boolean;
      readonly fault?: undefined;
    }
  | { readonly fault: string; readonly type?: undefined };

/** The most characters that the API server reads. */
const LONGEST = 100_000;

/**
 * Compiles an expression as the API server does; undefined for one that isn't judged.
 *
 * @param wanted the types that its value may have. @default - any
 */
export const compileTyped = (
  source: string,
  environment: Environment,
  { isPattern, library, kubernetes }: Compiler,
  wanted?: readonly CelType[],
): Compiled | undefined => {
  if ([...source].length > LONGEST) return { fault: `is longer than ${LONGEST} characters` };
  const code = rewriteCode(source, (text) => rewriteMessages(text.replace(/(?<![.\w])has(?=\s*\()/g, 'hasField')));
  let ast: TypedNode | undefined;
  try {
    const parsed = library.environmentOf(environment, messagesIn(code)).parse(code);
    ast = parsed.ast;
    if ([...eachNode(ast)].some(isReadOtherwise)) return undefined;
    const { error } = parsed.check();
    if (error !== undefined) throw error;
    checkParts(ast, { isPattern, lackOf: (type, field) => lackOfField(type, field, environment) });
    const newer = kubernetes === undefined ? undefined : findNewerFunction(ast, kubernetes);
    if (newer !== undefined) {
      return { fault: `calls "${newer.name}", which Kubernetes ${newer.since} has and ${kubernetes} doesn't` };
    }
    const type = ast.checkedType!;
    if (type.kind === 'dyn' && [...eachNode(ast)].some(isVague)) throw new Undecided('the library forgets the type');
    if (wanted === undefined || wanted.includes(type.name)) {
      const names = new Set([...eachNode(ast)].flatMap(({ op, args }) => (op === 'id' ? [args] : [])));
      return { type, reads: (variable) => names.has(variable) };
    }
    return {
      fault: `gives a value of type ${printType(type)}, where ${wanted.map(printTypeName).join(' or ')} is required`,
    };
  } catch (error) {
    // An expression that is nested deeply takes the whole stack.
    if (error instanceof Undecided || error instanceof RangeError) return undefined;
    const isName = isOfLibrary(error) && error.code === 'unknown_variable';
    if (!isName && ast !== undefined && [...eachNode(ast)].some(isVague)) return undefined;
    if (error instanceof ExpressionFault) return { fault: error.message };
    if (!isOfLibrary(error)) return undefined;
    if (error.name === 'ParseError' && (error.code === 'limit_exceeded' || isBeyondLibrary(code))) return undefined;
    return { fault: faultWords(error, ast, environment, library) };
  }
};

const isOfLibrary = (error: unknown): error is LibraryError =>
  error instanceof Error && 'summary' in error && (error.name === 'ParseError' || error.name === 'TypeError');

const RELATIONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', 'in']);

/** `a == b < c` is `(a == b) < c` to CEL; to the library, `<` binds more tightly. */
const isReadOtherwise = ({ op, args, input }: TypedNode): boolean => {
  if (op !== '==' && op !== '!=') return false;
  const [left, right] = args;
  return RELATIONS.has(right.op) && !input.slice(left.end, right.start).includes('(');
};

/**
 * Of what is called on a value of which nothing is known, the library may lose the type: `d.orValue(true)` is a bool to
 * CEL and anything to the library, and of the items of `d.sort()` it knows no fields.
 */
const isVague = ({ op, args, checkedType }: TypedNode): boolean => {
  if (op === '[]') return (args[0] as TypedNode).checkedType?.name === 'optional<dyn>';
  if (op !== 'rcall') return false;
  const on = (args[1] as TypedNode).checkedType;
  if (on?.kind === 'list' && on.valueType?.kind === 'dyn') return args[0] === 'sort' || args[0] === 'sortBy';
  if (on?.kind !== 'dyn') return false;
  return checkedType?.hasPlaceholderType === true || args[0] === 'orValue' || args[0] === 'or';
};
