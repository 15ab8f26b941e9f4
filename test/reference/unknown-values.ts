/** The part of a chart's JSON Schema that says which values there are. */
export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The paths in `values` that a chart does not know. Where it says nothing of what is in a map, all is known. */
export const unknownValues = (schema: Schema, values: object, path = ''): readonly string[] => {
  const { properties } = schema;
  if (properties === undefined || Array.isArray(values)) return [];
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    const here = path === '' ? key : `${path}.${key}`;
    const inside = properties[key];
    if (inside === undefined) return [here];
    return typeof value === 'object' && value !== null ? unknownValues(inside, value, here) : [];
  });
};
