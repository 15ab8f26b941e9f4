import { isObject } from '../../src/json/is-object.js';
import { formats } from '../../src/schema/formats.js';
import { openPatterns } from '../../src/schema/patterns.js';
import type { Json } from './mutations.js';

export type Schema = Readonly<Record<string, unknown>>;

/** The texts that fields have, tried in this order. */
const TEXTS =
  'a 10s 10B abort @artifact/a a.example.org example.org/a @a @a/b https://a.example.org oci://a.example.org/a 1h 1 1Gi 10% a.json +1 mon:tue ' +
  'monday january 2026 09:00 @hourly a@a.iam.gserviceaccount.com YQ== 2026-01-31T12:00:00Z 10.0.0.0/16 10.0.0.1 .spec.a .status.a ' +
  'sg-0123456789abcdef0 subnet-0123456789abcdef0 ami-0123456789abcdef0 cr-0123456789abcdef0 pg-0123456789abcdef0 ' +
  '123456789012 al2023@latest arn:aws:iam::123456789012:role/a System ssh://git@a.example.org/a 0 User ClusterRole rbac.authorization.k8s.io ' +
  '/subscriptions/a/resourceGroups/a';
const texts = TEXTS.split(' ');

/** Which part of a value to make: what its schema requires, or every field once. */
export type Extent = 'required' | 'every';

const patterns = openPatterns();
const known = new WeakMap<Schema, readonly string[]>();

/** Texts that a schema takes, those of `more` last; empty where none fits. */
export const textsFor = (schema: Schema, more: readonly string[] = []): readonly string[] => {
  if (more.length > 0) return fittingTexts(schema, more);
  const found = known.get(schema) ?? fittingTexts(schema, []);
  known.set(schema, found);
  return found;
};

const fittingTexts = (schema: Schema, more: readonly string[]): readonly string[] => {
  const {
    pattern,
    format,
    minLength = 0,
    maxLength = Infinity,
  } = schema as {
    pattern?: string;
    format?: string;
    minLength?: number;
    maxLength?: number;
  };
  const matches = pattern === undefined ? undefined : patterns.go(pattern);
  const fits = (one: string): boolean =>
    one.length >= minLength &&
    one.length <= maxLength &&
    (pattern === undefined || matches?.(one) === true) &&
    (format === undefined || formats[format]?.(one) !== false);
  const longer = minLength > 1 ? ['a'.repeat(minLength)] : [];
  return [...longer, ...texts, ...more].filter(fits);
};

/** Fields that are durations, where the schema says no more than text. */
const DURATIONS: ReadonlySet<string> = new Set([
  'duration',
  'interval',
  'refreshInterval',
  'renewBefore',
  'retryInterval',
  'timeout',
]);

/** A value that a schema takes, but for its rules; undefined where no text here fits. */
export const sampleValue = (schema: Schema, extent: Extent, key = ''): Json | undefined => {
  const { enum: allowed, type, items } = schema as { enum?: readonly Json[]; type?: string; items?: Schema };
  if (allowed !== undefined) return allowed.find((one) => one !== '') ?? allowed[0];
  if (schema['x-kubernetes-int-or-string'] === true) return textsFor(schema).includes('1') ? 1 : textsFor(schema)[0];
  switch (type) {
    case 'string': {
      const all = textsFor(schema);
      return DURATIONS.has(key) && all.includes('10s') ? '10s' : all[0];
    }
    case 'integer':
    case 'number': {
      const { minimum = 1, maximum = Infinity } = schema as { minimum?: number; maximum?: number };
      return Math.min(Math.max(1, minimum), maximum);
    }
    case 'boolean':
      return true;
    case 'array': {
      const { minItems = 0 } = schema as { minItems?: number };
      if (extent === 'required' && minItems === 0) return [];
      const item = sampleValue(items ?? {}, extent);
      return item === undefined ? undefined : Array.from({ length: Math.max(1, minItems) }, () => item);
    }
    case 'object':
      return objectOf(schema, extent);
    default:
      return 'a';
  }
};

const objectOf = (schema: Schema, extent: Extent): Json | undefined => {
  const {
    required = [],
    minProperties = 0,
    maxProperties = Infinity,
  } = schema as {
    required?: readonly string[];
    minProperties?: number;
    maxProperties?: number;
  };
  const out: Record<string, Json> = {};
  const fields = Object.entries(fieldsOf(schema));
  const rest = fields.filter(([key]) => !required.includes(key));
  const wanted = extent === 'every' ? rest : rest.slice(0, Math.max(0, minProperties - required.length));
  for (const [key, inner] of [...fields.filter(([key]) => required.includes(key)), ...wanted]) {
    if (Object.keys(out).length >= Math.max(maxProperties, required.length)) break;
    const value = sampleValue(inner, extent, key);
    if (value !== undefined) out[key] = value;
    else if (required.includes(key)) return undefined;
  }
  const more = schema['additionalProperties'];
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true && fields.length === 0;
  if ((isObject(more) || isOpen) && (extent === 'every' || minProperties > Object.keys(out).length)) {
    const value = isObject(more) ? sampleValue(more, extent) : 'a';
    if (value !== undefined) out[mapKey(schema)] = value;
  }
  return out;
};

/** The key of the entry that a sample has in a map: one that its rules list, or "a". */
export const mapKey = (schema: Schema): string => {
  const rules = (schema['x-kubernetes-validations'] ?? []) as readonly { readonly rule: string }[];
  const texts = rules.map(({ rule }) => rule).filter((rule) => !rule.includes('!('));
  return texts.map((rule) => /(?:\bin \[|\w ?== ?)'([^']+)'/.exec(rule)?.[1]).find((key) => key !== undefined) ?? 'a';
};

export const fieldsOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  isObject(schema['properties']) ? (schema['properties'] as Readonly<Record<string, Schema>>) : {};
