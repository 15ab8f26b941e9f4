import type { Path, SchemaProblem } from './schema-problem.js';

type Schema = Readonly<Record<string, unknown>>;
type Report = (problem: SchemaProblem) => void;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text for each value, alike for equal ones whatever the order of their keys. */
export const canonical = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(canonical).join()}]`
    : isObject(value)
      ? `{${Object.keys(value)
          .sort()
          .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
          .join()}}`
      : (JSON.stringify(value) ?? 'null');

/**
 * The items of a `set` differ, and those of a `map` differ in their keys.
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 */
export const checkListType = (schema: Schema, items: readonly unknown[], path: Path, report: Report): void => {
  const kind = schema['x-kubernetes-list-type'];
  if (kind !== 'set' && kind !== 'map') {
    if (schema['uniqueItems'] === true) checkUnique(items, path, canonical, () => '', report);
    return;
  }
  if (kind === 'set') {
    checkUnique(items, path, canonical, () => '', report);
    return;
  }
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []) as readonly string[];
  const defaults = ((schema['items'] as Schema | undefined)?.['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const keyOf = (item: Schema, key: string): unknown => item[key] ?? defaults[key]?.['default'];
  checkUnique(
    items,
    path,
    (item) => (isObject(item) ? canonical(keys.map((key) => keyOf(item, key) ?? null)) : undefined),
    () => ` by ${keys.map((key) => `"${key}"`).join(' and ')}`,
    report,
  );
};

const checkUnique = (
  items: readonly unknown[],
  path: Path,
  identity: (item: unknown) => string | undefined,
  by: (item: unknown) => string,
  report: Report,
): void => {
  if (items.length < 2) return;
  const first = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const id = identity(item);
    if (id === undefined) continue;
    const before = first.get(id);
    if (before === undefined) first.set(id, index);
    else {
      report({
        path: [...path, index],
        message: `is in the list twice${by(item)}: it is also item ${before}`,
        blocking: false,
      });
    }
  }
};
