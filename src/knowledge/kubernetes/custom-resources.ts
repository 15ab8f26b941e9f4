import { fieldsOf, listOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import type { EffectRow } from '../form/effect.js';

type Schema = Readonly<Record<string, unknown>>;

/** Compares the levels that both schemas have, and collects what only one of them has. */
const between = (
  one: unknown,
  other: unknown,
  has: (one: Schema, other: Schema) => readonly string[],
  path: readonly string[] = [],
): readonly string[] => {
  if (!isObject(one) || !isObject(other)) return [];
  const found = has(one, other).map((name) => [...path, name].filter((part) => part !== '').join('.'));
  const [mine, theirs] = [one, other].map(({ properties }) => fieldsOf(properties));
  return [
    ...found,
    ...Object.keys(mine!)
      .filter((name) => theirs![name] !== undefined)
      .flatMap((name) => between(mine![name], theirs![name], has, [...path, name])),
    ...between(one['items'], other['items'], has, [...path, '[]']),
    ...between(one['additionalProperties'], other['additionalProperties'], has, [...path, '*']),
  ];
};

const takesAll = (schema: Schema): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true;

/** Fields that one schema has and the other doesn't know, and so drops. */
const fields = (one: unknown, other: unknown): readonly string[] =>
  between(one, other, (mine, its) =>
    // A level without properties, or one that accepts all, drops nothing.
    its['properties'] === undefined || takesAll(its)
      ? []
      : Object.keys(fieldsOf(mine['properties'])).filter((name) => fieldsOf(its['properties'])[name] === undefined),
  );
const required = (one: unknown, other: unknown): readonly string[] =>
  between(one, other, (mine, its) =>
    listOf(mine['required'])
      .map(String)
      // With a default, the API server adds it.
      .filter(
        (name) =>
          !listOf(its['required']).includes(name) &&
          fieldsOf(fieldsOf(mine['properties'])[name])['default'] === undefined,
      ),
  );
const typeOf = (schema: Schema): string | undefined =>
  schema['x-kubernetes-int-or-string'] === true ? 'integer or string' : (schema['type'] as string | undefined);
const types = (one: unknown, other: unknown): readonly string[] =>
  between(one, other, (mine, its) => {
    const [type, before] = [typeOf(mine), typeOf(its)];
    return type === undefined || before === undefined || type === before ? [] : [`(${type})`];
  });

/** The types that accept all values of another type. */
const wider: Readonly<Record<string, readonly string[]>> = {
  integer: ['number', 'integer or string'],
  string: ['integer or string'],
};
const isNarrower = (was: unknown, is: unknown): boolean =>
  between(was, is, (mine, its) => {
    const [before, type] = [typeOf(mine), typeOf(its)];
    return before === undefined || type === undefined || before === type || wider[before]?.includes(type) === true
      ? []
      : [type];
  }).length > 0;

/** The fields that users write, in the storage version. Upgrades of operators remove and tighten other versions. */
const written = (version: unknown): unknown => {
  const { storage, schema } = fieldsOf(version);
  const whole = fieldsOf(fieldsOf(schema)['openAPIV3Schema']);
  const { status: _, ...properties } = fieldsOf(whole['properties']);
  return storage !== true || schema === undefined ? undefined : { ...whole, properties };
};
const ofWritten =
  <T>(tell: (one: unknown, other: unknown) => T) =>
  (one: unknown, other: unknown): T =>
    tell(written(one), written(other));

const at = 'spec.versions[name]';
const on = 'apiextensions.k8s.io/CustomResourceDefinition';
const refused = {
  severity: 'notice',
  says: 'refuses objects that it has taken',
  effect:
    'objects in the cluster that no longer fit stay, but every update of them fails, those of their controller too',
  instead: 'add a new version of the kind, and convert the objects',
} as const;

/** CRDs that no longer accept what they accepted before. Other rules check the objects of the tree. */
export const customResources: readonly EffectRow[] = [
  // https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning
  {
    on,
    at,
    when: ofWritten((was, is) => fields(was, is).length > 0),
    shows: ofWritten(fields),
    severity: 'notice',
    says: 'no longer knows some fields',
    effect: 'the API server drops them from objects when these are written the next time, without an error',
    instead: 'check that no object in the cluster uses the fields',
  },
  // https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation
  { on, at, when: ofWritten((was, is) => required(is, was).length > 0), shows: ofWritten(required), ...refused },
  { on, at, when: ofWritten(isNarrower), shows: ofWritten(types), ...refused },
];
