import type { JsonObject } from '../../../src/json/json-value.js';
import { findImmutableChanges } from '../../../src/schema/update/find-immutable-changes.js';
import type { UpdateVerdict } from './update-case.js';

/** What fluxspan says of an update without vars. */
export const ourUpdateVerdict = (from: JsonObject, to: JsonObject): UpdateVerdict => {
  const { apiVersion, kind } = from as { apiVersion: string; kind: string };
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const found = findImmutableChanges(group, kind, from, to, (a, b) => (a === b ? 'same' : 'different'));
  return found.length === 0 ? 'taken' : found.some(({ certain }) => certain) ? 'refused' : 'unsure';
};
