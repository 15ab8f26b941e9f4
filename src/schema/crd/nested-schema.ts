import { isObject } from '../../json/is-object.js';
import { into, type Schema, type SchemaWalk } from './schema-walk.js';

const UPSTREAM = 'ValidateStructural';

/** What only the schema itself may say, and no part of `allOf`, `anyOf`, `oneOf` and `not`. */
const FORBIDDEN = [
  'type',
  'additionalProperties',
  'default',
  'title',
  'description',
  'nullable',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
] as const;

/** Parts that combine schemas: they say what values are taken, and nothing else. */
export const checkNested = (walk: SchemaWalk, schema: Schema): void =>
  eachPart(walk, schema, schema, isIntOrString(schema));

const eachPart = (walk: SchemaWalk, part: Schema, core: Schema | undefined, skipsTypes: boolean): void => {
  for (const key of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const [index, one] of (Array.isArray(part[key]) ? part[key] : []).entries()) {
      if (isObject(one)) into(walk, [key, index], () => checkPart(walk, one, core, skipsTypes, key === 'allOf'));
    }
  }
  const { not } = part;
  if (isObject(not)) into(walk, ['not'], () => checkPart(walk, not, core, skipsTypes, false));
};

/** @param core the schema that the part is about, if it has one */
const checkPart = (
  walk: SchemaWalk,
  part: Schema,
  core: Schema | undefined,
  skipsTypes: boolean,
  inAll: boolean,
): void => {
  for (const key of FORBIDDEN) {
    const value = part[key];
    const isUnset = value === undefined || value === null || value === false || value === '';
    if (isUnset || (skipsTypes && key === 'type')) continue;
    walk.refuse(
      [key],
      'can\'t be set inside of "allOf", "anyOf", "oneOf" or "not"',
      'move it to the schema around it',
      UPSTREAM,
    );
  }
  const rules = part['x-kubernetes-validations'];
  if (!inAll && Array.isArray(rules) && rules.length > 0) {
    walk.refuse(
      ['x-kubernetes-validations'],
      'can\'t be set inside of "anyOf", "oneOf" or "not"',
      'move it to the schema around it',
      UPSTREAM,
    );
  }
  if (typeof part['pattern'] === 'string' && !walk.isPattern(part['pattern'])) {
    walk.refuse(['pattern'], "isn't a regular expression that RE2 reads", 'correct it', UPSTREAM);
  }
  eachPart(walk, part, core, skipsTypes);
  const { items, properties } = part;
  const coreItems = isObject(core?.['items']) ? core['items'] : undefined;
  if (isObject(items)) into(walk, ['items'], () => checkPart(walk, items, coreItems, false, inAll));
  const known = isObject(core?.['properties']) ? core['properties'] : undefined;
  for (const [key, property] of Object.entries(isObject(properties) ? properties : {})) {
    if (!isObject(property)) continue;
    const of = known !== undefined && isObject(known[key]) ? known[key] : undefined;
    into(walk, ['properties', key], () => checkPart(walk, property, of, false, inAll));
  }
};

/** `anyOf: [{ type: integer }, { type: string }]`, which says what x-kubernetes-int-or-string says. */
const isIntOrString = (schema: Schema): boolean => schema['x-kubernetes-int-or-string'] === true;
