import { compareFields, type FieldChange } from '../../src/diff/compare-fields.js';
import { isNoise } from '../../src/diff/noise.js';
import type { JsonObject } from '../../src/json/json-value.js';
import type { Api } from './api.js';
import type { KubeObject } from './kube-object.js';
import { listAll } from './snapshot.js';

/** The objects that Flux applies, and what Helm and the workload controllers made of them, by `group/Kind/namespace/name`. */
export interface Observed {
  readonly applied: ReadonlyMap<string, KubeObject>;
  /** Values that each release was given, by the key of its HelmRelease. */
  readonly values: ReadonlyMap<string, JsonObject>;
  /** How often each release was installed or upgraded. */
  readonly revisions: ReadonlyMap<string, number>;
}

export const keyOfObject = ({ apiVersion, kind, metadata }: KubeObject): string =>
  [apiVersion.includes('/') ? apiVersion.split('/')[0] : '', kind, metadata.namespace ?? '', metadata.name].join('/');

const OWNER = 'kustomize.toolkit.fluxcd.io/name';

export const ownerOf = ({ metadata }: KubeObject): string | undefined => metadata.labels?.[OWNER];

/** @param addresses the public URL for each of this machine's */
export const observe = async (api: Api, addresses: Readonly<Record<string, string>>): Promise<Observed> => {
  const all = (await listAll(api)).map((object) => withPublicUrl(object, addresses));
  const applied = new Map(all.filter((one) => ownerOf(one) !== undefined).map((one) => [keyOfObject(one), one]));
  const byKey = new Map(all.map((one) => [keyOfObject(one), one]));
  const values = new Map<string, JsonObject>();
  const revisions = new Map<string, number>();
  for (const [key, { kind, metadata, spec = {} }] of applied) {
    if (kind !== 'HelmRelease') continue;
    const name = String(spec['releaseName'] ?? metadata.name);
    const namespace = String(spec['targetNamespace'] ?? metadata.namespace);
    const seen = byKey.get(`/ConfigMap/${namespace}/${name}-values-seen`)?.data?.['values.json'] ?? '{}';
    values.set(key, JSON.parse(seen) as JsonObject);
    const history = [...byKey.keys()].flatMap((one) => {
      const found = /^\/Secret\/[^/]*\/sh\.helm\.release\.v1\.(.*)\.v(\d+)$/.exec(one);
      return found?.[1] === name ? [Number(found[2])] : [];
    });
    revisions.set(key, Math.max(0, ...history));
  }
  return { applied, values, revisions };
};

const withPublicUrl = (object: KubeObject, addresses: Readonly<Record<string, string>>): KubeObject => {
  const url = object.spec?.['url'];
  const known = typeof url === 'string' ? addresses[url] : undefined;
  if (known === undefined) return object;
  const { insecure: _, ...spec } = object.spec as { readonly insecure?: unknown };
  return { ...object, spec: { ...spec, url: known } };
};

/** What somebody asked for: without what controllers and the API server write. */
export const wanted = ({ status: _, metadata, ...rest }: KubeObject): JsonObject => {
  const keep = (all: Readonly<Record<string, string>> = {}) => {
    const kept = Object.entries(all).filter(([key]) => !WRITTEN_BY_CONTROLLERS.test(key));
    return kept.length === 0 ? undefined : Object.fromEntries(kept);
  };
  const named = { labels: keep(metadata.labels), annotations: keep(metadata.annotations) };
  return { ...rest, metadata: Object.fromEntries(Object.entries(named).filter(([, map]) => map)) } as JsonObject;
};

const WRITTEN_BY_CONTROLLERS =
  /^(?:kustomize\.toolkit\.fluxcd\.io\/(?:name|namespace)|reconcile\.fluxcd\.io\/requestedAt|deployment\.kubernetes\.io\/revision)$/;

/** How an object differs, in what somebody asked for; checksums and version labels are left out, as in diff. */
export const changedFields = (from: KubeObject, to: KubeObject): readonly FieldChange[] =>
  compareFields(wanted(from), wanted(to)).filter((field) => !isNoise(field));

/** What tells whether the pods of a workload are other ones now. */
const podRevision = ({ kind, metadata, status }: KubeObject): unknown =>
  kind === 'Deployment' ? metadata.annotations?.['deployment.kubernetes.io/revision'] : status?.['updateRevision'];

export interface Happened {
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  readonly replaced: readonly string[];
  readonly moved: readonly string[];
  /** Fields by object; of a HelmRelease the composed values too, under `values`. */
  readonly changed: ReadonlyMap<string, readonly FieldChange[]>;
  readonly restarted: readonly string[];
  readonly upgraded: readonly string[];
}

/** What has happened between two looks. */
export const happenedBetween = (before: Observed, after: Observed): Happened => {
  const both = [...before.applied].flatMap(([key, from]) => {
    const to = after.applied.get(key);
    return to === undefined ? [] : [{ key, from, to }];
  });
  const same = both.filter(({ from, to }) => from.metadata.uid === to.metadata.uid);
  const keys = (list: readonly { readonly key: string }[]) => list.map(({ key }) => key).sort();
  const changed = same.flatMap(({ key, from, to }) => {
    const ofRelease = to.kind === 'HelmRelease';
    const own = changedFields(from, to).filter(({ path }) => !(ofRelease && /^spec\.values\b/.test(path)));
    const values = ofRelease
      ? compareFields({ values: before.values.get(key) ?? {} }, { values: after.values.get(key) ?? {} })
      : [];
    const fields = [...own, ...values];
    return fields.length === 0 ? [] : [[key, fields] as const];
  });
  return {
    created: [...after.applied.keys()].filter((key) => !before.applied.has(key)).sort(),
    deleted: [...before.applied.keys()].filter((key) => !after.applied.has(key)).sort(),
    replaced: keys(both.filter(({ from, to }) => from.metadata.uid !== to.metadata.uid)),
    moved: keys(same.filter(({ from, to }) => ownerOf(from) !== ownerOf(to))),
    changed: new Map(changed),
    restarted: keys(
      same.filter(({ from, to }) => from.apiVersion === 'apps/v1' && podRevision(from) !== podRevision(to)),
    ),
    upgraded: keys(same.filter(({ key }) => (after.revisions.get(key) ?? 0) > (before.revisions.get(key) ?? 0))),
  };
};
