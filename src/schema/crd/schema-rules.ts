import { isObject } from '../../json/is-object.js';
import { schemaAtFieldPath } from './field-path.js';
import type { Schema, SchemaWalk } from './schema-walk.js';

const UPSTREAM = 'ValidateCustomResourceDefinitionOpenAPISchema';

/** The CEL rules of one schema that say too little; what their expressions say is checked when the rest is right. */
export const checkSchemaRules = (walk: SchemaWalk, schema: Schema): void => {
  const rules = schema['x-kubernetes-validations'];
  if (!Array.isArray(rules)) return;
  for (const [index, one] of rules.entries()) {
    if (!isObject(one)) continue;
    const refuse = (key: string, message: string, fix: string): void =>
      walk.refuse(['x-kubernetes-validations', index, key], message, fix, UPSTREAM);
    const [rule, message, expression] = [textOf(one['rule']), textOf(one['message']), textOf(one['messageExpression'])];
    if (rule.trim() === '') refuse('rule', 'is required', 'write the rule');
    else if (message !== '' && message.trim() === '') refuse('message', 'is blank', 'write a message, or remove it');
    else if (/[\n\r]/.test(message.trim())) refuse('message', 'has a line break', 'write it in one line');
    else if (/[\n\r]/.test(rule.trim()) && message.trim() === '') {
      refuse('message', 'is required, since the rule has a line break', 'write a message');
    }
    if (expression !== '' && expression.trim() === '') refuse('messageExpression', 'is blank', 'remove it');
    const field = textOf(one['fieldPath']);
    if (field !== '' && (/[\n\r]/.test(field) || schemaAtFieldPath(schema, field) === undefined)) {
      refuse('fieldPath', "isn't the path of a field in the schema", 'use a path such as ".spec.replicas"');
    }
  }
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
