import { type ClusterState, ownerKey, ROOT } from '../../applied/cluster-state.js';
import { keyOf } from '../../applied/object-id.js';
import { ownerName } from '../../applied/owner-name.js';
import type { FluxObject } from '../../applied/view/flux-view.js';
import { lineOfText } from '../../applied/view/line-of.js';
import { parseOwnerKey } from '../../declared/owner-key.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { namesGoing } from '../diagnostics.js';
import type { AdoptionReader } from './adoption-reader.js';
import { nextOwners, type Taken, type TakenOwner } from './choose-taken.js';
import { addItems, removeItems } from './edit-list.js';
import { isObjectOf } from './edit-yaml.js';
import { Waits } from './lost-waits.js';
import type { EditPlace } from './object-edit.js';

/**
 * Makes remaining Kustomizations depend on the addons that replace the ones that go, and on addons that take objects
 * that they waited for.
 *
 * @returns dependencies on a Kustomization that goes, in files that can't be changed
 */
export const rewriteDependencies = (
  reader: AdoptionReader,
  place: EditPlace,
  cluster: string,
  taken: Taken,
  later: ClusterState,
): readonly Diagnostic[] => {
  const problems: Diagnostic[] = [];
  const successors = successorsOf(taken, later);
  const waits = new Waits(reader, taken, later);
  for (const object of stayingKustomizations(reader, taken)) {
    const spec = isObject(object.json['spec']) ? object.json['spec'] : {};
    const own = object.id.namespace;
    const key = ownerKey(object.id);
    const dependencies = refsIn(spec['dependsOn'], own);
    const going = dependencies.filter((one) => successors.has(one));
    const kept = dependencies.filter((one) => isLosing(taken.owners.get(one)));
    const lost = kept.flatMap((one) => waits.lost(key, dependencies, taken.owners.get(one)!).proven);
    if (going.length === 0 && lost.length > 0) {
      const next = [...new Set(lost)].sort();
      // If that isn't possible, a notice says what to add.
      if (rewrite(reader, place, object, { going, next, namespace: own, kept }) === undefined) waits.add(key, next);
    }
    if (going.length > 0) {
      const next = [...new Set(going.flatMap((one) => successors.get(one)!))].sort();
      const all = [...new Set([...next, ...lost])].sort();
      const why =
        next.length === 0
          ? 'no addon takes its place'
          : rewrite(reader, place, object, { going, next: all, namespace: own, kept: [] });
      if (why === undefined) waits.add(key, all);
      if (why !== undefined) problems.push(refusal(reader, cluster, object, 'spec.dependsOn', going[0]!, next, why));
    }
    const checks = Array.isArray(spec['healthChecks'])
      ? spec['healthChecks'].filter((one) => isObject(one) && one['kind'] === 'Kustomization')
      : [];
    const checked = refsIn(checks, own).find((key) => successors.has(key));
    if (checked !== undefined) {
      const next = successors.get(checked)!;
      const why = 'a health check of what is not there never passes';
      problems.push(refusal(reader, cluster, object, 'spec.healthChecks', checked, next, why));
    }
  }
  return problems;
};

/** Whether a Kustomization stays but loses objects that others wait for. */
const isLosing = (one: TakenOwner | undefined): one is TakenOwner => one !== undefined && !one.goes && !one.isReplaced;

/** The addons that own the objects of a removed Kustomization afterwards. */
const successorsOf = ({ owners }: Taken, later: ClusterState): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>();
  const nextOf = ({ objects, children }: TakenOwner): readonly string[] => [
    ...objects.flatMap((object) => {
      const next = nextOwners(object, later);
      if (!next.includes(ROOT)) return next;
      // An addon replaces this Kustomization under its name.
      const key = ownerKey(object.id);
      return later.owners.has(key) ? [key] : [];
    }),
    ...children.flatMap(({ id }) => {
      const inner = owners.get(ownerKey(id));
      return inner === undefined ? [] : nextOf(inner);
    }),
  ];
  for (const one of owners.values()) if (one.goes) found.set(one.owner.key, [...new Set(nextOf(one))].sort());
  return found;
};

const stayingKustomizations = function* ({ base, isOwn }: AdoptionReader, { owners }: Taken): Generator<FluxObject> {
  for (const owner of base.owners.values()) {
    if (owners.get(owner.key)?.goes === true) continue;
    for (const object of owner.objects) {
      if (object.id.kind !== 'Kustomization' || object.id.group !== 'kustomize.toolkit.fluxcd.io') continue;
      const fate = owners.get(ownerKey(object.id));
      if (fate?.goes === true || fate?.isReplaced === true || isOwn(object.path)) continue;
      yield object;
    }
  }
};

/** The `namespace/name` of each entry. */
const refsIn = (list: unknown, namespace: string): readonly string[] =>
  Array.isArray(list)
    ? list.filter(isObject).map((one) => `${String(one['namespace'] ?? namespace)}/${String(one['name'])}`)
    : [];

const rewrite = (
  { tree }: AdoptionReader,
  { files, readers }: EditPlace,
  { id, path }: FluxObject,
  {
    going,
    next,
    namespace,
    kept,
  }: {
    readonly going: readonly string[];
    readonly next: readonly string[];
    readonly namespace: string;
    /** Entries that must stay in the list: a patch that sets them would replace the added ones. */
    readonly kept: readonly string[];
  },
): string | undefined => {
  if (path === '') return 'the one file that describes it was not found';
  const reader = readers.get(path);
  if (reader !== undefined) return `"${path}" is also read by ${reader}`;
  const text = files.text(path) ?? tree.read([path]).get(path) ?? '';
  const place = { isIt: isObjectOf(keyOf(id), text), path: ['spec', 'dependsOn'] };
  const keyIn = (value: unknown): string => refsIn([value], namespace)[0] ?? '';
  const there = new Set<string>();
  let found = 0;
  const isGone = (value: unknown): boolean => {
    const key = keyIn(value);
    if (going.includes(key)) found++;
    else there.add(key);
    return going.includes(key);
  };
  // Adds first, so that a list of one item keeps its place.
  removeItems(text, place, isGone);
  if (found < going.length || !kept.every((key) => there.has(key)))
    return `the Kustomization in "${path}" doesn't have this entry, so a patch or a prefix of a kustomization file sets it`;
  const items = next
    .filter((key) => !there.has(key))
    .map((key) => {
      const { namespace: space, name } = parseOwnerKey(key);
      return [`name: ${name}`, ...(space === namespace ? [] : [`namespace: ${space}`])];
    });
  const added = addItems(text, place, items);
  const edited = added === undefined ? undefined : removeItems(added, place, isGone);
  if (edited === undefined) return `its list in "${path}" can't be edited line by line`;
  files.set(path, edited);
  return undefined;
};

const refusal = (
  { tree }: AdoptionReader,
  cluster: string,
  { id, path }: FluxObject,
  field: string,
  going: string,
  next: readonly string[],
  why: string,
): Diagnostic => {
  const name = parseOwnerKey(going).name;
  const line = path === '' ? {} : lineOfText(tree, path, `name: ${name}`);
  return diagnose(namesGoing, {
    message: `Kustomization "${ownerName(ownerKey(id))}" stays and names "${ownerName(going)}" in ${field}, which is removed: ${why}`,
    at: { cluster, ...(path === '' ? {} : { file: line.line === undefined ? path : `${path}:${line.line}` }) },
    fix: `remove that entry, or give the Kustomization a file of its own, in a separate change; then run handover again${next.length === 0 ? '' : `. ${next.map((key) => `"${ownerName(key)}"`).join(' and ')} will have its objects`}`,
  });
};
