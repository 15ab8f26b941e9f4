import { type CelAst, encodeAst } from './cel-ast.js';
import { parseRule } from './cel-library.js';
import { celShortcut } from './cel-shortcut.js';

/** The AST that `imports/schemas` has of a rule; undefined where the library must be asked for each value anyway. */
export const shippedAst = (rule: string): CelAst | undefined => {
  try {
    const { ast } = parseRule(rule, true);
    return celShortcut(ast, true) === undefined ? undefined : encodeAst(ast);
  } catch {
    // What is wrong with it is told where an object is checked by it.
    return undefined;
  }
};
