import type { JsonObject } from '../../../src/json/json-value.js';
import { readCrd } from '../../../src/schema/read-crd.js';
import { openSchemaChecker } from '../../../src/schema/schema-checker.js';
import type { SameText } from '../../../src/schema/update/differences.js';
import { findImmutableChanges } from '../../../src/schema/update/find-immutable-changes.js';
import type { UpdateCase, UpdateVerdict } from './update-case.js';

const checker = openSchemaChecker();
const sameText: SameText = (a, b) => (a === b ? 'same' : 'different');

/** What fluxspan says of an update without vars. */
export const ourUpdateVerdict = (
  from: JsonObject,
  to: JsonObject,
  { needs = [] }: Pick<UpdateCase, 'needs'>,
): UpdateVerdict => {
  const { apiVersion, kind } = from as { apiVersion: string; kind: string };
  const [group, version] = apiVersion.includes('/') ? (apiVersion.split('/') as [string, string]) : ['', apiVersion];
  const crd = needs.map(readCrd).find((one) => typeof one !== 'string' && one.kind === kind);
  const schemas =
    typeof crd === 'object' ? { versions: crd.versions, own: false, vetted: false } : checker.known.find(group, kind);
  const found = [
    ...findImmutableChanges(group, kind, from, to, sameText),
    ...(schemas === undefined ? [] : checker.checkUpdate(schemas, version, from, to, sameText)),
  ];
  return found.length === 0 ? 'taken' : found.some(({ certain }) => certain) ? 'refused' : 'unsure';
};
