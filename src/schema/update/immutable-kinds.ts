import type { ImmutableKind } from './immutable-kind.js';
import { configuration } from './kinds/configuration.js';
import { network } from './kinds/network.js';
import { storage } from './kinds/storage.js';
import { workloads } from './kinds/workloads.js';

/**
 * The fields of Kubernetes' own kinds that an update may not change, from the validation code of Kubernetes 1.36.
 * `test/live/immutable.test.ts` asks the API server about each of them, in both directions.
 */
export const immutableKinds: readonly ImmutableKind[] = [...workloads, ...storage, ...network, ...configuration];

const byKind = new Map(immutableKinds.map((row) => [`${row.group}/${row.kind}`, row]));

/** What an update of a kind may not change; undefined where it may change everything. */
export const findImmutableKind = (group: string, kind: string): ImmutableKind | undefined =>
  byKind.get(`${group}/${kind}`);
