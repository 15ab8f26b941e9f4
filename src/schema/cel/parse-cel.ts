import { createRequire } from 'node:module';
import type { CelNode } from './cel-ast.js';
import { rewriteHas } from './cel-source.js';

const require = createRequire(import.meta.url);

/**
 * Parses an expression, without a look at its types. The library is loaded for the first one.
 *
 * @throws what the library throws of a text that it doesn't read
 */
export const parseCel = (text: string): CelNode => {
  const { Environment } = require('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js');
  const made = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
  return made.parse(rewriteHas(text)).ast as unknown as CelNode;
};
