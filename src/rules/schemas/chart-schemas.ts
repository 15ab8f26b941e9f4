import type { ChartSchema, ReadChartSchema } from '../../constructs/helm-chart.js';
import { isObject } from '../../json/is-object.js';

/** Returns what a chart's `valuesSchema` yields, if that is a schema. */
export type ChartSchemas = (read: ReadChartSchema | undefined) => ChartSchema | undefined;

/** Reads the schemas of charts, each once for all releases and rules of a run: parsing a large one takes 10 ms. */
export const openChartSchemas = (): ChartSchemas => {
  const known = new Map<ReadChartSchema, ChartSchema | undefined>();
  return (read) => {
    if (read === undefined) return undefined;
    if (!known.has(read)) known.set(read, schemaOf(read));
    return known.get(read);
  };
};

const schemaOf = (read: ReadChartSchema): ChartSchema | undefined => {
  try {
    const schema: unknown = read();
    // An async function returns a promise. A schema may have the keyword `then`.
    return isObject(schema) && typeof schema['then'] !== 'function' ? (schema as ChartSchema) : undefined;
  } catch {
    return undefined;
  }
};
