import { isObject } from '../../json/is-object.js';
import type { CelType } from '../typed-cel/cel-type.js';
import { type Compiled, compileTyped } from '../typed-cel/compile-expression.js';
import { openDeclaredTypes } from './declared-type.js';
import { into, type Schema, type SchemaWalk } from './schema-walk.js';

const UPSTREAM = 'ValidateCustomResourceDefinitionOpenAPISchema';

/**
 * The expressions of a schema that the API server can't compile. What they may cost isn't estimated.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
export const checkExpressions = (walk: SchemaWalk, root: Schema): void => {
  const declared = openDeclaredTypes();
  const { objects } = declared;

  const compile = (text: string, wanted: CelType, self: CelType, hasOptionalOld: boolean): Compiled | undefined => {
    const oldSelf = hasOptionalOld ? `optional<${self}>` : self;
    const variables = new Map([
      ['self', self],
      ['oldSelf', oldSelf],
    ]);
    return compileTyped(text, { variables, objects }, walk, [wanted]);
  };

  /** @param isUnrelated the part is within a list in which what was there before can't be found again */
  const check = (schema: Schema, isResource: boolean, isUnrelated: boolean): void => {
    const rules = schema['x-kubernetes-validations'];
    if (!Array.isArray(rules) || rules.length === 0) return;
    const type = declared.typeOf(schema, isResource);
    if (type === undefined) {
      walk.refuse(
        ['x-kubernetes-validations'],
        "is set where expressions can't read the value",
        'set the type of the value and of its items, or move the rules to an object around it',
        UPSTREAM,
      );
      return;
    }
    for (const [index, one] of rules.entries()) {
      if (!isObject(one)) continue;
      const refuse = (key: string, message: string, fix = 'correct the expression'): void =>
        walk.refuse(['x-kubernetes-validations', index, key], message, fix, UPSTREAM);
      const hasOptionalOld = one['optionalOldSelf'] === true;
      const rule = compile(textOf(one['rule']), 'bool', type, hasOptionalOld);
      if (rule === undefined) continue;
      if (rule.fault !== undefined) {
        refuse('rule', rule.fault);
        continue;
      }
      const readsOld = rule.reads('oldSelf');
      if (readsOld && isUnrelated) {
        refuse(
          'rule',
          'reads "oldSelf" within a list whose items can\'t be found again after a change',
          'set x-kubernetes-list-type: map on the list, or write the rule outside of it',
        );
      } else if (!readsOld && typeof one['optionalOldSelf'] === 'boolean') {
        refuse('optionalOldSelf', 'is set, but the rule doesn\'t read "oldSelf"', 'remove it');
      }
      const text = textOf(one['messageExpression']);
      const message = text.trim() === '' ? undefined : compile(text, 'string', type, hasOptionalOld);
      if (message?.fault !== undefined) refuse('messageExpression', message.fault);
    }
  };

  const visit = (schema: Schema, isResource: boolean, isUnrelated: boolean): void => {
    check(schema, isResource, isUnrelated);
    const { items, properties, additionalProperties } = schema;
    const below = (steps: readonly (string | number)[], inner: unknown, isInnerUnrelated = isUnrelated): void => {
      if (!isObject(inner)) return;
      into(walk, steps, () => visit(inner, inner['x-kubernetes-embedded-resource'] === true, isInnerUnrelated));
    };
    below(['items'], items, isUnrelated || schema['x-kubernetes-list-type'] !== 'map');
    for (const key of Object.keys(isObject(properties) ? properties : {})) {
      below(['properties', key], (properties as Schema)[key]);
    }
    below(['additionalProperties'], additionalProperties);
  };

  visit(root, true, false);
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
