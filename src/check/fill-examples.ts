import type { CompiledAddon } from '../compile/compiled-cluster.js';
import { tryUnquote } from '../compile/quote-names.js';
import { exampleOf, type JsonSchema } from '../contract/index.js';

/** A value as the cluster would have it, with examples where vars stand. */
export interface Filled {
  readonly value: unknown;
  /** Paths of values that nothing is known of but their type: the var has no example, default or list of values. */
  readonly open: readonly (readonly (string | number)[])[];
}

/** A var in a text, with or without a default. */
const HOLE = /\$\{([_A-Za-z][_A-Za-z0-9]*)(?::?[=-][^}]*)?\}/g;

const isExact = (schema: JsonSchema): boolean =>
  schema.type !== 'string' ||
  schema.default !== undefined ||
  schema.enum !== undefined ||
  (schema.examples !== undefined && schema.examples.length > 0);

/**
 * Puts the examples of an addon's vars where they stand. A var alone gives a value of its declared type; in a text, text.
 * What holds no var is given back as it is.
 */
export const fillExamples = (value: unknown, addon: CompiledAddon): Filled => {
  const { vars } = addon.built.inputs;
  if (vars.size === 0) return { value, open: [] };
  const open: (readonly (string | number)[])[] = [];

  const fillText = (text: string, path: readonly (string | number)[]): unknown => {
    if (!text.includes('${')) return text;
    const quoted = tryUnquote(text);
    if (quoted !== undefined) return String(fillText(quoted, path));
    let exact = true;
    let alone: unknown;
    let holes = 0;
    const filled = text.replace(HOLE, (expression, name: string) => {
      const input = vars.get(name);
      if (input === undefined) return expression;
      holes++;
      exact &&= isExact(input.schema);
      const example = exampleOf(input.schema);
      if (expression === text) alone = example;
      return String(example);
    });
    if (holes > 0 && !exact) open.push(path);
    return alone ?? filled;
  };

  const fill = (node: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof node === 'string') return fillText(node, path);
    if (typeof node !== 'object' || node === null) return node;
    let changed = false;
    if (Array.isArray(node)) {
      const items = node.map((item, index) => {
        const filled = fill(item, [...path, index]);
        changed ||= filled !== item;
        return filled;
      });
      return changed ? items : node;
    }
    const members = Object.entries(node).map(([key, member]) => {
      const name = key.includes('${') ? String(fillText(key, path)) : key;
      const filled = fill(member, [...path, name]);
      changed ||= filled !== member || name !== key;
      return [name, filled] as const;
    });
    return changed ? Object.fromEntries(members) : node;
  };

  return { value: fill(value, []), open };
};
