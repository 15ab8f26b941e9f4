import { createHash } from 'node:crypto';
import type { StructuralSchema } from '../schema/read-crd.js';

type Kinds = Record<string, Record<string, StructuralSchema>>;

/** A shorter schema is no longer than what names it, with the line that it takes elsewhere. */
const SHORTEST = 160;
/** Digits of a name: an API group has some hundred shared schemas. */
const DIGITS = 8;

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Puts what occurs in several places of a group's schemas into one: `{ $ref: name }` stands for it. Operators repeat
 * the parts of a pod in each of their kinds.
 */
export const shareSchemas = ({
  kinds,
  defs,
}: {
  readonly kinds: Kinds;
  readonly defs?: Record<string, StructuralSchema>;
}): { kinds: Kinds; shared?: Record<string, StructuralSchema> } => {
  if (defs !== undefined) return { kinds };
  const texts = new Map<object, string>();
  const counts = new Map<string, number>();
  const count = (node: object): void => {
    const text = JSON.stringify(node);
    texts.set(node, text);
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    // What is in a shared schema occurs there once.
    if (before > 0 && text.length >= SHORTEST) return;
    for (const value of Object.values(node)) if (isNode(value)) count(value);
  };
  const shared: Record<string, StructuralSchema> = {};
  const replace = (node: unknown, isSchema: boolean): unknown => {
    if (!isNode(node)) return node;
    const text = texts.get(node) ?? JSON.stringify(node);
    if (!isSchema || text.length < SHORTEST || (counts.get(text) ?? 0) < 2) return replaceIn(node, isSchema);
    const name = createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
    if (!Object.hasOwn(shared, name)) shared[name] = replaceIn(node, true) as StructuralSchema;
    return { $ref: name };
  };
  /** Only schemas can be named: their maps and lists, and rules, stay where they are. */
  const replaceIn = (node: object, isSchema: boolean): unknown => {
    if (Array.isArray(node)) return node.map((item) => replace(item, false));
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        if (!isSchema) return [key, value];
        if (key === 'properties' && isNode(value)) {
          return [key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replace(inner, true)]))];
        }
        return [key, key === 'items' || key === 'additionalProperties' ? replace(value, true) : value];
      }),
    );
  };
  for (const versions of Object.values(kinds)) for (const schema of Object.values(versions)) count(schema);
  const whole = Object.fromEntries(
    Object.entries(kinds).map(([kind, versions]) => [
      kind,
      Object.fromEntries(Object.entries(versions).map(([version, schema]) => [version, replace(schema, true)])),
    ]),
  ) as Kinds;
  const names = Object.keys(shared).sort();
  return names.length === 0
    ? { kinds: whole }
    : { kinds: whole, shared: Object.fromEntries(names.map((name) => [name, shared[name]!])) };
};
