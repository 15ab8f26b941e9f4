import { printPath } from '../../../src/json/json-path.js';
import { isTransitionRule } from '../../../src/schema/cel/cel-source.js';
import { openDefaults } from '../../../src/schema/defaults.js';
import type { KindSchemas } from '../../../src/schema/package-schemas.js';
import { isBlocking } from '../../../src/schema/violation.js';
import { checkObject } from '../checker.js';

const withDefaults = openDefaults();

type Schema = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every rule of a schema, as `path of the schema: rule`; those on transitions are left out. */
export const rulesIn = (schema: Schema): readonly string[] => {
  const found: string[] = [];
  walk(schema, undefined, (rule, place) => found.push(`${place}: ${rule}`));
  return found;
};

/** Calls `found` for each rule of the schema; of a value's, for each place in the value where it is evaluated. */
const walk = (schema: Schema, value: unknown, found: (rule: string, place: string, path: string) => void): void => {
  const visit = (node: unknown, at: unknown, place: string, path: (string | number)[]): void => {
    if (!isObject(node)) return;
    for (const { rule } of (node['x-kubernetes-validations'] ?? []) as { rule: string }[]) {
      if (!isTransitionRule(rule)) found(rule, place, printPath(path));
    }
    const inner = (key: string | number, name: string, child: unknown): void => {
      const member = value === undefined ? undefined : (at as Record<string | number, unknown>)[key];
      if (value === undefined || member !== undefined) visit(child, member, `${place}.${name}`, [...path, key]);
    };
    const { properties, items, additionalProperties: more } = node;
    if (value === undefined) {
      if (isObject(properties)) for (const [key, child] of Object.entries(properties)) inner(key, key, child);
      if (isObject(items)) inner(0, '[]', items);
      if (isObject(more)) inner('*', '*', more);
    } else if (Array.isArray(at)) for (const index of at.keys()) inner(index, '[]', items);
    else if (isObject(at)) {
      for (const key of Object.keys(at)) {
        if (isObject(properties) && Object.hasOwn(properties, key)) inner(key, key, properties[key]);
        else if (isObject(more)) inner(key, '*', more);
      }
    }
  };
  visit(schema, value, '', []);
};

export interface RuleOutcome {
  readonly held: ReadonlySet<string>;
  readonly broken: ReadonlySet<string>;
}

/** Which rules an object keeps and which it breaks; none where its schema refuses it first. */
export const outcomeOf = (schemas: KindSchemas, version: string, object: unknown): RuleOutcome => {
  const problems = checkObject(schemas, version, object);
  const held = new Set<string>();
  const broken = new Set<string>();
  if (problems.some(isBlocking)) return { held, broken };
  const refused = new Set(
    problems.map((one) => `${printPath(one.path)}\0${one.kind === 'rule' ? one.rule : undefined}`),
  );
  const schema = schemas.versions[version] as Schema;
  walk(schema, withDefaults(schema, object), (rule, place, path) => {
    (refused.has(`${path}\0${rule}`) ? broken : held).add(`${place}: ${rule}`);
  });
  return { held, broken };
};
