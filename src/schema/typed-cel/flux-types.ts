import type { CelNode } from '../cel/cel-ast.js';
import type { FluxExpression } from '../cel/flux-expression.js';
import { parseCel } from '../cel/parse-cel.js';
import type { ObjectType } from './cel-type.js';
import { compileTyped } from './compile-expression.js';
import type { MoreFunctions, TypedLibrary } from './typed-library.js';

/** What the types of an expression of Flux say. */
export interface FluxTypes {
  /** Undefined where only an evaluation tells. */
  readonly isBoolean?: boolean;
  /** Why Flux can't compile it, in words that continue `"…readyExpr" …`. */
  readonly fault?: string;
}

const ENCODERS: MoreFunctions = {
  library: 'base64',
  signatures: ['encode(bytes): string', 'decode(string): bytes'],
};

/** One list for all expressions: the library keeps what it prepared by it. */
const NO_OBJECTS: readonly ObjectType[] = [];

/** Whether patterns are right isn't looked at. */
const isPattern = (): boolean => true;

/**
 * Finds the types in an expression that could be read, which has no unknown functions.
 *
 * @param isCompiled Flux looks at the types before it evaluates the expression
 */
export const fluxTypes = (
  text: string,
  { variables }: FluxExpression,
  library: TypedLibrary,
  isCompiled: boolean,
): FluxTypes => {
  const known = new Map(variables.map((name) => [name, 'dyn']));
  const compiled = compileTyped(
    text,
    { variables: known, objects: NO_OBJECTS, more: ENCODERS },
    { isPattern, library },
  );
  if (compiled === undefined) return {};
  if (compiled.fault !== undefined) return isCompiled ? { fault: compiled.fault } : {};
  const { kind, name } = compiled.type;
  if (name === 'bool') return { isBoolean: true };
  const isOpen = !isCompiled && (kind === 'dyn' || kind === 'param') && !mayBeField(parseCel(text));
  return isOpen ? {} : { isBoolean: false };
};

/** Fields of an object are of no type that Flux knows, so an expression that is one isn't a boolean to it. */
const mayBeField = ({ op, args }: CelNode): boolean => {
  if (op === '?:') return mayBeField(args[1]) || mayBeField(args[2]);
  return op === '.' || op === '[]' || op === 'id' || (op === 'call' && args[0] === 'dyn');
};
