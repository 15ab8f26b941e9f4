import type { Api } from './api.js';
import { printRef } from './kube-object.js';
import { listAll } from './snapshot.js';

/** The uid of every object of the cluster, Helm's history among them, by `group/Kind/namespace/name`. */
export type Uids = ReadonlyMap<string, string>;

export const readUids = async (api: Api): Promise<Uids> => {
  const objects = await listAll(api);
  return new Map(
    objects.map((object) => {
      const { apiVersion, metadata } = object;
      const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
      return [`${group}/${printRef(object)}`, metadata.uid ?? ''];
    }),
  );
};

/** What is gone, or is there again, sorted. */
export const lostBetween = (before: Uids, after: Uids): string[] =>
  [...before]
    .filter(([id, uid]) => after.get(id) !== uid)
    .map(([id]) => id)
    .sort();
