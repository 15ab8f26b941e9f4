import { exampleOf, type JsonSchema, patternsOf, typeInWords } from '../../contract/index.js';
import { isIdentifier } from '../hcl/quote.js';

/** `"a"`, `"a" and "b"`, `"a", "b" and "c"`. */
const listed = (all: readonly string[]): string =>
  all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)!}`;

/**
 * `addon karpenter reads`, `addons external-dns and karpenter-nodes read`. The readers of a contract that was inferred from
 * YAML aren't addons, and have their kind before the name: `Kustomization/apps reads`.
 */
export const readersRead = (addons: readonly string[]): string =>
  addons.some(isTitle)
    ? `${listed(addons)} ${addons.length === 1 ? 'reads' : 'read'}`
    : addons.length === 1
      ? `addon ${addons[0]!} reads`
      : `addons ${listed(addons)} read`;

/** Whether a reader is an object, and no addon. */
export const isTitle = (reader: string): boolean => reader.includes('/');

const plainType = (schema: JsonSchema): string =>
  schema.enum !== undefined
    ? `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`
    : schema.type === 'array'
      ? `a list${schema.items === undefined ? '' : ` whose items are each ${plainType(schema.items)}`}`
      : schema.type === 'object'
        ? `an object with ${listed(Object.keys(schema.properties ?? {}))}`
        : typeInWords(schema);

/** What is wanted, in words: `a string that matches ^[a-z]+$, such as "dev"`. A secret has no example. */
export const wanted = (schema: JsonSchema, secret: boolean): string => {
  const patterns = patternsOf(schema).map((pattern, index) => `${index === 0 ? ' that matches' : ' and'} ${pattern}`);
  const example = secret || schema.enum !== undefined ? '' : `, such as ${JSON.stringify(exampleOf(schema))}`;
  return `${plainType(schema)}${patterns.join('')}${example}`;
};

/** An input by its path, and what its declaration says of it: `vars.TF_AWS_REGION (AWS region)`. */
export const described = (path: string, schema: JsonSchema | undefined): string => {
  const text = (schema?.description ?? schema?.items?.description ?? '').trim().replace(/\s+/g, ' ').replace(/\.$/, '');
  return text === '' ? path : `${path} (${text})`;
};

/**
 * A schema as the type that Terraform would write for it, for descriptions and the README.
 *
 * @param indent of the line on which it begins, for one that has each member on a line of its own
 */
export const terraformType = (schema: JsonSchema, indent?: string): string => {
  const inner = indent === undefined ? undefined : `${indent}  `;
  switch (schema.type) {
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([key, property]) => {
        const type = terraformType(property, inner);
        const name = isIdentifier(key) ? key : JSON.stringify(key);
        return `${name} = ${(schema.required ?? []).includes(key) ? type : `optional(${type})`}`;
      });
      if (members.length === 0) return 'object({})';
      if (inner === undefined) return `object({ ${members.join(', ')} })`;
      return `object({\n${members.map((one) => `${inner}${one},\n`).join('')}${indent}})`;
    }
    case 'array':
      return `list(${schema.items === undefined ? 'any' : terraformType(schema.items, indent)})`;
    case 'boolean':
      return 'bool';
    case 'integer':
      return 'number';
    default:
      return schema.type ?? 'any';
  }
};
