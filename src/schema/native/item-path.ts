import { isObject } from '../../json/is-object.js';

/** `containers[].ports[]`: into every item of a list; `limits{}`: into every value of a map. */
export type ItemPath = readonly ItemStep[];

export interface ItemStep {
  readonly field: string;
  readonly into: 'field' | 'items' | 'values';
}

/** @returns undefined where the text isn't such a path */
export const parseItemPath = (text: string): ItemPath | undefined => {
  const steps = text.split('.').map((part): ItemStep | undefined => {
    const found = /^([A-Za-z][\w-]*)(\[\]|\{\})?$/.exec(part);
    if (found === null) return undefined;
    return { field: found[1]!, into: found[2] === '[]' ? 'items' : found[2] === '{}' ? 'values' : 'field' };
  });
  return steps.every((step) => step !== undefined) ? steps : undefined;
};

/** Calls `found` for every value at a path, with its key or index. `path` is that of `value`, and of the value found. */
export const eachItem = (
  value: unknown,
  steps: ItemPath,
  path: (string | number)[],
  found: (item: unknown, key: string | number) => void,
  from = 0,
): void => {
  const { field, into } = steps[from]!;
  if (!isObject(value) || !Object.hasOwn(value, field)) return;
  const member = value[field];
  if (member === null || member === undefined) return;
  const isLast = from === steps.length - 1;
  path.push(field);
  if (into === 'field') {
    if (isLast) found(member, field);
    else eachItem(member, steps, path, found, from + 1);
  } else if (into === 'items') {
    for (let index = 0; Array.isArray(member) && index < member.length; index++) {
      path.push(index);
      if (isLast) found(member[index], index);
      else eachItem(member[index], steps, path, found, from + 1);
      path.pop();
    }
  } else if (isObject(member)) {
    for (const key of Object.keys(member)) {
      path.push(key);
      if (isLast) found(member[key], key);
      else eachItem(member[key], steps, path, found, from + 1);
      path.pop();
    }
  }
  path.pop();
};
