import type { CompiledObject } from '../compile/compiled-cluster.js';
import { type Diagnostic, diagnose, nearest } from '../diagnostics/index.js';
import { printPath } from '../json/json-path.js';
import { ruleWords } from '../schema/cel/rule-words.js';
import type { SchemaProblem } from '../schema/schema-problem.js';

/**
 * A problem of one object, told as what the API server refuses.
 *
 * @param called how the object is called, where its title alone could be another's
 */
export const schemaDiagnostic = (
  problem: SchemaProblem,
  object: CompiledObject,
  called: string = object.title,
): Diagnostic => {
  const path = printPath(problem.path);
  const at = { addon: object.addon, object: object.title, path };
  const construct = `construct "${object.construct.node.path}"`;
  const value = shown(problem.value, object);
  if (problem.rule !== undefined) {
    const words = ruleWords(problem.rule) ?? problem.message;
    return diagnose('FX316', {
      message: `the API server refuses ${called}: "${path}" ${words === '' ? 'breaks a rule of its kind' : words}${value}`,
      at,
      notes: [`rule ${problem.rule.replaceAll(/\s+/g, ' ')}`, `made by ${construct}`],
      fix: 'change it so that the rule holds',
    });
  }
  return diagnose('FX315', {
    message: `the API server refuses ${called}: "${path}" ${problem.message}${value}`,
    at,
    notes: [`made by ${construct}`],
    fix: fixOf(problem),
  });
};

const fixOf = ({ path, message, known }: SchemaProblem): string => {
  const key = String(path.at(-1) ?? '');
  if (known !== undefined) {
    const near = nearest(key, known);
    if (near !== undefined) return `did you mean "${near}"?`;
    return known.length === 0 ? 'take it out' : `take it out; there is ${known.map((name) => `"${name}"`).join(', ')}`;
  }
  if (message === 'is required') return `set "${key}"`;
  if (message.startsWith('is in the list twice')) return 'take one of the two out';
  const takes = /^takes (.*?)(?:, not .*)?$/s.exec(message)?.[1];
  return takes === undefined ? 'write it in the form that the schema asks for' : `give ${takes}`;
};

/** Longer values say nothing that the place does not. */
const MAX_SHOWN = 60;

/** The value, where it is short and no secret. */
const shown = (value: unknown, object: CompiledObject): string => {
  if (value === undefined || object.kind === 'Secret' || typeof value === 'object') return '';
  // Of what is no JSON data (FX311) there is none, or it throws.
  const text = typeof value === 'bigint' ? undefined : JSON.stringify(value);
  return text === undefined || text.length > MAX_SHOWN ? '' : `, and has ${text}`;
};
