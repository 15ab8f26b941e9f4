import { isObject } from '../../json/is-object.js';
import { valueAt } from '../../json/json-path.js';
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
  'x-kubernetes-validations',
] as const;

/** Parts that combine schemas: they say what values are taken, and nothing else; at the root, of what the schema has. */
export const checkNested = (walk: SchemaWalk, schema: Schema, isRoot: boolean): void => {
  const missing = new Map<string, readonly string[]>();
  eachPart(walk, schema, isRoot ? { schema, path: [], missing } : undefined, isIntOrString(schema));
  for (const steps of missing.values()) {
    walk.refuse(
      steps,
      'is required, since "allOf", "anyOf", "oneOf" or "not" is about it',
      'declare it in the schema around them, with its type',
      UPSTREAM,
    );
  }
};

/** What a part is about. */
interface Core {
  readonly schema: Schema;
  /** From the schema that has the parts. */
  readonly path: readonly string[];
  /** Gets what parts are about and no schema declares. */
  readonly missing: Map<string, readonly string[]>;
}

/** What a part of a part is about; undefined where nothing declares it, which is then told once. */
const coreAt = (core: Core | undefined, steps: readonly [string, ...string[]]): Core | undefined => {
  if (core === undefined) return undefined;
  const path = [...core.path, ...steps];
  const inner = valueAt(core.schema, steps);
  if (isObject(inner)) return { ...core, schema: inner, path };
  core.missing.set(path.join('\0'), path);
  return undefined;
};

const eachPart = (walk: SchemaWalk, part: Schema, core: Core | undefined, skipsTypes: boolean): void => {
  for (const key of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const [index, one] of (Array.isArray(part[key]) ? part[key] : []).entries()) {
      if (isObject(one)) into(walk, [key, index], () => checkPart(walk, one, core, skipsTypes));
    }
  }
  const { not } = part;
  if (isObject(not)) into(walk, ['not'], () => checkPart(walk, not, core, skipsTypes));
};

const checkPart = (walk: SchemaWalk, part: Schema, core: Core | undefined, skipsTypes: boolean): void => {
  for (const key of FORBIDDEN) {
    const value = part[key];
    const isUnset =
      value === undefined ||
      value === null ||
      value === false ||
      value === '' ||
      (Array.isArray(value) && value.length === 0);
    if (isUnset || (skipsTypes && key === 'type')) continue;
    walk.refuse(
      [key],
      'can\'t be set inside of "allOf", "anyOf", "oneOf" or "not"',
      'move it to the schema around it',
      UPSTREAM,
    );
  }
  if (typeof part['pattern'] === 'string' && !walk.isPattern(part['pattern'])) {
    walk.refuse(['pattern'], "isn't a regular expression that RE2 reads", 'correct it', UPSTREAM);
  }
  eachPart(walk, part, core, skipsTypes);
  const { items, properties } = part;
  if (isObject(items)) into(walk, ['items'], () => checkPart(walk, items, coreAt(core, ['items']), false));
  for (const [key, property] of Object.entries(isObject(properties) ? properties : {})) {
    if (!isObject(property)) continue;
    if (key === 'metadata') {
      walk.refuse(
        ['properties', key],
        'can\'t be set inside of "allOf", "anyOf", "oneOf" or "not"',
        'remove it: nothing may restrict the metadata',
        UPSTREAM,
      );
    }
    into(walk, ['properties', key], () => checkPart(walk, property, coreAt(core, ['properties', key]), false));
  }
};

/** `anyOf: [{ type: integer }, { type: string }]`, which says what x-kubernetes-int-or-string says. */
const isIntOrString = (schema: Schema): boolean => schema['x-kubernetes-int-or-string'] === true;
