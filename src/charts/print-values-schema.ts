import { holdsMoreThan } from '../json/holds-more-than.js';
import { isObject } from '../json/is-object.js';
import { isJsonArray, type Json, type JsonMap, type JsonType } from '../json/json-value.js';
import { REFUSED, REFUSED_WITH_OTHERS } from '../schema/refused.js';
import { type Shape, textFormOf, textForms } from './shape.js';

/** A node that fits is printed on one line. */
const LINE = 118;

/** A boolean, with the one text that does the same, as a list of what is taken. */
const asLiterals = (s: Shape): Shape =>
  s.types === 'any' || textFormOf(s) !== 'true' || [...s.types].some((type) => !PLAIN.has(type))
    ? s
    : {
        ...s,
        types: new Set(),
        literals: [...s.literals, true, false, 'true', ...(s.types.has('null') ? [null] : [])],
        asserts: s.asserts.filter((one) => one !== textForms.true),
      };

const PLAIN: ReadonlySet<JsonType> = new Set(['boolean', 'string', 'null']);

/** JSON Schema 2020-12 of a shape: closed where keys are known, so that a key too many is found. */
export const valuesSchema = (given: Shape): JsonMap => {
  const s = asLiterals(given);
  const out: Record<string, Json> =
    s.refusal === undefined ? {} : { [s.refusal.isSure ? REFUSED : REFUSED_WITH_OTHERS]: s.refusal.text };
  const details: Record<string, Json> = {};
  if (s.properties.size > 0) {
    const keys = [...s.properties.keys()].sort();
    details['properties'] = Object.fromEntries(keys.map((key) => [key, valuesSchema(s.properties.get(key)!)]));
  }
  if (typeof s.additional === 'object') details['additionalProperties'] = valuesSchema(s.additional);
  else if (s.additional === false || (s.additional === undefined && s.properties.size > 0)) {
    details['additionalProperties'] = false;
  }
  if (s.items && s.items.types !== 'any') details['items'] = valuesSchema(s.items);
  if (s.required.size > 0) details['required'] = [...s.required].sort();
  if (s.types === 'any') Object.assign(out, s.additional === undefined ? {} : details);
  else {
    const types = [...s.types].sort();
    if (types.length === 0 && s.literals.length === 0) return { not: {} };
    if (s.literals.length === 0) out['type'] = types.length === 1 ? types[0]! : types;
    else if (types.length === 0) out['enum'] = s.literals;
    else if (types.every((type) => type === 'null')) out['enum'] = [...s.literals.filter((v) => v !== null), null];
    else out['anyOf'] = [{ enum: s.literals }, { type: types }];
    Object.assign(out, details);
  }
  const rest: Json[] = [];
  for (const assert of s.asserts) {
    // A keyword that is there already, by another schema of an allOf, would be overwritten.
    if (isObject(assert) && Object.keys(assert).every((key) => !(key in out))) Object.assign(out, assert);
    else rest.push(assert);
  }
  if (rest.length > 0) out['allOf'] = rest;
  return out;
};

/** JSON with short nodes on one line: a third of the lines, and still a small diff for a small change. */
export const printJson = (value: Json, indent = ''): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  // Each value takes a character and a comma at least, so this much isn't printed to see that it is too long.
  if (!holdsMoreThan(value, LINE / 2 + 1)) {
    const flat = JSON.stringify(value);
    if (indent.length + flat.length <= LINE) return flat;
  }
  const inner = `${indent} `;
  const lines = isJsonArray(value)
    ? value.map((item) => inner + printJson(item, inner))
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}:${printJson(item, inner)}`);
  const [open, close] = isJsonArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
};
