import { writtenExpressions } from '../substitution/written-expressions.js';
import type { VarType } from '../var-safety/infer-var.js';
import { type CodeNode, raw } from './code-node.js';

/** The characters around a plain name. */
const BRACES = 3;

/** The code of a text that reads vars: `vars.HOST`, or a template with them. Other operators than `${HOST}` stay text. */
export const textCodeOf = (types: ReadonlyMap<string, VarType>, value: string): CodeNode | undefined => {
  if (types.size === 0 || value.includes('$$')) return undefined;
  const parts: (string | { readonly code: string })[] = [];
  let end = 0;
  for (const { source, start, names } of writtenExpressions(value)) {
    const [name] = names;
    const isPlain = name !== undefined && source.length === name.length + BRACES;
    if (!isPlain || !types.has(name)) continue;
    if (start > end) parts.push(value.slice(end, start));
    parts.push({ code: `vars.${name}` });
    end = start + source.length;
  }
  if (end === 0) return undefined;
  if (end < value.length) parts.push(value.slice(end));
  const [first] = parts;
  if (parts.length === 1 && typeof first === 'object') return raw(first.code);
  return { kind: 'template', parts };
};
