import { isObject } from '../../json/is-object.js';
import { bool, optionalType, string } from '../typed-cel/cel-type.js';
import { type Compiled, compileTyped } from '../typed-cel/compile-expression.js';
import { estimateCost } from '../typed-cel/estimate-cost.js';
import { times } from '../typed-cel/size.js';
import { type DeclaredType, MAX_REQUEST_BYTES, openDeclaredTypes, sizesOf } from './declared-type.js';
import { into, type Schema, type SchemaWalk } from './schema-walk.js';

const UPSTREAM = 'ValidateCustomResourceDefinitionOpenAPISchema';

/** The most that one rule may cost, and all rules of a version, in units of the API server's estimate. */
const RULE_BUDGET = 10_000_000;
const VERSION_BUDGET = 100_000_000;

const CHEAPER =
  'set maxItems, maxProperties and maxLength where its lists, maps and texts are declared, or simplify it';

/** What a part of a schema inherits from those around it. */
interface Around {
  /** How often there may be such a value in an object; undefined where nothing limits it. */
  readonly count: number | undefined;
  /** The part is within a list in which what was there before can't be found again. */
  readonly isUnrelated: boolean;
}

/**
 * The expressions of a schema that the API server can't compile, and those that may cost more than it allows.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
export const checkExpressions = (walk: SchemaWalk, root: Schema): void => {
  const declared = openDeclaredTypes();
  let total = 0;

  const compile = (
    text: string,
    wanted: typeof bool,
    type: DeclaredType,
    hasOptionalOld: boolean,
  ): { readonly compiled: Compiled; readonly cost: number } | undefined => {
    const old = hasOptionalOld ? optionalType(type.type) : type.type;
    const variables = new Map([
      ['self', type.type],
      ['oldSelf', old],
    ]);
    const compiled = compileTyped(text, { variables }, walk, [wanted]);
    if (compiled === undefined) return undefined;
    return { compiled, cost: compiled.fault === undefined ? estimateCost(compiled.typed, sizesOf(type)) : 0 };
  };

  const observe = (path: readonly (string | number)[], cost: number): void => {
    total += cost;
    if (cost <= RULE_BUDGET) return;
    walk.refuse(path, `may cost ${factorOf(cost / RULE_BUDGET)} what the API server allows a rule`, CHEAPER, UPSTREAM);
  };

  const check = (schema: Schema, isResource: boolean, { count, isUnrelated }: Around): void => {
    const rules = schema['x-kubernetes-validations'];
    if (!Array.isArray(rules) || rules.length === 0) return;
    const type = declared(schema, isResource);
    if (type === undefined) {
      walk.refuse(
        ['x-kubernetes-validations'],
        "is set where expressions can't read the value",
        'set the type of the value and of its items, or move the rules to an object around it',
        UPSTREAM,
      );
      return;
    }
    const most = count ?? Math.floor(MAX_REQUEST_BYTES / (type.bytes + 1));
    for (const [index, one] of rules.entries()) {
      if (!isObject(one)) continue;
      const path = (key: string): readonly (string | number)[] => ['x-kubernetes-validations', index, key];
      const refuse = (key: string, message: string, fix = 'correct the expression'): void =>
        walk.refuse(path(key), message, fix, UPSTREAM);
      const rule = compile(textOf(one['rule']), bool, type, one['optionalOldSelf'] === true);
      if (rule === undefined) continue;
      const { compiled, cost } = rule;
      if (compiled.fault !== undefined) {
        refuse('rule', compiled.fault);
        continue;
      }
      observe(path('rule'), times(cost, most));
      const readsOld = compiled.typed.reads('oldSelf');
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
      const message = text.trim() === '' ? undefined : compile(text, string, type, one['optionalOldSelf'] === true);
      if (message === undefined) continue;
      if (message.compiled.fault !== undefined) refuse('messageExpression', message.compiled.fault);
      else observe(path('messageExpression'), message.cost);
    }
  };

  const visit = (schema: Schema, isResource: boolean, around: Around): void => {
    check(schema, isResource, around);
    const { items, properties, additionalProperties } = schema;
    const limit = limitOf(schema);
    const count = around.count === undefined || limit === undefined ? undefined : times(around.count, limit);
    const below = (steps: readonly (string | number)[], inner: unknown, isUnrelated = around.isUnrelated): void => {
      if (!isObject(inner)) return;
      into(walk, steps, () => visit(inner, inner['x-kubernetes-embedded-resource'] === true, { count, isUnrelated }));
    };
    below(['items'], items, around.isUnrelated || schema['x-kubernetes-list-type'] !== 'map');
    for (const key of Object.keys(isObject(properties) ? properties : {})) {
      below(['properties', key], (properties as Schema)[key]);
    }
    below(['additionalProperties'], additionalProperties);
  };

  visit(root, true, { count: 1, isUnrelated: false });
  if (total > VERSION_BUDGET) {
    walk.refuse(
      [],
      `has rules that together may cost ${factorOf(total / VERSION_BUDGET)} what the API server allows a version`,
      CHEAPER.replace('its', 'the'),
      UPSTREAM,
    );
  }
};

/** How many values there may be below one of a schema. */
const limitOf = (schema: Schema): number | undefined => {
  const { type } = schema;
  const key = type === 'array' ? 'maxItems' : 'maxProperties';
  const isMap = type === 'object' && (schema['additionalProperties'] ?? undefined) !== undefined;
  if (type !== 'array' && !isMap) return 1;
  const limit = schema[key];
  return typeof limit === 'number' ? Math.max(0, limit) : undefined;
};

const factorOf = (factor: number): string =>
  factor > 100 ? 'more than 100 times' : `${(Math.ceil(factor * 10) / 10).toString()} times`;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
