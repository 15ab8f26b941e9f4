import { parseTemplate } from './parse-template.js';
import { type Expression, isDefaultOperator, type Template } from './template.js';

/** A name that a text reads. */
export interface VariableUse {
  readonly name: string;
  /** True if each use brings a default, so that Flux's strict mode does not need the variable. */
  readonly exempt: boolean;
}

/**
 * The variables that a text reads, those within defaults included (Flux evaluates a default even if it
 * does not need it), each once, in the order in which they first occur.
 *
 * @throws SubstitutionError where the text does not parse
 */
export const variablesOf = (source: string | Template): VariableUse[] => {
  const template = typeof source === 'string' ? parseTemplate(source) : source;
  const exempt = new Map<string, boolean>();
  const pending: Expression[] = [];
  for (const node of template.nodes) {
    if (typeof node === 'string') continue;
    pending.push(node);
    while (pending.length > 0) {
      const { name, operator, args } = pending.pop()!;
      exempt.set(name, (exempt.get(name) ?? true) && isDefaultOperator(operator));
      for (let i = args.length - 1; i >= 0; i--) {
        const arg = args[i]!;
        if (typeof arg !== 'string') pending.push(arg);
      }
    }
  }
  return Array.from(exempt, ([name, isExempt]) => ({ name, exempt: isExempt }));
};
