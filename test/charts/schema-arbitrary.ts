import fc from 'fast-check';

export interface SchemaAndExample {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: unknown;
}

const key = fc.constantFrom(
  'name',
  'a-b',
  'x.y/z',
  'Image',
  'image',
  'constructor',
  'ünï',
  '1st',
  "it's",
  'class',
  'enabled',
  'nodeSelector',
);

const leaf: fc.Arbitrary<SchemaAndExample> = fc.oneof(
  fc.string().map((example) => ({ schema: { type: 'string', title: 'x */' }, example })),
  fc.integer().map((example) => ({ schema: { type: 'integer', default: 3 }, example })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((example) => ({ schema: { type: 'number' }, example })),
  fc.boolean().map((example) => ({ schema: { type: ['boolean', 'null'] }, example })),
  fc.jsonValue().map((example) => ({ schema: { description: 'anything' }, example })),
  fc
    .uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), { minLength: 1, maxLength: 4 })
    .map((literals) => ({ schema: { enum: literals }, example: literals[0] })),
  fc.constant({ schema: { const: 'fixed' }, example: 'fixed' }),
  fc.nat(100).map((example) => ({ schema: { type: 'number', minimum: 0, exclusiveMaximum: 101 }, example })),
);

const objectOf = (inner: fc.Arbitrary<SchemaAndExample>): fc.Arbitrary<SchemaAndExample> =>
  fc
    .tuple(
      fc.uniqueArray(fc.tuple(key, inner, fc.boolean()), { selector: ([name]) => name, minLength: 1, maxLength: 5 }),
      fc.constantFrom(undefined, false, true),
    )
    .map(([fields, additional]) => ({
      schema: {
        type: 'object',
        properties: Object.fromEntries(fields.map(([name, field]) => [name, field.schema])),
        required: fields.filter(([, , given]) => given).map(([name]) => name),
        ...(additional === undefined ? {} : { additionalProperties: additional }),
      },
      example: Object.fromEntries(fields.filter(([, , given]) => given).map(([name, field]) => [name, field.example])),
    }));

/** Schemas of all kinds, each with a value that satisfies it by construction. */
const anySchema = fc.letrec<{ any: SchemaAndExample }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    objectOf(tie('any')),
    tie('any').map(({ schema, example }) => ({
      schema: { type: 'array', items: schema },
      example: [example, example],
    })),
    tie('any').map(({ schema, example }) => ({
      schema: { type: 'object', additionalProperties: schema },
      example: { first: example, 'second/key': example },
    })),
    fc
      .tuple(tie('any'), tie('any'))
      .map(([one, other]) => ({ schema: { anyOf: [other.schema, one.schema] }, example: one.example })),
    fc.tuple(objectOf(tie('any')), leaf).map(([object, extra]) => ({
      schema: { allOf: [object.schema, { properties: { added: extra.schema } }] },
      example: (object.schema['additionalProperties'] === false
        ? object.example
        : { ...(object.example as object), added: extra.example }) as unknown,
    })),
    fc.tuple(leaf, fc.boolean()).map(([{ schema, example }, flag]) => ({
      schema: {
        type: 'object',
        properties: { on: { type: 'boolean' } },
        required: ['on'],
        if: { properties: { on: { const: true } } },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: { properties: { value: schema } },
      },
      example: flag ? { on: true, value: example } : { on: false, value: ['whatever'] },
    })),
  ),
})).any;

/** A chart's schema: an object at the root, with a part of it behind a ref, in the way of one of the drafts. */
export const chartSchema: fc.Arbitrary<SchemaAndExample> = fc
  .tuple(objectOf(anySchema), anySchema, fc.constantFrom('definitions', '$defs'))
  .map(([object, shared, home]) => ({
    schema: {
      $schema:
        home === '$defs' ? 'https://json-schema.org/draft/2020-12/schema' : 'http://json-schema.org/draft-07/schema#',
      ...object.schema,
      properties: { ...(object.schema['properties'] as object), shared: { $ref: `#/${home}/the~1shared` } },
      [home]: { 'the/shared': shared.schema },
    },
    example: { ...(object.example as object), shared: shared.example },
  }));
