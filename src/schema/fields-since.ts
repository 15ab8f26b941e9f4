import { isObject } from '../json/is-object.js';
import type { Schema } from './walk.js';

/** The keyword under which `imports/schemas` has the fields of a type that older Kubernetes doesn't have. */
export const FIELDS_SINCE = 'x-fluxspan-since';

/**
 * The minor version of Kubernetes that introduced a field, if that is newer than the given one.
 *
 * @param own the version of the cluster; undefined for one that has all fields
 */
export const introducedSince = (node: Schema, key: string, own: string | undefined): string | undefined => {
  const fields = own === undefined ? undefined : node[FIELDS_SINCE];
  const since = isObject(fields) && Object.hasOwn(fields, key) ? String(fields[key]) : undefined;
  return since !== undefined && minorOf(since) > minorOf(own!) ? since : undefined;
};

const minorOf = (version: string): number => Number(version.slice(version.indexOf('.') + 1));
