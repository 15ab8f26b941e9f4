/** As Helm composes two layers of values: maps merge, anything else of the upper one replaces what is below. */
export const mergeValues = (below: unknown, above: unknown): unknown => {
  if (!isMap(below) || !isMap(above)) return above;
  const merged = Object.entries(above).map(([key, value]) => [
    key,
    key in below ? mergeValues(below[key], value) : value,
  ]);
  return { ...below, ...Object.fromEntries(merged) };
};

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
