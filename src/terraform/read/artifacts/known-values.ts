import { isObject } from '../../../json/is-object.js';
import { markUnknown } from '../../verify/given.js';
import { HIDDEN, UNKNOWN } from '../unknown.js';

type Attributes = Readonly<Record<string, unknown>>;

/** The attributes of an artifact's resource: unknown parts marked, sensitive ones dropped, and none that are null. */
export const knownValues = (values: unknown, unknown: unknown, sensitive: unknown): Attributes => {
  const marked = hideParts(markUnknown(values, unknown), sensitive);
  const kept = withoutNulls(marked);
  return isObject(kept) ? kept : {};
};

/** Terraform prints what is sensitive apart, as `true` where it stands. */
const hideParts = (value: unknown, sensitive: unknown): unknown => {
  if (sensitive === true) return hideAll(value);
  if (Array.isArray(sensitive) && Array.isArray(value)) {
    return value.map((one, at) => hideParts(one, sensitive[at]));
  }
  if (!isObject(sensitive) || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hideParts(one, sensitive[key])]));
};

/** The values go, the keys of maps stay. */
const hideAll = (value: unknown): unknown => {
  if (value === null || value === undefined || value === UNKNOWN) return value;
  if (Array.isArray(value)) return value.map(hideAll);
  if (!isObject(value)) return HIDDEN;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, hideAll(one)]));
};

const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      one === null || one === undefined ? [] : [[key, withoutNulls(one)]],
    ),
  );
};
