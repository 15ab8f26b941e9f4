import type { JsonPath } from '../json/json-path.js';
import { parseTemplate } from './parse-template.js';
import { SubstitutionError } from './substitution-error.js';

/** What a shell and Flux both read as the default of a variable. */
const DEFAULTS: ReadonlySet<string> = new Set([':=', ':-', '=']);

/** Whose text other programs read: shells, and whatever expands variables of its own. */
const PROGRAMS: ReadonlySet<string | number> = new Set([
  'annotations',
  'args',
  'binaryData',
  'command',
  'data',
  'env',
  'envFrom',
  'script',
  'stringData',
  'values',
]);

/** Fields with the name of a program's text that name something instead: the `data` of an ExternalSecret. */
const isNaming = (path: JsonPath): boolean =>
  path[0] === 'spec' && (path[1] === 'data' || path[1] === 'dataFrom') && typeof path[2] === 'number';

/**
 * Whether a value is nothing but an expression with a default, `${NAME:=5Gi}`, in a field that the API server or an
 * operator reads: none of them knows variables, so it is meant for Flux, which takes the default where nothing sets the
 * name. Text with more in it, and text that a program reads, may be a shell's.
 */
export const takesDefault = (text: string, path: JsonPath): boolean => {
  if (!text.startsWith('${') || !text.endsWith('}')) return false;
  if (!isNaming(path) && path.some((step) => PROGRAMS.has(step))) return false;
  try {
    const { nodes } = parseTemplate(text);
    const [first] = nodes;
    return nodes.length === 1 && typeof first === 'object' && DEFAULTS.has(first.operator);
  } catch (error) {
    if (error instanceof SubstitutionError) return false;
    throw error;
  }
};
