import type { Api } from './api.js';
import { type KubeObject, printRef } from './kube-object.js';

interface Group {
  readonly preferredVersion: { readonly groupVersion: string };
}

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** What comes and goes by itself, under names that nobody plans. */
const passing = new Set([
  'Event',
  'Lease',
  'Pod',
  'ReplicaSet',
  'ControllerRevision',
  'Endpoints',
  'EndpointSlice',
  'ComponentStatus',
]);

/** Says who wrote last, when, and how often: two clusters with the same objects differ in it. */
const accidental = [
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'managedFields',
  'selfLink',
  'ownerReferences',
];
const accidentalAnnotations = ['reconcile.fluxcd.io/requestedAt', 'deployment.kubernetes.io/revision'];

/** All objects of the cluster, each in the API server's preferred version, but for those that come and go by themselves. */
export const listAll = async (api: Api): Promise<KubeObject[]> => {
  const groups = ((await api.request('GET', '/apis')) as { groups: Group[] }).groups;
  const versions = ['v1', ...groups.map(({ preferredVersion }) => preferredVersion.groupVersion)];
  const objects: KubeObject[] = [];
  for (const apiVersion of versions) {
    const path = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
    // A group that its CRD has just left is listed for a moment, and answers nothing.
    const found = (await api.request('GET', path)) as { resources: Resource[] } | undefined;
    for (const { name, kind, verbs } of found?.resources ?? []) {
      if (name.includes('/') || !verbs.includes('list') || passing.has(kind)) continue;
      objects.push(...(await api.list({ apiVersion, kind })));
    }
  }
  return objects;
};

/**
 * All objects of the cluster as they were asked for: without status, and without what two equal clusters differ in. By
 * `group/version/Kind/namespace/name`.
 */
export const takeSnapshot = async (api: Api): Promise<Record<string, object>> => {
  const objects = (await listAll(api))
    .filter((object) => !isRecord(object))
    .map((object) => [`${object.apiVersion}/${printRef(object)}`, strip(object)] as const);
  return Object.fromEntries(objects.sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** Helm's own history, one object for each upgrade, and the day on which the API server last saw an old token. */
const isRecord = (object: KubeObject): boolean =>
  object['type'] === 'helm.sh/release.v1' ||
  object.metadata.name === 'kube-apiserver-legacy-service-account-token-tracking';

const strip = ({ status: _, metadata, ...rest }: KubeObject): object => {
  const kept = Object.entries(metadata).filter(([field]) => !accidental.includes(field));
  const annotations = Object.entries(metadata.annotations ?? {}).filter(
    ([key]) => !accidentalAnnotations.includes(key),
  );
  return { ...rest, metadata: { ...Object.fromEntries(kept), annotations: Object.fromEntries(annotations) } };
};
