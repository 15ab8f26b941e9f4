import { isObject } from '../json/is-object.js';
import type { JsonPath } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { writtenExpressions } from '../substitution/written-expressions.js';
import { fieldType } from './field-type.js';

/** How objects use a var. */
export interface VarUse {
  /** The types of the fields that it fills alone. */
  readonly fields: string[];
  /** It is always a whole value, and never a part of a text. */
  isWhole: boolean;
}

/** Adds the uses of all vars of an object to `uses`. */
export const collectUses = (json: JsonObject, schema: unknown, uses: Map<string, VarUse>): void => {
  const visit = (value: unknown, path: JsonPath): void => {
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) visit(item, [...path, at]);
    } else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) visit(member, [...path, key]);
    } else if (typeof value === 'string') {
      for (const { source, names } of writtenExpressions(value)) {
        const type = fieldType(schema, path);
        for (const name of names) {
          const use = uses.get(name) ?? { fields: [], isWhole: true };
          uses.set(name, use);
          if (source !== value || names.length > 1) use.isWhole = false;
          else if (type !== undefined) use.fields.push(type);
        }
      }
    }
  };
  visit(json, []);
};
