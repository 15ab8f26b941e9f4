import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { PatchError } from './patch-error.js';

type Values = Record<string, unknown>;
type Operation = Readonly<Record<string, unknown>>;

/**
 * Applies JSON 6902 operations as kustomize does. kustomize is laxer than the RFC: `replace` may add a key, and indices
 * may count from the end.
 *
 * @throws PatchError if kustomize fails
 */
export const applyOperations = (json: JsonObject, operations: readonly Operation[]): JsonObject => {
  const object = structuredClone(json) as Values;
  markObject(object);
  for (const [at, operation] of operations.entries()) {
    try {
      operate(object, operation);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      const { op, path } = operation;
      throw new PatchError(
        `operation ${at + 1} (${String(op)} ${JSON.stringify(path) ?? 'without a path'}) fails: ${error.message}`,
      );
    }
  }
  unmarkObject(object);
  const { name } = isObject(object['metadata']) ? object['metadata'] : {};
  if (name === undefined || name === null || name === '') throw new PatchError('it takes the name of the object away');
  return object as JsonObject;
};

/** kustomize adds these annotations to each object while it patches. */
const MARKS = ['previousKinds', 'previousNames', 'previousNamespaces'].map(
  (name) => `internal.config.kubernetes.io/${name}`,
);

const markObject = (object: Values): void => {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const annotations = isObject(metadata['annotations']) ? metadata['annotations'] : {};
  object['metadata'] = {
    ...metadata,
    annotations: { ...annotations, ...Object.fromEntries(MARKS.map((k) => [k, ''])) },
  };
};

const unmarkObject = (object: Values): void => {
  const { metadata } = object;
  if (!isObject(metadata)) return;
  const { annotations } = metadata;
  const left = Object.entries(isObject(annotations) ? annotations : {}).filter(([key]) => !MARKS.includes(key));
  if (left.length === 0) delete (metadata as Values)['annotations'];
  else {
    const texts = left.map(([key, value]) => [key, isContainer(value) ? '' : String(value)]);
    (metadata as Values)['annotations'] = Object.fromEntries(texts);
  }
};

const operate = (object: Values, { op, path, from, value = null }: Operation): void => {
  const [parent, key] = parentOf(object, path);
  switch (op) {
    case 'add':
      add(parent, key, structuredClone(value));
      break;
    case 'replace':
      if (Array.isArray(parent)) parent[indexOf(parent, key)] = structuredClone(value);
      else set(parent, key, structuredClone(value));
      break;
    case 'remove':
      remove(parent, key);
      break;
    case 'move': {
      const [source, name] = parentOf(object, from);
      const moved = get(source, name) ?? null;
      remove(source, name);
      add(...parentOf(object, path), moved);
      break;
    }
    case 'copy':
      add(parent, key, structuredClone(get(...parentOf(object, from)) ?? null));
      break;
    case 'test':
      if (!isDeepStrictEqual(get(parent, key) ?? null, value)) {
        throw new PatchError('the object has another value there');
      }
      break;
    default:
      throw new PatchError('there is no such operation');
  }
};

/** The map or list that holds the last step of a pointer. */
const parentOf = (object: Values, pointer: unknown): readonly [Values | unknown[], string] => {
  const steps = typeof pointer === 'string' ? pointer.split('/').slice(1) : [];
  if (steps.length === 0) throw new PatchError(`${JSON.stringify(pointer) ?? 'nothing'} isn't a path below the object`);
  const keys = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let at: unknown = object;
  for (const [index, key] of keys.slice(0, -1).entries()) {
    at = isContainer(at) ? tryGet(at, key) : undefined;
    if (!isContainer(at))
      throw new PatchError(`the object has no ${printPointer(steps.slice(0, index + 1))} to put it into`);
  }
  return [at as Values | unknown[], keys.at(-1)!];
};

const printPointer = (steps: readonly string[]): string => JSON.stringify(`/${steps.join('/')}`);

const isContainer = (value: unknown): value is Values | unknown[] => Array.isArray(value) || isObject(value);

const tryGet = (parent: Values | unknown[], key: string): unknown => {
  try {
    return get(parent, key);
  } catch (error) {
    if (error instanceof PatchError) return undefined;
    throw error;
  }
};

const get = (parent: Values | unknown[], key: string): unknown => {
  if (Array.isArray(parent)) return parent[indexOf(parent, key)];
  return Object.hasOwn(parent, key) ? parent[key] : undefined;
};

const add = (parent: Values | unknown[], key: string, value: unknown): void => {
  if (!Array.isArray(parent)) set(parent, key, value);
  else if (key === '-') parent.push(value);
  else parent.splice(indexOf(parent, key, parent.length + 1), 0, value);
};

const remove = (parent: Values | unknown[], key: string): void => {
  if (Array.isArray(parent)) parent.splice(indexOf(parent, key), 1);
  else if (Object.hasOwn(parent, key)) delete parent[key];
  else throw new PatchError(`there is no ${JSON.stringify(key)}`);
};

/** @param size the number of items, plus one when an item is inserted */
const indexOf = (list: readonly unknown[], key: string, size = list.length): number => {
  if (!/^[+-]?\d+$/.test(key)) throw new PatchError(`${JSON.stringify(key)} isn't an index of a list`);
  const index = Number(key);
  if (index >= size || index < -size)
    throw new PatchError(`the list has ${list.length} items, and no ${JSON.stringify(key)}`);
  return index < 0 ? index + size : index;
};

const set = (map: Values, key: string, value: unknown): void => {
  Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
};
