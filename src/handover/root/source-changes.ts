import { posix } from 'node:path';
import { readOwner } from '../../base/cluster-state.js';
import { ownerName } from '../../base/owner-name.js';
import { sourceOf } from '../../base/view/build-owner.js';
import type { ClusterViews } from '../../base/view/cluster-views.js';
import type { FluxView } from '../../base/view/flux-view.js';
import { normalAddress } from '../../base/view/sources.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import type { JsonObject } from '../../json/json-value.js';
import { rootSourceChanged } from './diagnostics.js';

/** What decides which repository a source fetches, and which version of it. */
const REFS = ['branch', 'tag', 'semver', 'name', 'commit', 'digest'] as const;

/**
 * A root that reads another repository, branch or version from now on, or gets files of another one: what is there isn't
 * seen.
 *
 * @param isRead whether Flux reads something of a folder, from the root of the source, or of what is above it or in it
 */
export const sourceChanges = (
  cluster: string,
  { before, after }: Pick<ClusterViews, 'before' | 'after'>,
  isRead: (folder: string) => boolean,
): readonly Diagnostic[] => {
  const { running } = after;
  if (![before.running, running].some(({ json, key }) => readOwner(json, key, true).prune)) return [];
  const [from, to] = [sourceIn(before), sourceIn(after)];
  const words = from.title === to.title ? [] : [`${from.title} → ${to.title}`];
  if (from.spec !== undefined && to.spec !== undefined) {
    const [was, is] = [textOf(from.spec, 'url'), textOf(to.spec, 'url')];
    if (normalAddress(was) !== normalAddress(is)) words.push(`url "${was}" → "${is}"`);
    const [old, now] = [refOf(from.spec), refOf(to.spec)];
    for (const field of REFS)
      if (old[field] !== now[field]) words.push(`${field} ${quote(old[field])} → ${quote(now[field])}`);
    const [had, has] = [includesIn(from.spec, isRead), includesIn(to.spec, isRead)];
    if (had !== has) words.push(`include ${had} → ${has}`);
  }
  if (words.length === 0) return [];
  const branch = to.spec === undefined ? undefined : refOf(to.spec)['branch'];
  return [
    diagnose(rootSourceChanged, {
      message: `Kustomization "${ownerName(running.key)}", Flux's root, would read another source: ${words.join(', ')}. Flux deletes what it doesn't find there of all that it has applied, and that isn't seen here`,
      at: { cluster, ...(running.file === undefined ? {} : { file: running.file }) },
      ...(to.spec === undefined ? { notes: [`nothing that Flux reads makes ${to.title}`] } : {}),
      fix: `compare the files there with this repository's before you merge${branch === undefined ? '' : `; if it is this repository, give the cluster its branch: base: 'origin/${branch}'`}`,
    }),
  ];
};

const sourceIn = ({ running, owners, root }: FluxView): { readonly title: string; readonly spec?: JsonObject } => {
  const { kind, namespace, name } = sourceOf(running.json, running.key.slice(0, running.key.indexOf('/')));
  const found = owners
    .get(root)
    ?.objects.find(({ id }) => id.kind === kind && id.namespace === namespace && id.name === name);
  const spec = running.sync ?? found?.json['spec'];
  return { title: `${kind} "${name}"`, ...(isObject(spec) ? { spec } : {}) };
};

const textOf = (spec: JsonObject, field: string): string => (typeof spec[field] === 'string' ? spec[field] : '');

/** A FluxInstance has it as one text, a source as fields. */
const refOf = ({ ref }: JsonObject): Readonly<Partial<Record<(typeof REFS)[number], unknown>>> =>
  isObject(ref) ? ref : typeof ref === 'string' ? { name: ref } : {};

/** The other repositories that a source lays over folders that Flux reads. */
const includesIn = ({ include }: JsonObject, isRead: (folder: string) => boolean): string => {
  const found = (Array.isArray(include) ? include : []).filter(isObject).flatMap(({ repository, fromPath, toPath }) => {
    const name = isObject(repository) ? String(repository['name']) : '';
    const to = typeof toPath === 'string' && toPath !== '' ? toPath : name;
    if (!isRead(posix.join('/', to).slice(1).replace(/\/$/, ''))) return [];
    const from = typeof fromPath === 'string' && fromPath !== '' ? `/${posix.normalize(fromPath)}` : '';
    return [`"${name}${from}" in "${to}"`];
  });
  return found.length === 0 ? 'none' : found.join(' and ');
};

const quote = (value: unknown): string => (value === undefined ? 'none' : `"${String(value)}"`);
