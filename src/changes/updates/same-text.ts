import type { Sameness } from '../../schema/update/differences.js';
import { parseTemplate } from '../../substitution/parse-template.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import type { TemplateNode } from '../../substitution/template.js';

/** How Flux reads the texts of one object before and after a change. */
export interface TextReading {
  /** Whether Flux substitutes in the object, on each side. */
  readonly from: boolean;
  readonly to: boolean;
}

/**
 * Whether two texts arrive in the cluster as the same one. A var has the same value on both sides, whatever that is; a
 * var on one side alone may have the value that the other side has.
 */
export const sameText =
  (reading: TextReading) =>
  (from: string, to: string): Sameness => {
    if (from === to && reading.from === reading.to) return 'same';
    const before = nodesOf(from, reading.from);
    const after = nodesOf(to, reading.to);
    if (before === undefined || after === undefined) return 'unsure';
    const [a, b] = [literalsOf(before), literalsOf(after)];
    if (JSON.stringify(a.expressions) !== JSON.stringify(b.expressions)) return 'unsure';
    const differing = a.literals.filter((literal, index) => literal !== b.literals[index]).length;
    if (differing === 0) return 'same';
    // With several, what one loses another may have.
    return differing === 1 ? 'different' : 'unsure';
  };

/** Undefined where Flux can't read it, which another diagnostic reports. */
const nodesOf = (text: string, isSubstituted: boolean): readonly TemplateNode[] | undefined => {
  if (!isSubstituted || !text.includes('$')) return [text];
  try {
    return parseTemplate(text).nodes;
  } catch (error) {
    if (error instanceof SubstitutionError) return undefined;
    throw error;
  }
};

/** The expressions of a template in order, and the text before, between and after them. */
const literalsOf = (
  nodes: readonly TemplateNode[],
): { readonly expressions: readonly TemplateNode[]; readonly literals: readonly string[] } => {
  const expressions: TemplateNode[] = [];
  const literals = [''];
  for (const node of nodes) {
    if (typeof node === 'string') literals[literals.length - 1] += node;
    else {
      expressions.push(node);
      literals.push('');
    }
  }
  return { expressions, literals };
};
