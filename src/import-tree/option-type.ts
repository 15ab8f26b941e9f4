import { isObject } from '../json/is-object.js';
import { type CodeNode, list, object, raw, text } from './code-node.js';
import { jsonCode } from './json-code.js';

const PLAIN = { comments: new Map(), textCode: () => undefined };

/** A value as it stands in code. */
export const valueCode = (value: unknown): CodeNode => jsonCode(value, [], PLAIN);

/**
 * The zod schema of what clusters give for one option.
 *
 * @param isLiteral whether texts are the ones that are given, since a type takes no others
 * @param tail what follows, such as `.optional()`
 */
export const optionType = (values: readonly unknown[], isLiteral: boolean, tail = ''): CodeNode => {
  const given = values.filter((one) => one !== null);
  const last = given.length < values.length ? `.nullable()${tail}` : tail;
  if (given.length === 0) return raw(`z.null()${tail}`);
  if (given.every((one) => typeof one === 'boolean')) return raw(`z.boolean()${last}`);
  if (given.every((one) => typeof one === 'number'))
    return raw(`${given.every(Number.isInteger) ? 'z.int()' : 'z.number()'}${last}`);
  if (given.every((one) => typeof one === 'string')) {
    if (!isLiteral) return raw(`z.string()${last}`);
    return call('z.enum(', list([...new Set(given)].sort().map((one) => text(one as string))), last);
  }
  if (given.every((one): one is unknown[] => Array.isArray(one))) {
    const items = given.flat();
    return call('z.array(', items.length === 0 ? raw('z.unknown()') : optionType(items, isLiteral), last);
  }
  if (given.every(isObject)) return objectType(given, isLiteral, last);
  const kinds = new Map<string, unknown[]>();
  for (const one of given) {
    const kind = Array.isArray(one) ? 'array' : typeof one;
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  return call('z.union(', list([...kinds.values()].map((some) => optionType(some, isLiteral))), last);
};

const objectType = (
  given: readonly Readonly<Record<string, unknown>>[],
  isLiteral: boolean,
  tail: string,
): CodeNode => {
  const keys = [...new Set(given.flatMap((one) => Object.keys(one)))];
  // The keys are data, such as labels.
  const isMap = keys.some((key) => !/^[A-Za-z_$][\w$]*$/.test(key));
  if (isMap || keys.length === 0) {
    const members = given.flatMap((one) => Object.values(one));
    const type = members.length === 0 ? raw('z.unknown()') : optionType(members, isLiteral);
    if (type.kind === 'raw') return call('z.record(z.string(), ', type, tail);
  }
  const members = keys.map((key) => {
    const some = given.filter((one) => Object.hasOwn(one, key));
    return [
      key,
      optionType(
        some.map((one) => one[key]),
        isLiteral,
        some.length < given.length ? '.optional()' : '',
      ),
    ] as const;
  });
  return call('z.object(', object(Object.fromEntries(members)), tail);
};

const call = (head: string, last: CodeNode, tail = ''): CodeNode => ({
  kind: 'call',
  head,
  last,
  ...(tail === '' ? {} : { tail }),
});
