import { objectsIn } from '../../../applied/kustomize-files.js';
import { titleOf, tryReadId } from '../../../applied/object-id.js';
import type { ClusterViews } from '../../../applied/view/cluster-views.js';
import type { FluxOwner } from '../../../applied/view/flux-view.js';
import type { CompiledCluster } from '../../../compile/compiled-cluster.js';
import { printDeclaration } from '../../../declared/external-kustomization.js';
import { ownerKey, parseOwnerKey } from '../../../declared/owner-key.js';
import { type Diagnostic, defineDiagnostic, diagnose, nearest, type Place } from '../../../diagnostics/index.js';
import { deadlock } from '../../../rules/flux/deadlock.js';
import { findOtherDeadlocks } from '../../../rules/index.js';
import { defineChangeRule } from '../../change-rule.js';
import { type NeededExternal, neededExternals, printAddons } from '../../externals/dependents.js';
import { isProven, isWhole, readySettings } from '../../externals/is-proven.js';
import { dependenciesOf, isSuspended, otherKustomizations, waitedFor } from '../../externals/other-kustomizations.js';
import { patchedDependencies } from '../../externals/patched-dependencies.js';
import type { LeftOut } from '../../removals/left-out.js';

const externalMissing = defineDiagnostic({
  code: 'FX534',
  name: 'external-missing',
  severity: 'error',
  summary:
    "Addons depend on an external Kustomization that Flux won't have once the change is merged: no file that the cluster's root reads declares it, or the change removes it.",
  page: {
    example:
      "external: [{ kind: 'Kustomization', name: 'monitoring' }] and an addon that depends on it; the change deletes monitoring.yaml",
    flux: "dependency 'flux-system/monitoring' not found, for as long as it is missing",
    right: 'first remove the dependency from the addons, then the Kustomization in a second change',
  },
});

const externalSuspended = defineDiagnostic({
  code: 'FX535',
  name: 'external-suspended',
  severity: 'error',
  summary:
    'Addons depend on an external Kustomization that is suspended, or that waits for a suspended one: they wait until it is resumed.',
  page: {
    example: 'suspend: true in monitoring.yaml, and an addon requires what Kustomization monitoring provides',
    flux: "dependency 'flux-system/monitoring' is not ready",
    right: 'set suspend: false, or remove the dependency from the addon',
  },
});

const externalUnproven = defineDiagnostic({
  code: 'FX536',
  name: 'external-unproven',
  severity: 'notice',
  summary:
    "An external Kustomization may be ready before what addons need from it exists, because it has neither `wait` nor health checks that cover it; or it isn't in this repository at all.",
  page: {
    example:
      "external: [{ kind: 'Kustomization', name: 'monitoring', provides: ['monitoring.coreos.com'] }], whose HelmRelease brings the CRDs, without wait",
    flux: 'ServiceMonitor/web dry-run failed: no matches for kind "ServiceMonitor", until the release has installed',
    right: 'set wait: true in the spec of Kustomization monitoring, or healthChecks with its HelmRelease',
  },
});

/** Checks the external Kustomizations that the cluster's addons depend on. */
export const externalRule = defineChangeRule(
  [externalMissing, externalSuspended, externalUnproven, deadlock],
  ({ compiled, view, leftOut }, report) => {
    for (const problem of view === undefined ? [] : externalProblems(compiled, view, leftOut)) report(problem);
  },
);

/**
 * Reports problems of the external Kustomizations that the cluster's addons depend on, through their code or through
 * patches of Flux's root, in the state after the merge.
 *
 * @param leftOut why the change removes a Kustomization
 */
const externalProblems = (
  compiled: CompiledCluster,
  views: ClusterViews,
  leftOut: Pick<LeftOut, 'ownerFollows'>,
): readonly Diagnostic[] => {
  const needed = neededExternals(compiled);
  const patched = patchedDependencies(compiled, views);
  const changed = changedOrder(views);
  if (needed.length === 0 && patched.length === 0 && changed.length === 0) return [];
  const { name: cluster } = compiled.cluster;
  const found = needed.flatMap((one) => problemOf(one, cluster, views, leftOut) ?? []);
  const own = new Set(patched.map(({ key }) => key));
  const from = [...needed.map(({ key }) => key), ...patched.flatMap(({ dependsOn }) => dependsOn), ...changed];
  const order = otherKustomizations(views.after, from).filter(({ key }) => !own.has(key));
  const deadlocks = findOtherDeadlocks(compiled, [...order, ...patched]);
  const isBrought = needed.length + patched.length > 0;
  const had = new Set(
    deadlocks.length === 0 || isBrought
      ? []
      : findOtherDeadlocks(compiled, otherKustomizations(views.before, [...views.before.owners.keys()])).map(circleOf),
  );
  return [...found, ...deadlocks].map((problem) => ({
    ...problem,
    ...(had.has(circleOf(problem)) ? { severity: 'notice' as const } : {}),
    at: { cluster, ...problem.at },
  }));
};

/** A key that is the same wherever the circle begins. */
const circleOf = ({ notes }: Diagnostic): string =>
  notes
    .map((note) => note.replace(/^\d+\. /, ''))
    .sort()
    .join('\n');

/** Keys of external Kustomizations whose dependencies change. */
const changedOrder = ({ before, after }: ClusterViews): readonly string[] =>
  [...after.owners.values()].flatMap((owner) => {
    const old = before.owners.get(owner.key);
    const waits = [...dependenciesOf(owner), ...waitedFor(owner)];
    const waited = old === undefined ? [] : [...dependenciesOf(old), ...waitedFor(old)];
    return owner.key !== after.root && waits.some((one) => !waited.includes(one)) ? [owner.key] : [];
  });

const problemOf = (
  needed: NeededExternal,
  cluster: string,
  views: ClusterViews,
  leftOut: Pick<LeftOut, 'ownerFollows'>,
): Diagnostic | undefined => {
  const owner = views.after.owners.get(needed.key);
  if (owner === undefined) {
    const follows = leftOut.ownerFollows(needed.key);
    return { ...missing(needed, cluster, views), ...(follows.length === 0 ? {} : { ties: { follows } }) };
  }
  const suspended = suspendedBy(owner, views);
  return suspended === undefined ? unproven(needed, owner, views) : stopped(needed, owner, suspended);
};

const codeOf = ({ declared }: NeededExternal): Place => {
  const source = declared.place();
  return source === undefined ? {} : { source };
};

const fileOf = ({ file }: FluxOwner): Place => (file === undefined ? {} : { file });

const missing = (needed: NeededExternal, cluster: string, views: ClusterViews): Diagnostic => {
  const { key, declared, addons } = needed;
  const before = views.before.owners.get(key);
  const flux = `Flux reports: dependency '${key}' not found`;
  if (before !== undefined) {
    return diagnose(externalMissing, {
      message: `the change removes Kustomization "${key}" from cluster "${cluster}", where ${printAddons(addons)} still ${depend(addons)} on it`,
      at: { ...codeOf(needed), ...fileOf(before) },
      notes: [flux],
      fix: `keep it${before.file === undefined ? '' : ` in "${before.file}"`}, or take ${printDeclaration(declared)} out of external first, with what requires it`,
    });
  }
  const near = nearest(
    declared.name,
    [...views.after.owners.keys()].map((one) => parseOwnerKey(one).name),
  );
  const twin = [...views.after.owners.keys()].find((one) => parseOwnerKey(one).name === near);
  const hidden = views.after.notSeen.filter(({ cause }) => cause !== 'var');
  if (hidden.length > 0) {
    return diagnose(externalUnproven, {
      message: `Kustomization "${key}", which ${printAddons(addons)} ${depend(addons)} on, is in no file of cluster "${cluster}" that is read here`,
      at: codeOf(needed),
      notes: [`${hidden[0]!.what} isn't read, and may hold it: ${hidden[0]!.reason}`, flux],
      fix: `${twin === undefined ? '' : `did you mean "${twin}"? Otherwise `}check that it is in the cluster: flux get kustomization ${declared.name} --namespace ${declared.namespace}`,
    });
  }
  const file = findUnread(needed, views);
  const [reader] = [...views.before.owners.values()].filter((one) => dependenciesOf(one).includes(key));
  const isOld = file !== undefined && views.baseTree.blobs.has(file);
  // Someone may have applied it by hand: otherwise the existing dependents wouldn't work.
  if (reader !== undefined || isOld) {
    return diagnose(externalUnproven, {
      message: `Kustomization "${key}", which ${printAddons(addons)} ${depend(addons)} on, is in nothing that the root of cluster "${cluster}" reads`,
      at: { ...codeOf(needed), ...(file === undefined ? {} : { file }) },
      notes: [
        ...(reader === undefined ? [] : [`Kustomization "${reader.key}" depends on it already`]),
        ...(file === undefined ? [] : [`"${file}" has it, and somebody may have applied that by hand`]),
        flux,
      ],
      fix: `check that it is in the cluster: flux get kustomization ${declared.name} --namespace ${declared.namespace}${file === undefined ? '' : `; if it isn't, let a Kustomization of the cluster read "${file}"`}`,
    });
  }
  return diagnose(externalMissing, {
    message: `nothing that the root of cluster "${cluster}" reads has Kustomization "${key}", which ${printAddons(addons)} ${depend(addons)} on`,
    at: { ...codeOf(needed), ...(file === undefined ? {} : { file }) },
    notes: [...(file === undefined ? [] : [`"${file}" has it, and no Kustomization reads that file`]), flux],
    fix:
      file !== undefined
        ? `let a Kustomization of the cluster read "${file}"`
        : twin !== undefined
          ? `did you mean "${twin}"?`
          : `bring its file with this change, or take ${printDeclaration(declared)} out of external`,
  });
};

const depend = (addons: readonly string[]): string => (addons.length === 1 ? 'depends' : 'depend');

/** Finds a file in the repository that declares the Kustomization and that Flux doesn't read. */
const findUnread = ({ declared }: NeededExternal, { tree, after }: ClusterViews): string | undefined => {
  const read = new Set([...after.owners.values()].flatMap(({ files }) => files));
  const files = [...tree.blobs.keys()].filter((path) => /\.ya?ml$/.test(path) && !read.has(path)).sort();
  return [...tree.read(files)].find(
    ([path, text]) =>
      text.includes(declared.name) &&
      text.includes('kustomize.toolkit.fluxcd.io') &&
      tryObjects(tree, path).some((json) => {
        const id = tryReadId(json);
        const namespace = id?.namespace === '' ? declared.namespace : id?.namespace;
        return id?.kind === 'Kustomization' && id.name === declared.name && namespace === declared.namespace;
      }),
  )?.[0];
};

const tryObjects = (tree: ClusterViews['tree'], path: string): ReturnType<typeof objectsIn> => {
  try {
    return objectsIn(tree, path);
  } catch {
    // A file that Flux doesn't read may contain anything.
    return [];
  }
};

/** The suspended Kustomization that blocks one: itself, or one that it depends on. */
const suspendedBy = (owner: FluxOwner, { after }: ClusterViews): FluxOwner | undefined => {
  const seen = new Set([owner]);
  for (const one of seen) {
    if (isSuspended(one)) return one;
    for (const key of dependenciesOf(one)) {
      const next = after.owners.get(key);
      if (next !== undefined) seen.add(next);
    }
  }
  return undefined;
};

const stopped = (needed: NeededExternal, owner: FluxOwner, suspended: FluxOwner): Diagnostic => {
  const { key, addons } = needed;
  const waits = owner === suspended ? 'is suspended' : `waits for Kustomization "${suspended.key}", which is suspended`;
  return diagnose(externalSuspended, {
    message: `Kustomization "${key}", which ${printAddons(addons)} ${depend(addons)} on, ${waits}: Flux applies no change of ${addons.length === 1 ? 'the addon' : 'the addons'} until it is resumed`,
    at: { ...codeOf(needed), ...fileOf(suspended) },
    notes: [`Flux reports: dependency '${key}' is not ready`],
    fix: `take suspend: true out of its spec${suspended.file === undefined ? '' : ` in "${suspended.file}"`}, or let no addon depend on it meanwhile`,
  });
};

const unproven = (needed: NeededExternal, owner: FluxOwner, { after }: ClusterViews): Diagnostic | undefined => {
  const { key, addons, capabilities } = needed;
  const open = (capabilities.length === 0 ? [undefined] : capabilities).filter((one) => !isProven(after, owner, one));
  if (open.length === 0) return undefined;
  const what = open[0] === undefined ? 'what it applies' : open.map((one) => `"${one}"`).join(' and ');
  const { waits, checks } = readySettings(owner);
  const nested = owner.objects.find(({ id }) => id.kind === 'Kustomization' && !waitsItself(after.owners, id));
  const why =
    !waits && checks.length === 0
      ? 'it has neither wait nor healthChecks, so it is ready as soon as its objects are applied'
      : waits && nested !== undefined
        ? `it waits for ${titleOf(nested.id)}, which is ready as soon as its own objects are applied`
        : 'its healthChecks name nothing that brings it';
  return diagnose(externalUnproven, {
    message: `Kustomization "${key}" may be ready before ${what} is there, and ${printAddons(addons)} ${depend(addons)} on it`,
    at: { ...codeOf(needed), ...fileOf(owner) },
    notes: [why, ...(isWhole(owner) ? [] : ['not all that it applies is seen here'])],
    fix: `set wait: true in ${waits && nested !== undefined ? `the spec of ${titleOf(nested.id)}` : 'its spec'}, or list in healthChecks what brings ${what}`,
  });
};

const waitsItself = (
  owners: ClusterViews['after']['owners'],
  id: { readonly namespace: string; readonly name: string },
): boolean => {
  const owner = owners.get(ownerKey(id));
  return owner === undefined || readySettings(owner).waits || readySettings(owner).checks.length > 0;
};
