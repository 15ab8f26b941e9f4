import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Contract, describeInput, type JsonSchema, matches } from '../../../src/contract/index.js';
import { attribute, block, plain, string } from '../../../src/terraform/hcl/node.js';
import { printHcl } from '../../../src/terraform/hcl/print.js';
import { planModule } from '../../../src/terraform/module/plan-module.js';
import { describeTerraform, errorsOfPlans } from '../terraform.js';

const patterns = [/^[a-z]+$/, /^a.b$/, /^\d{3}$/, /^[^"\\]*$/, /^(x|y)\/z$/, /^[\w-]{1,5}$/, /^[^\t]*\.$/, /é|\$\{/];
const someTexts = [
  '',
  'abc',
  'a-b',
  'a\rb',
  'a\nb',
  'a\u2028b',
  '123',
  '0123',
  'true',
  'null',
  'x/z',
  'é',
  '${x}',
  '%{x}',
  'a"b',
  '.',
  '\b.',
];
const texts = fc.constantFrom(...someTexts);
const numbers = fc.constantFrom(0, 1, -1, 1.5, 123, 1e21, 2 ** 53);
const keys = ['a', 'key b', 'c-d', 'for'] as const;

/** Any input that a contract can carry. Objects are strict: there is no key that nobody knows in a contract. */
const schemas = fc.letrec<{ leaf: z.ZodType; any: z.ZodType }>((tie) => ({
  leaf: fc.oneof(
    fc.constant(z.string()),
    fc.constantFrom(...patterns).map((pattern) => z.string().regex(pattern)),
    fc.constantFrom(patterns[0]!, patterns[5]!).map((pattern) => z.string().regex(pattern).regex(/^a/)),
    fc.constant(z.number()),
    fc.constantFrom(z.int(), z.number().int(), z.int().min(0).max(100), z.number().max(1.5).min(-1)),
    fc.constant(z.boolean()),
    fc.constant(z.enum(['abc', '123', 'true'])),
    fc.constant(z.literal([1, 1.5])),
    fc.constant(z.literal(true)),
  ),
  any: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    tie('leaf'),
    tie('any').map((item) => z.array(item)),
    fc
      .dictionary(fc.constantFrom(...keys), fc.record({ schema: tie('any'), optional: fc.boolean() }), { maxKeys: 3 })
      .map((shape) =>
        z.strictObject(
          Object.fromEntries(
            Object.entries(shape).map(([key, { schema, optional }]) => [key, optional ? schema.optional() : schema]),
          ),
        ),
      ),
  ),
}));
const documents = fc
  .dictionary(fc.constantFrom(...keys), fc.record({ schema: schemas.any, optional: fc.boolean() }), { minKeys: 1 })
  .map((shape) =>
    z.strictObject(
      Object.fromEntries(
        Object.entries(shape).map(([key, { schema, optional }]) => [key, optional ? schema.optional() : schema]),
      ),
    ),
  );

/** Mostly what the schema wants, and now and then something else. */
const valuesFor = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  const other = fc.oneof(texts, numbers, fc.boolean(), fc.constant([]), fc.constant({}), fc.constant({ a: 'abc' }));
  const own = (): fc.Arbitrary<unknown> => {
    if (schema.enum !== undefined)
      return fc.oneof({ weight: 4, arbitrary: fc.constantFrom<unknown>(...schema.enum) }, texts, numbers);
    switch (schema.type) {
      case 'number':
      case 'integer':
        return numbers;
      case 'boolean':
        return fc.boolean();
      case 'array':
        return fc.array(valuesFor(schema.items ?? {}), { maxLength: 2 });
      case 'object': {
        const properties = Object.entries(schema.properties ?? {});
        const known = fc.record(Object.fromEntries(properties.map(([key, property]) => [key, valuesFor(property)])), {
          requiredKeys: [],
          noNullPrototype: true,
        });
        const complete = fc.record(
          Object.fromEntries(properties.map(([key, property]) => [key, valuesFor(property)])),
          {
            noNullPrototype: true,
          },
        );
        const extra = known.map((value) => ({ ...value, other: 'abc' }));
        return fc.oneof({ weight: 12, arbitrary: complete }, { weight: 2, arbitrary: known }, extra);
      }
      default: {
        const fitting = someTexts.filter((text) => matches(schema, text));
        return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...fitting) }, texts);
      }
    }
  };
  return fc.oneof({ weight: 30, arbitrary: own() }, other);
};

const BATCHES = 5;
const RELEASES = 10;
const CALLS = 6;

/** zod reads a pattern only beside a type, though it holds for any text. */
const withTypes = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('{"pattern":', '{"type":"string","pattern":')) as JsonSchema;

describeTerraform('an input', () => {
  it('takes the same values as zod, as JSON Schema and in Terraform', () => {
    const all = Array.from({ length: BATCHES }, (_, batch) => compareBatch(batch)).flat();
    expect(all.filter(({ verdicts }) => new Set(Object.values(verdicts)).size > 1)).toEqual([]);
    // Else nothing was compared.
    const accepted = all.filter(({ verdicts }) => verdicts.zod).length;
    expect(accepted).toBeGreaterThan(all.length / 5);
    expect(accepted).toBeLessThan((all.length * 4) / 5);
  });
});

const compareBatch = (batch: number) => {
  const zods = fc.sample(documents, { numRuns: RELEASES, seed: batch });
  const schemasOf = zods.map((schema) => describeInput(schema, 'values', 'values', () => {}).schema);
  const calls = Array.from({ length: CALLS }, (_, call) =>
    schemasOf.map((schema, at) => fc.sample(valuesFor(schema), { numRuns: 1, seed: call * RELEASES + at })[0]),
  );
  const inTerraform = acceptedByTerraform(schemasOf, calls);
  return calls.flatMap((values, call) =>
    values.map((value, at) => {
      const schema = schemasOf[at]!;
      const json = z.fromJSONSchema(withTypes(schema) as Parameters<typeof z.fromJSONSchema>[0]);
      const verdicts = {
        zod: zods[at]!.safeParse(value).success,
        contract: matches(schema, value),
        jsonSchema: json.safeParse(value).success,
        terraform: inTerraform[call]![at]!,
      };
      return { schema, value, verdicts };
    }),
  );
};

/** For each call of a module whose releases have these schemas: which releases' values it takes. */
const acceptedByTerraform = (
  schemasOf: readonly JsonSchema[],
  calls: readonly (readonly unknown[])[],
): readonly (readonly boolean[])[] => {
  const release = (at: number) => `r${at}x`;
  const contract: Contract = {
    contract: 1,
    cluster: 'all',
    vars: {},
    values: Object.fromEntries(
      schemasOf.map((schema, at) => [
        release(at),
        { addon: 'all', namespace: 'all', configMap: release(at), key: 'values.yaml', schema, readBy: [] },
      ]),
    ),
    secrets: {},
    configMaps: [],
    namespaces: [],
  };
  const module = planModule(contract).get('contract.tf')!;
  const roots = calls.map((values) => {
    const given = Object.fromEntries(values.map((value, index) => [release(index), value]));
    const call = [attribute('source', string('../contract')), attribute('values', plain(given))];
    return printHcl([block('module', ['call'], call)]);
  });
  return errorsOfPlans(roots, { 'contract/contract.tf': module }).map((errors, call) => {
    const refused = new Set(errors.flatMap((text) => [...text.matchAll(/values\.(r\d+x)/g)].map(([, found]) => found)));
    return calls[call]!.map((_, at) => !refused.has(release(at)));
  });
};
