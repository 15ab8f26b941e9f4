import { isObject } from '../json/is-object.js';
import type { JsonPath } from '../json/json-path.js';

/** Of the schema of a chart's values: the keyword that has the places of dependencies which weren't there at the import. */
export const ABSENT_CHARTS = 'x-absent-charts';

const isPath = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((key) => typeof key === 'string');

/** Below which keys the defaults aren't known, since the chart that has them wasn't there. */
export const absentChartsOf = (schema: unknown): readonly JsonPath[] => {
  const paths = isObject(schema) ? schema[ABSENT_CHARTS] : undefined;
  return Array.isArray(paths) ? paths.filter(isPath) : [];
};
