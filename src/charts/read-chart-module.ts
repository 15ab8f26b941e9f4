import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { OUTSIDE } from './print-chart-module.js';

/** What a generated module says of the chart that it was imported from. */
export interface ChartModule {
  readonly chart: string;
  /** Undefined where the import did not know it. */
  readonly version: string | undefined;
  /** Where it came from: an address, or a path relative to the project; undefined of a chart outside of it. */
  readonly source: string | undefined;
  /** As synth gets it: `text` of the function in the module. */
  readonly schemaText: string;
}

const HEADER = /^\/\/ Values of the chart (.+?) (\(version unknown\)|\S+), (.*)\.\r?\n/;
const TEXT = /^const text = String\.raw`([^`]*)`;$/m;

/**
 * Reads `<name>.schema.ts` as the import wrote it, without running it.
 *
 * @returns undefined where it is something else
 */
export const readChartModule = (text: string): ChartModule | undefined => {
  const header = HEADER.exec(text);
  const schema = TEXT.exec(text);
  if (header === null || schema === null) return undefined;
  const [, chart = '', version, source = ''] = header;
  return {
    chart,
    version: version === '(version unknown)' ? undefined : version,
    source: source === OUTSIDE ? undefined : source,
    // Git may have given the file other line ends.
    schemaText: schema[1]!.replaceAll('\r\n', '\n'),
  };
};

/** @returns undefined where the text is not a schema */
export const parseChartSchema = (text: string): JsonObject | undefined => {
  try {
    const schema: unknown = JSON.parse(text);
    return isObject(schema) ? schema : undefined;
  } catch {
    return undefined;
  }
};
