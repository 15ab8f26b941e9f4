import { posix } from 'node:path';
import { isFluxKustomization, PRUNE_MARK } from '../../../applied/cluster-state.js';
import { keyOf, type ObjectId, titleOf, tryReadId } from '../../../applied/object-id.js';
import { ownerName } from '../../../applied/owner-name.js';
import { type ClusterViews, isKnown } from '../../../applied/view/cluster-views.js';
import type { FluxObject } from '../../../applied/view/flux-view.js';
import { redirectedFields } from '../../../applied/view/is-redirected.js';
import type { CompiledCluster } from '../../../compile/compiled-cluster.js';
import type { ScopeOf } from '../../../compile/kind-scopes.js';
import { type Diagnostic, diagnose, ties } from '../../../diagnostics/index.js';
import { isObject } from '../../../json/is-object.js';
import type { JsonObject } from '../../../json/json-value.js';
import { specOf } from '../../../json/manifest-fields.js';
import type { ClusterPlan } from '../../../tree/plan-cluster.js';
import { rootChangesTree, rootLost } from '../../root/diagnostics.js';
import { injections } from '../../root/injections.js';
import { placeOfChange, type SoughtChange } from '../../root/patch-place.js';
import { openKeys } from '../../root/root-build.js';
import { ignoredFiles } from './ignored-file.js';
import { notCopied } from './not-copied.js';
import { rootNames } from './root-name.js';
import { sourceChanges } from './source-changed.js';

export interface RootInput {
  readonly plan: ClusterPlan;
  readonly view: ClusterViews;
  readonly scopeOf: ScopeOf;
  /** The tree's root, from the repository's. */
  readonly root: string;
  /** What the paths of its source start from; empty, or with a `/` at the end. */
  readonly sourceRoot: string;
  readonly compiled: CompiledCluster;
}

/** What the root's own build does to the tree, and what a change does to the root. */
export const rootProblems = (input: RootInput): readonly Diagnostic[] => {
  const lost = lostRoot(input);
  if (lost !== undefined) return [{ ...lost, ties: { causes: [ties.lostRoot] } }];
  const { plan, compiled, view, root, sourceRoot } = input;
  const isRead = (folder: string) => readsFolder(input, sourceRoot + folder);
  const ignored = ignoredFiles(plan, view, root, sourceRoot);
  return [
    ...rootNames(plan, view, input.scopeOf),
    ...ignored,
    ...notCopied(plan, view, compiled.app, root, sourceRoot),
    ...changedObjects(input),
    ...injections(compiled, plan, { ...view, keysOf: openKeys(compiled, allApplied(view)) }, view),
    ...sourceChanges(plan.cluster, view, isRead),
  ];
};

const allApplied = ({ after }: ClusterViews): readonly FluxObject[] =>
  [...after.owners.values()].flatMap(({ objects }) => objects);

/** Whether a folder holds something that Flux reads for the cluster, or is in a folder that it reads. */
const readsFolder = ({ plan, view, root }: RootInput, folder: string): boolean => {
  const isBelow = (path: string, top: string) => top === '' || path === top || path.startsWith(`${top}/`);
  const owners = [...view.before.owners.values(), ...view.after.owners.values()];
  return (
    owners.some((owner) => {
      const reads = owner.folder;
      return reads !== undefined && (isBelow(folder, reads) || isBelow(reads, folder));
    }) ||
    owners.some(({ files }) => files.some((path) => isBelow(path, folder))) ||
    [...plan.files.keys()].some((path) => isBelow(posix.join(root, path), folder))
  );
};

/** A root that no longer reads the cluster's folder, or that deletes itself. */
export const lostRoot = ({
  plan: { cluster, layout },
  view,
  root,
}: Pick<RootInput, 'view' | 'root'> & { readonly plan: Pick<ClusterPlan, 'cluster' | 'layout'> }):
  | Diagnostic
  | undefined => {
  const folder = posix.join(root, layout.folder);
  const { running } = view.after;
  const { folder: old } = view.before.running;
  const isElsewhere = running.folder !== old && !isWithin(folder, running.folder);
  const leaves = [view.before, view.after].map(({ running: { json } }) => specOf(json)['kubeConfig'] !== undefined);
  if (!isElsewhere && !running.isGone && !(leaves[1] === true && leaves[0] !== true)) return undefined;
  const title = `Kustomization "${ownerName(running.key)}", Flux's root,`;
  const at = { cluster, ...(running.file === undefined ? {} : { file: running.file }) };
  if (isElsewhere) {
    return diagnose(rootLost, {
      message: `${title} would read "${running.folder}" instead of "${old}": Flux deletes all that it has applied from there, and applies nothing of "${folder}"`,
      at: { ...at, path: 'spec.path' },
      fix: `leave its path as it is; to move the cluster, set prune: false on the root first, in a change of its own`,
    });
  }
  if (!running.isGone) {
    return diagnose(rootLost, {
      message: `${title} would apply all that it reads to another cluster, the one that its kubeConfig names: nothing updates or deletes any more what it has applied to this one`,
      at: { ...at, path: 'spec.kubeConfig' },
      fix: 'take kubeConfig out; give it to the Kustomization of an addon that is for another cluster',
    });
  }
  if (running.isOutside === true) {
    return diagnose(rootLost, {
      message: `Kustomization "${ownerName(running.key)}", by which Flux reads "${folder}", would no longer do so: Flux deletes all that it has applied from there`,
      at: { ...at, path: 'spec.path' },
      fix: `leave it as it is; to move or remove the cluster, set prune: false on it first, in a change of its own`,
    });
  }
  if (running.successor !== undefined) return comesTooEarly(title, at, running.successor, view.before.running.file);
  return diagnose(rootLost, {
    message: `${title} would delete itself, with all that it has applied: nothing in "${running.folder}" declares it under this name and namespace any more`,
    at,
    fix: 'take back what renames it, moves it or leaves it out; to rename it, set prune: false on it first, in a change of its own',
  });
};

/** A root that goes in the change that brings the FluxInstance by which the Flux Operator would take it over. */
const comesTooEarly = (
  title: string,
  at: Diagnostic['at'],
  instance: ObjectId,
  file: string | undefined,
): Diagnostic => {
  const { namespace, name } = instance;
  return diagnose(rootLost, {
    message: `${title} would delete itself, with all that it has applied: ${titleOf(instance)} comes with the same change, and Flux prunes Flux's own files before Flux Operator has taken them over (it marks what it makes with ${PRUNE_MARK}: Disabled)`,
    at,
    notes: [
      `1. merge the FluxInstance beside ${file === undefined ? "Flux's own files" : `"${file}"`}, and wait: kubectl -n ${namespace} wait fluxinstance/${name} --for=condition=Ready`,
      "2. remove Flux's own files in a change of its own",
    ],
    fix: `do it in these two steps; or, if you have applied the FluxInstance by hand and it is ready, declare it in the cluster's options: external: [{ kind: 'FluxInstance', name: '${name}', namespace: '${namespace}' }]`,
  });
};

const isWithin = (folder: string, reads: string): boolean =>
  reads === '' || folder === reads || folder.startsWith(`${reads}/`);

/** Generated objects of the cluster's folder that the root leaves out, renames, or lets read something else. */
const changedObjects = ({ plan, view, scopeOf, root }: RootInput): readonly Diagnostic[] => {
  if (!isKnown(view.root)) return [];
  const planned = plan.objects.flatMap(({ object, json, path }) => {
    const id = plan.layout.isInFolder(path) ? tryReadId(json, scopeOf) : undefined;
    return id === undefined ? [] : [{ id, json, addon: object.addon, path: posix.join(root, path) }];
  });
  const keys = new Set(planned.map(({ id }) => keyOf(id)));
  const read = new Set(view.root.files);
  const applied = new Map(view.root.objects.map((one) => [keyOf(one.id), one]));
  return planned.flatMap((one) => {
    if (!read.has(one.path) || !view.isOwn(one.path)) return [];
    const found = applied.get(keyOf(one.id));
    if (found !== undefined) return redirected(plan.cluster, view, one, found) ?? [];
    const renamed = view.root.objects.find(
      ({ id, path }) => path === one.path && isSameKind(id, one.id) && !keys.has(keyOf(id)),
    );
    return [
      renamed === undefined ? leftOut(plan.cluster, view, one) : underOtherName(plan.cluster, view, one, renamed.id),
    ];
  });
};

interface Planned {
  readonly id: ObjectId;
  readonly json: JsonObject;
  readonly addon: string;
  readonly path: string;
}

const isSameKind = (a: ObjectId, b: ObjectId): boolean => a.kind === b.kind && a.group === b.group;

const report = (
  cluster: string,
  view: ClusterViews,
  { id, addon }: Planned,
  sought: Omit<SoughtChange, 'id'>,
  words: { readonly does: string; readonly fix: (what: string) => string },
): Diagnostic => {
  const { at, what } = placeOfChange(view, { id, ...sought });
  return diagnose(rootChangesTree, {
    message: `Flux's root ${words.does}`,
    at: { cluster, addon, object: titleOf(id), ...at },
    fix: words.fix(what),
  });
};

const leftOut = (cluster: string, view: ClusterViews, one: Planned): Diagnostic =>
  report(
    cluster,
    view,
    one,
    { words: [/\$patch["']?:\s*["']?delete/], fields: ['transformers', 'components'] },
    {
      does: `leaves out ${titleOf(one.id)}, so Flux ${isFluxKustomization(one.id) ? `applies nothing of addon "${one.addon}"` : "doesn't apply it"}, or deletes it`,
      fix: (what) =>
        `give ${what} a target that selects other objects; to remove the addon, take it out of the cluster's code`,
    },
  );

const underOtherName = (cluster: string, view: ClusterViews, one: Planned, now: ObjectId): Diagnostic => {
  const fields = one.id.name === now.name ? ['namespace'] : ['namePrefix', 'nameSuffix'];
  return report(
    cluster,
    view,
    one,
    { words: [/\/metadata\/name/, /\bname(space)?:/], fields: [...fields, 'transformers', 'replacements'] },
    {
      does: `applies ${titleOf(one.id)} as ${titleOf(now)}, so that what depends on it doesn't find it, and Flux deletes the old one with all that it has applied`,
      fix: (what) => `take ${what} out, or let it leave the generated files alone`,
    },
  );
};

const redirected = (
  cluster: string,
  view: ClusterViews,
  one: Planned,
  now: FluxObject,
): readonly Diagnostic[] | undefined => {
  if (!isFluxKustomization(one.id)) return undefined;
  const field = redirectedFields(view.tree, now).find((name) => name === 'path' || name === 'sourceRef');
  if (field === undefined) return undefined;
  const [was, is] = [one.json, now.json].map(({ spec }) => readText(isObject(spec) ? spec[field] : undefined));
  return [
    report(
      cluster,
      view,
      one,
      {
        words: [new RegExp(`/spec/${field}`), new RegExp(`\\b${field}["']?:`)],
        fields: ['transformers', 'replacements'],
      },
      {
        does: `lets ${titleOf(one.id)} read ${is} instead of ${was}, where addon "${one.addon}" is`,
        fix: (what) => `give ${what} a target that leaves the generated Kustomizations out`,
      },
    ),
  ];
};

const readText = (value: unknown): string =>
  isObject(value)
    ? `${String(value['kind'])} "${String(value['name'])}"`
    : value === undefined
      ? 'the whole source'
      : `"${String(value)}"`;
