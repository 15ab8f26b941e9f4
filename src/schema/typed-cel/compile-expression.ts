import { type CelType, isSameType, printType } from './cel-type.js';
import { checkLiterals } from './check-literals.js';
import { checkTypes, type Environment, type TypedExpression } from './check-types.js';
import { ExpressionFault, Undecided } from './expression.js';
import { findNewerFunction } from './newer-functions.js';
import { parseExpression } from './parse-expression.js';
import type { Signatures } from './signatures.js';

/** What expressions are compiled with; open one for a run. */
export interface Compiler {
  /** Whether RE2 reads a pattern. */
  isPattern(pattern: string): boolean;
  readonly signatures: Signatures;
  /** The release of Kubernetes that compiles: `1.33`. @default - the newest that is known */
  readonly kubernetes?: string | undefined;
}

/** What the API server makes of an expression: its types, or why it refuses it, in words that continue `"…rule" …`. */
export type Compiled =
  | { readonly typed: TypedExpression; readonly type: CelType; readonly fault?: undefined }
  | { readonly fault: string; readonly type?: undefined };

/**
 * Compiles an expression as the API server does; undefined for one that isn't judged.
 *
 * @param wanted the types that its value may have. @default - any
 */
export const compileTyped = (
  source: string,
  environment: Environment,
  { isPattern, signatures, kubernetes }: Compiler,
  wanted?: readonly CelType[],
): Compiled | undefined => {
  try {
    const typed = checkTypes(parseExpression(source), environment, signatures);
    checkLiterals(typed, isPattern);
    const newer = kubernetes === undefined ? undefined : findNewerFunction(typed, kubernetes);
    if (newer !== undefined) {
      return { fault: `calls "${newer.name}", which Kubernetes ${newer.since} has and ${kubernetes} doesn't` };
    }
    const type = typed.typeOf(typed.expression);
    if (wanted === undefined || wanted.some((one) => isSameType(one, type))) return { typed, type };
    return {
      fault: `gives a value of type ${printType(type)}, where ${wanted.map(printType).join(' or ')} is required`,
    };
  } catch (error) {
    if (error instanceof ExpressionFault) return { fault: error.message };
    if (error instanceof Undecided) return undefined;
    throw error;
  }
};
