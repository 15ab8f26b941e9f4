import { type JsonPath, parsePath } from '../../json/json-path.js';
import type { ImmutableField, ImmutableKind } from './immutable-kind.js';
import { configuration } from './kinds/configuration.js';
import { network } from './kinds/network.js';
import { storage } from './kinds/storage.js';
import { workloads } from './kinds/workloads.js';

/**
 * The fields of Kubernetes' own kinds that an update may not change, from the validation code of Kubernetes 1.36.
 * `test/live/immutable.test.ts` asks the API server about each of them, in both directions.
 */
export const immutableKinds: readonly ImmutableKind[] = [...workloads, ...storage, ...network, ...configuration];

/** A row with the paths of its fields, parsed once. */
export interface KnownImmutableKind extends Omit<ImmutableKind, 'fields'> {
  readonly fields: readonly (ImmutableField & { readonly at: JsonPath })[];
}

const byKind: ReadonlyMap<string, KnownImmutableKind> = new Map(
  immutableKinds.map((row) => {
    const fields = row.fields.map((field) => ({ ...field, at: parsePath(field.path)! }));
    return [`${row.group}/${row.kind}`, { ...row, fields }];
  }),
);

/** What an update of a kind may not change; undefined where it may change everything. */
export const findImmutableKind = (group: string, kind: string): KnownImmutableKind | undefined =>
  byKind.get(`${group}/${kind}`);
