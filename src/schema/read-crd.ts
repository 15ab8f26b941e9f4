import { isObject } from '../json/is-object.js';
import { specOf } from '../json/manifest-fields.js';

/** The part of a structural schema that validation needs; `x-kubernetes-*` as upstream. */
export interface StructuralSchema {
  readonly [keyword: string]: unknown;
}

/** One kind of a group: the schema of each version that is served. */
export interface CrdSchemas {
  readonly group: string;
  readonly kind: string;
  /** Its resource: `certificates`. */
  readonly plural?: string;
  readonly scope: 'Cluster' | 'Namespaced';
  readonly versions: Readonly<Record<string, StructuralSchema>>;
}

/** Keywords that say nothing about whether a value is taken. */
const SILENT: ReadonlySet<string> = new Set(['description', 'example', 'externalDocs', 'title', '$schema', 'id']);
/** Keywords that the API server refuses in a CRD's schema, because no schema with them is structural. */
const FORBIDDEN: ReadonlySet<string> = new Set(['$ref', 'definitions', 'dependencies', 'patternProperties']);
const TYPES: ReadonlySet<unknown> = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean']);
/** Deeper than any schema that people write, and shallow enough for the stack. */
const MAX_DEPTH = 200;

/** Thrown inside this module only: a schema that no API server takes. */
class SchemaFault extends Error {}

const children: Readonly<Record<string, 'schema' | 'map' | 'list'>> = {
  properties: 'map',
  items: 'schema',
  additionalProperties: 'schema',
  not: 'schema',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
};

const trim = (schema: unknown, path: string, depth: number): StructuralSchema => {
  if (!isObject(schema)) throw new SchemaFault(`${path} is not a schema`);
  if (depth > MAX_DEPTH) throw new SchemaFault(`${path.slice(0, 60)}… is nested more than ${MAX_DEPTH} levels deep`);
  if (schema['type'] !== undefined && !TYPES.has(schema['type'])) {
    throw new SchemaFault(`${path}.type is ${JSON.stringify(schema['type'])}; there is ${[...TYPES].join(', ')}`);
  }
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (SILENT.has(key)) continue;
    if (FORBIDDEN.has(key)) throw new SchemaFault(`${path} has "${key}", which a CRD may not have`);
    const form = Object.hasOwn(children, key) ? children[key] : undefined;
    if (form === undefined || (key === 'additionalProperties' && typeof value === 'boolean')) {
      out[key] = key === 'x-kubernetes-validations' ? rulesOf(value, path) : value;
    } else if (form === 'schema') out[key] = trim(value, `${path}.${key}`, depth + 1);
    else if (form === 'map') {
      if (!isObject(value)) throw new SchemaFault(`${path}.${key} is not a map of schemas`);
      out[key] = Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, trim(inner, `${path}.${key}.${name}`, depth + 1)]),
      );
    } else {
      if (!Array.isArray(value)) throw new SchemaFault(`${path}.${key} is not a list of schemas`);
      out[key] = value.map((inner, index) => trim(inner, `${path}.${key}[${index}]`, depth + 1));
    }
  }
  return out;
};

const rulesOf = (value: unknown, path: string): readonly object[] => {
  if (!Array.isArray(value)) throw new SchemaFault(`${path}.x-kubernetes-validations is not a list`);
  return value.map((one, index) => {
    if (!isObject(one) || typeof one['rule'] !== 'string') {
      throw new SchemaFault(`${path}.x-kubernetes-validations[${index}] has no rule`);
    }
    const { rule, message, fieldPath, optionalOldSelf } = one;
    return {
      rule,
      ...(typeof message === 'string' ? { message } : {}),
      ...(typeof fieldPath === 'string' ? { fieldPath } : {}),
      ...(optionalOldSelf === true ? { optionalOldSelf } : {}),
    };
  });
};

/**
 * Reads a parsed document as a CustomResourceDefinition.
 *
 * @returns its schemas, or in words why it is none
 */
export const readCrd = (document: unknown): CrdSchemas | string => {
  if (!isObject(document)) return 'is not an object';
  if (document['kind'] !== 'CustomResourceDefinition') {
    return `is not a CustomResourceDefinition but ${typeof document['kind'] === 'string' ? `a "${document['kind']}"` : 'without a kind'}`;
  }
  const spec = specOf(document);
  const names = isObject(spec['names']) ? spec['names'] : {};
  if (typeof spec['group'] !== 'string' || typeof names['kind'] !== 'string') {
    return 'has no spec.group and spec.names.kind';
  }
  if (!Array.isArray(spec['versions'])) return 'has no spec.versions';
  const versions: Record<string, StructuralSchema> = {};
  for (const version of spec['versions']) {
    if (!isObject(version) || typeof version['name'] !== 'string') return 'has a version without a name';
    if (version['served'] === false) continue;
    const schema = isObject(version['schema']) ? version['schema']['openAPIV3Schema'] : undefined;
    if (schema === undefined) return `has no schema for version "${version['name']}"`;
    try {
      versions[version['name']] = trim(schema, `schema of ${version['name']}`, 0);
    } catch (error) {
      if (error instanceof SchemaFault) return `has a broken schema: ${error.message}`;
      throw error;
    }
  }
  // Kubernetes takes no other; what is neither is told where the CRD itself is checked.
  const scope = spec['scope'] === 'Cluster' ? 'Cluster' : 'Namespaced';
  const { plural } = names;
  return {
    group: spec['group'],
    kind: names['kind'],
    ...(typeof plural === 'string' ? { plural } : {}),
    scope,
    versions,
  };
};
