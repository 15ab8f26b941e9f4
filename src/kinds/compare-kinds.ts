import { compareSchemas } from '../charts/difference/compare-schemas.js';
import type { SchemaChange } from '../charts/difference/schema-change.js';
import { compareText } from '../json/compare-text.js';
import { readCrd, type StructuralSchema } from '../schema/read-crd.js';
import { parseYamlDocuments } from '../yaml/parse-yaml.js';

/** What differs of a kind between two imports. */
export interface KindDifference {
  /** `Widget (example.org/v1)`, and what became of it where it is in one of the two only. */
  readonly title: string;
  readonly changes: readonly SchemaChange[];
}

const schemasIn = (text: string | undefined): ReadonlyMap<string, StructuralSchema> => {
  const found = new Map<string, StructuralSchema>();
  for (const document of text === undefined ? [] : parseYamlDocuments(text)) {
    const crd = readCrd(document);
    if (typeof crd === 'string') continue;
    for (const [version, schema] of Object.entries(crd.versions)) {
      found.set(`${crd.kind} (${crd.group}/${version})`, schema);
    }
  }
  return found;
};

/**
 * What differs between the kinds of two files of CRDs; a kind or version without a difference is left out.
 *
 * @param before undefined where nothing was imported yet
 */
export const compareKinds = (before: string | undefined, after: string): readonly KindDifference[] => {
  const [from, to] = [schemasIn(before), schemasIn(after)];
  return [...new Set([...from.keys(), ...to.keys()])].sort(compareText).flatMap((name): readonly KindDifference[] => {
    const [old, now] = [from.get(name), to.get(name)];
    if (old === undefined) return [{ title: `${name}: new`, changes: [] }];
    if (now === undefined) return [{ title: `${name}: no longer served`, changes: [] }];
    const changes = compareSchemas(old, now);
    return changes.length === 0 ? [] : [{ title: name, changes }];
  });
};
