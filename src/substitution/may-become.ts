import { parseTemplate } from './parse-template.js';
import { SubstitutionError } from './substitution-error.js';

/** Whether a text may be what substitution makes of a source, whatever the values of its vars are. */
export const mayBecome = (source: string, text: string): boolean => {
  const literals = literalsOf(source);
  if (literals === undefined) return false;
  const [first, ...rest] = literals;
  if (rest.length === 0) return first === text;
  const last = rest.pop()!;
  if (!text.startsWith(first!) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first!.length;
  for (const literal of rest) {
    const found = text.indexOf(literal, at);
    if (found < 0) return false;
    at = found + literal.length;
  }
  return at <= end;
};

/** The text before, between and after the expressions; `undefined`: Flux can't read it. */
const literalsOf = (source: string): readonly string[] | undefined => {
  try {
    const literals = [''];
    for (const node of parseTemplate(source).nodes) {
      if (typeof node === 'string') literals[literals.length - 1] += node;
      else literals.push('');
    }
    return literals;
  } catch (error) {
    if (error instanceof SubstitutionError) return undefined;
    throw error;
  }
};

/** Whether a path is made of vars alone: any folder may be meant. */
export const isOfVarsAlone = (source: string): boolean =>
  literalsOf(source)?.every((literal) => /^\/*$/.test(literal)) === true;
