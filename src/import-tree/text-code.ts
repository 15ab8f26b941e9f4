import { type CodeNode, raw } from './code-node.js';
import type { VarType } from './infer-var.js';

/** The code of a text that reads vars: `vars.HOST`, or a template with them. Other operators than `${HOST}` stay text. */
export const textCodeOf = (types: ReadonlyMap<string, VarType>, value: string): CodeNode | undefined => {
  if (types.size === 0 || !value.includes('${') || value.includes('$$')) return undefined;
  const parts: (string | { readonly code: string })[] = [];
  let end = 0;
  for (const match of value.matchAll(/\$\{(\w+)\}/g)) {
    if (!types.has(match[1]!)) continue;
    if (match.index > end) parts.push(value.slice(end, match.index));
    parts.push({ code: `vars.${match[1]!}` });
    end = match.index + match[0].length;
  }
  if (end === 0) return undefined;
  if (end < value.length) parts.push(value.slice(end));
  const [first] = parts;
  if (parts.length === 1 && typeof first === 'object') return raw(first.code);
  return { kind: 'template', parts };
};
