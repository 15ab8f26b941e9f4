import { compileExpression } from '../native/json-expression.js';
import { nativeSignatures } from '../native/json-functions.js';
import { ruleVariables } from '../native/native-rules.js';
import { openPatterns } from '../patterns.js';
import { type CelAst, encodeAst } from './cel-ast.js';
import { openCel } from './cel-library.js';
import { celShortcut } from './cel-shortcut.js';

/** The AST that `imports/schemas` has of a rule; undefined where the library must be asked for each value anyway. */
export type ShippedAst = (rule: string) => CelAst | undefined;

/** The library is loaded once for all rules. */
export const openShippedAsts = (): ShippedAst => {
  const cel = openCel(openPatterns());
  return (rule) => {
    try {
      const { ast } = cel.parseRule(rule, true);
      return celShortcut(ast, true) === undefined ? undefined : encodeAst(ast);
    } catch {
      // What is wrong with it is told where an object is checked by it.
      return undefined;
    }
  };
};

/** The same of a rule on Kubernetes' own kinds. Throws where it can't be evaluated on JSON. */
export const openNativeAsts = (): ((rule: string) => CelAst) => {
  const cel = openCel(
    openPatterns(),
    ruleVariables.filter((name) => name !== 'self'),
    nativeSignatures,
  );
  return (rule) => {
    const { ast } = cel.parseRule(rule, true);
    compileExpression(ast, ruleVariables);
    return encodeAst(ast);
  };
};
