import { isObject } from '../../json/is-object.js';
import { isRuleCel, readsOldSelf } from '../native/admission-cel.js';
import type { Schema, SchemaWalk } from './schema-walk.js';

const UPSTREAM = 'ValidateCustomResourceDefinitionOpenAPISchema';

/** The CEL rules of one schema: those that don't compile, and those that say too little. */
export const checkSchemaRules = (walk: SchemaWalk, schema: Schema, isResource: boolean): void => {
  const rules = schema['x-kubernetes-validations'];
  if (!Array.isArray(rules)) return;
  for (const [index, one] of rules.entries()) {
    if (!isObject(one)) continue;
    const refuse = (key: string, message: string, fix: string): void =>
      walk.refuse(['x-kubernetes-validations', index, key], message, fix, UPSTREAM);
    const typed = (text: string, wanted: 'bool' | 'string'): string | undefined =>
      walk.typing.faultOf(schema, isResource, text, { wanted, hasOptionalOld: one['optionalOldSelf'] === true });
    const [rule, message, expression] = [textOf(one['rule']), textOf(one['message']), textOf(one['messageExpression'])];
    if (rule.trim() === '') refuse('rule', 'is required', 'write the rule');
    else if (!isRuleCel(rule))
      refuse('rule', "isn't a CEL expression that the API server can compile", 'correct the expression');
    else if (typed(rule, 'bool') !== undefined) refuse('rule', typed(rule, 'bool')!, 'correct the expression');
    else if (one['optionalOldSelf'] !== undefined && one['optionalOldSelf'] !== null && !readsOldSelf(rule)) {
      refuse('optionalOldSelf', 'is set, but the rule doesn\'t read "oldSelf"', 'remove it');
    }
    if (message !== '' && message.trim() === '') refuse('message', 'is blank', 'write a message, or remove it');
    else if (/[\n\r]/.test(message.trim())) refuse('message', 'has a line break', 'write it in one line');
    else if (/[\n\r]/.test(rule.trim()) && message.trim() === '') {
      refuse('message', 'is required, since the rule has a line break', 'write a message');
    }
    if (expression !== '' && expression.trim() === '') refuse('messageExpression', 'is blank', 'remove it');
    else if (expression !== '' && !isRuleCel(expression)) {
      refuse('messageExpression', "isn't a CEL expression that the API server can compile", 'correct the expression');
    } else if (expression !== '' && typed(expression, 'string') !== undefined) {
      refuse('messageExpression', typed(expression, 'string')!, 'correct the expression');
    }
    const field = textOf(one['fieldPath']);
    if (field !== '' && !isFieldPath(schema, field)) {
      refuse('fieldPath', "isn't the path of a field in the schema", 'use a path such as ".spec.replicas"');
    }
  }
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `.spec['a.b'].c` of fields that the schema has; what is written otherwise isn't judged, unless it begins otherwise. */
const isFieldPath = (schema: Schema, path: string): boolean => {
  if (!/^[.[]/.test(path) || /\s/.test(path)) return false;
  if (!/^(?:\.[A-Za-z_]\w*)+$/.test(path)) return true;
  let node: Schema = schema;
  for (const key of path.slice(1).split('.')) {
    const { properties, additionalProperties } = node;
    const next = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (!isObject(next)) return false;
    node = next;
  }
  return true;
};
