import { readFileSync } from 'node:fs';
import type { Json } from './mutations.js';

export interface ExpressionCase {
  readonly label: string;
  /** What kube-apiserver 1.36.3 says of it, asked as Flux asks. */
  readonly refused: boolean;
  readonly object: Json;
}

/** Admission policies, webhooks and CRDs with CEL expressions that are right, or wrong in one way. */
export const expressionCases = (): readonly ExpressionCase[] =>
  JSON.parse(readFileSync(new URL('../fixtures/schema/expressions.json', import.meta.url), 'utf8'));
