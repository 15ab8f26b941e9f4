import { z } from 'zod';
import type { JsonSchema } from '../contract/index.js';
import { compilePattern } from '../schema/pattern.js';

/** As Terraform reads it, which has RE2 too. */
const pattern = z.string().refine((source) => compilePattern(source) !== undefined);
const leaf = z.union([z.string(), z.number(), z.boolean()]);

const inputSchema: z.ZodType<JsonSchema> = z
  .strictObject({
    type: z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array']).optional(),
    description: z.string().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    pattern: pattern.optional(),
    allOf: z.array(z.strictObject({ pattern })).optional(),
    enum: z.array(leaf).optional(),
    default: leaf.optional(),
    get properties() {
      return z.record(z.string(), inputSchema).optional();
    },
    required: z.array(z.string()).optional(),
    additionalProperties: z.literal(false).optional(),
    get items() {
      return inputSchema.optional();
    },
    examples: z.array(z.unknown()).optional(),
  })
  .meta({ id: 'input', description: 'The type of an infra input: the part of JSON Schema that it can say' }) as never;

const reader = z
  .strictObject({ addon: z.string(), object: z.string().optional(), path: z.string().optional() })
  .meta({ id: 'reader', description: 'A place of the tree that reads an input; `object` is Kind/name' });
const readers = z.array(reader);
const names = z.array(z.string());
const from = z.string().optional().describe('The Terraform state that supplies it; without it, the main one');
const labels = z.record(z.string(), z.string());

/** The form of a contract.json, without the member `$fluxspan` that a generated file begins with. */
export const contractSchema = z.strictObject({
  contract: z.literal(1).describe('The version of this format'),
  cluster: z.string(),
  vars: z.record(
    z.string(),
    z.strictObject({ from, schema: inputSchema, required: z.boolean(), declaredBy: names, readBy: readers }),
  ),
  values: z
    .record(
      z.string(),
      z.strictObject({
        from,
        addon: z.string(),
        namespace: z.string(),
        configMap: z.string(),
        key: z.string(),
        schema: inputSchema,
        readBy: readers,
      }),
    )
    .describe('By Helm release, the values document that Terraform writes'),
  secrets: z
    .record(
      z.string(),
      z.strictObject({
        from,
        key: z.string().describe('The var that holds its name or ARN; the name itself where no var does'),
        managedBy: z.enum(['terraform', 'aws', 'azure', 'gcp']).describe('Who writes it'),
        properties: z.record(z.string(), z.strictObject({ schema: inputSchema, readBy: readers })),
        declaredBy: names,
        readBy: readers,
      }),
    )
    .describe('By name, what is in the secret manager'),
  configMaps: z.array(
    z.strictObject({
      from,
      namespace: z.string(),
      name: z.string(),
      holds: z.enum(['vars', 'values']),
      release: z.string().optional(),
      key: z.string().optional(),
      labels,
      readBy: names,
    }),
  ),
  outputs: z
    .array(
      z.strictObject({
        addon: z.string().describe('The addon whose objects produce it'),
        kind: z.enum(['ConfigMap', 'Secret']),
        namespace: z.string(),
        name: z.string(),
        keys: z.record(z.string(), z.strictObject({ schema: inputSchema, readBy: readers })),
      }),
    )
    .optional()
    .describe("What addons produce for each other in the cluster, and Terraform doesn't supply"),
  bootstrap: z
    .array(
      z.strictObject({
        namespace: z.string(),
        name: z.string(),
        type: z.string(),
        keys: names,
        description: z.string().optional(),
        readBy: names,
      }),
    )
    .optional()
    .describe('The Secrets that a person or a pipeline brings before Flux runs'),
  namespaces: z.array(
    z.strictObject({
      name: z.string(),
      creator: z.enum(['kubernetes', 'terraform', 'flux', 'addon', 'external']),
      addon: z.string().optional(),
      labels: labels.optional(),
    }),
  ),
});

/** `docs/contract.schema.json`: the form of the file, with its first member. */
export const contractJsonSchema = (): object => {
  // Versions before wrote a checksum, and no file.
  const header = z.strictObject({
    cluster: z.string(),
    file: z.string().optional().describe('The path of this file, relative to the project'),
    note: z.string(),
    checksum: z.string().optional(),
  });
  const { $schema, ...rest } = z.toJSONSchema(
    contractSchema.extend({ $fluxspan: header.optional().describe('Who wrote the file, and where') }).meta({
      title: 'The contract of a cluster',
      description:
        'What Terraform must supply for one cluster: k8s/contract/<cluster>/contract.json, written by fluxspan synth',
    }),
  );
  return { $schema, ...rest };
};
