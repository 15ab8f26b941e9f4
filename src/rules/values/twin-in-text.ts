import { type JsonPath, printPath, startsWith, valueAt } from '../../json/json-path.js';
import { refusalOf } from '../../schema/refused.js';
import { propertyOf, schemaAt } from './schema-steps.js';
import type { Twin, TwinQuery } from './suggest-value.js';

/** Whether the schema has a path by its names. */
const isListed = (schema: unknown, path: readonly string[]): boolean =>
  path.every((step, i) => propertyOf(schemaAt(schema, path.slice(0, i)), step) !== undefined);

/** A path in a sentence: with dots, in quotes, or of several words in one. */
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
 * The one value of the chart that takes the place of a refused one, by what the chart says: "old was renamed to
 * controller.replicas". Where it names several that the chart has, none is chosen.
 */
export const twinInText = (
  text: string,
  { schema, path, values, fits }: Pick<TwinQuery, 'schema' | 'path' | 'values' | 'fits'>,
): Twin | undefined => {
  const value = valueAt(values, path);
  const found = new Map<string, JsonPath>();
  for (const name of namesIn(text)) {
    // A chart names its values from its own root, which is below a key of the chart around it.
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
