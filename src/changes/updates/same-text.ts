import type { Sameness } from '../../schema/update/differences.js';
import { parseTemplate } from '../../substitution/parse-template.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import type { TemplateNode } from '../../substitution/template.js';

/** How Flux reads the texts of an object before and after a change. */
export interface TextReading {
  /** Whether Flux substitutes in the object, on each side. */
  readonly from: boolean;
  readonly to: boolean;
}

/**
 * Compares two texts as they reach the cluster. A var has the same value on both sides. A var on one side only may have
 * the other side's value.
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
    // With several, their differences may cancel out.
    return differing === 1 ? 'different' : 'unsure';
  };

/** Returns undefined if Flux can't read the text, which another diagnostic reports. */
const nodesOf = (text: string, isSubstituted: boolean): readonly TemplateNode[] | undefined => {
  if (!isSubstituted || !text.includes('$')) return [text];
  try {
    return parseTemplate(text).nodes;
  } catch (error) {
    if (error instanceof SubstitutionError) return undefined;
    throw error;
  }
};

/** The expressions of a template in order, and the texts around them. */
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
