import { type JsonPath, printPath, startsWith, valueAt } from '../../json/json-path.js';
import { refusalOf } from '../../schema/refused.js';
import { propertyOf, schemaAt } from './schema-steps.js';
import type { Twin, TwinQuery } from './suggest-value.js';

/** Whether the schema lists every name of a path. */
const isListed = (schema: unknown, path: readonly string[]): boolean =>
  path.every((step, i) => propertyOf(schemaAt(schema, path.slice(0, i)), step) !== undefined);

/** A path in a sentence: with dots, in quotes, or in camel case. */
const NAME = /(?<=(["'`])?)(?:\.?Values\.)?([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*)(?=(["'`])?)/g;

const namesIn = (text: string): readonly (readonly string[])[] => {
  const found: (readonly string[])[] = [];
  for (const [whole, open, name, close] of text.matchAll(NAME)) {
    const isQuoted = open !== undefined && open === close;
    if (isQuoted || name!.includes('.') || whole.includes('Values.') || /[a-z][A-Z]/.test(name!))
      found.push(name!.split('.'));
  }
  return found;
};

/**
 * The value that replaces a rejected one, according to the chart's message: "old was renamed to controller.replicas".
 * Undefined if the message names several values of the chart.
 */
export const twinInText = (
  text: string,
  { schema, path, values, fits }: Pick<TwinQuery, 'schema' | 'path' | 'values' | 'fits'>,
): Twin | undefined => {
  const value = valueAt(values, path);
  const found = new Map<string, JsonPath>();
  for (const name of namesIn(text)) {
    // A subchart names values from its own root, which is below a key of its parent chart.
    for (let depth = path.length - 1; depth >= 0; depth--) {
      const there = [...path.slice(0, depth), ...name];
      if (!isListed(schemaAt(schema, path.slice(0, depth)), name)) continue;
      if (!startsWith(path, there)) found.set(printPath(there), there);
      break;
    }
  }
  const [only, ...others] = [...found.values()];
  if (only === undefined || others.length > 0 || valueAt(values, only) !== undefined) return undefined;
  const node = schemaAt(schema, only);
  return refusalOf(node) === undefined && fits(node, value) ? { kind: 'name', name: printPath(only) } : undefined;
};
