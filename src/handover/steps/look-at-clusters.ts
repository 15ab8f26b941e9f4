import { spawnSync } from 'node:child_process';
import { ROOT } from '../../applied/cluster-state.js';
import { titleOfKey } from '../../applied/object-id.js';
import { ownerName } from '../../applied/owner-name.js';
import { ownerObjectKey } from '../../applied/owner-object.js';
import type { DeclaredApp } from '../../declared/declared-app.js';
import { ownerKey } from '../../declared/owner-key.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { handoverBlocked } from '../diagnostics.js';
import type { ClusterUnderWay } from './under-way.js';

/** Runs kubectl with arguments, and gives what it prints; or why it failed. */
export type RunKubectl = (args: readonly string[]) => { readonly stdout: string } | { readonly failed: string };

/** What clusters say about the first step. */
export interface LookedAt {
  readonly lines: readonly string[];
  readonly problems: readonly Diagnostic[];
}

/** The fields of a Kustomization in a cluster that say where it stands. */
interface LiveKustomization {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly generation?: number };
  readonly spec?: {
    readonly path?: string;
    readonly prune?: boolean;
    readonly suspend?: boolean;
    readonly deletionPolicy?: string;
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly lastAppliedRevision?: string;
    readonly lastAppliedOriginRevision?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
  };
}

const readOnly = ['get', 'kustomizations.kustomize.toolkit.fluxcd.io', '-A', '-o', 'json', '--request-timeout=30s'];

/**
 * Looks in each cluster whether Flux has reconciled the first step there. It only reads.
 *
 * @param contexts contexts of the user's kubeconfig, one for each cluster, in any order
 */
export const lookAtClusters = (
  app: Pick<DeclaredApp, 'clusters'>,
  found: readonly ClusterUnderWay[],
  contexts: readonly string[],
  kubectl: RunKubectl = runKubectl,
): LookedAt => {
  const lines: string[] = [];
  const problems: Diagnostic[] = [];
  const seen = new Set<string>();
  for (const context of contexts) {
    const answer = kubectl(['--context', context, ...readOnly]);
    if ('failed' in answer) {
      problems.push(
        blocked(`kubectl can't read the Kustomizations of context "${context}": ${answer.failed}`, {
          fix: 'make this work: kubectl --context NAME get kustomizations -A; or leave --context out, and look yourself',
        }),
      );
      continue;
    }
    const live = (JSON.parse(answer.stdout) as { items?: readonly LiveKustomization[] }).items ?? [];
    const cluster = found.find((each) => reads(app, each, live));
    if (cluster === undefined) {
      const names = found.map(({ one }) => `"${one.cluster}"`).join(', ');
      const folders = [...new Set(live.flatMap(({ spec }) => spec?.path ?? []))].sort();
      problems.push(
        blocked(`context "${context}" is another cluster: no Kustomization there reads the folder of ${names}`, {
          notes: [`its Kustomizations read: ${folders.length === 0 ? 'nothing' : folders.slice(0, 5).join(', ')}`],
          fix: `give the context of ${names}: kubectl config get-contexts lists them`,
        }),
      );
      continue;
    }
    seen.add(cluster.one.cluster);
    const judged = judge(cluster, live, context);
    lines.push(...judged.lines);
    problems.push(...judged.problems);
  }
  if (problems.length > 0) return { lines, problems };
  for (const { one } of found.filter((each) => !seen.has(each.one.cluster))) {
    problems.push(
      blocked(`no --context is of cluster "${one.cluster}", in which a handover is under way, too`, {
        cluster: one.cluster,
        fix: `give its context, too; or finish the others alone: --cluster ${[...seen].join(' --cluster ')}`,
      }),
    );
  }
  return { lines, problems };
};

/** Whether a Kustomization in the cluster reads this cluster's folder: it itself, or one above that has no other one. */
const reads = (
  { clusters }: Pick<DeclaredApp, 'clusters'>,
  { one }: ClusterUnderWay,
  live: readonly LiveKustomization[],
): boolean => {
  const { place, before } = one;
  const others = clusters.filter(({ name }) => name !== one.cluster).map(({ name }) => place.layout.of(name).folder);
  return live.some(({ spec }) => {
    const folder = spec?.path === undefined ? undefined : place.tree.folderOf(spec.path);
    if (folder === undefined) return false;
    const holds = (path: string): boolean => path === folder || folder === '' || path.startsWith(`${folder}/`);
    return holds(before.layout.folder) && !others.some(holds);
  });
};

const judge = ({ one, underWay }: ClusterUnderWay, live: readonly LiveKustomization[], context: string): LookedAt => {
  const { cluster, before, place } = one;
  const { rootKey = ROOT } = before.state;
  const owners = [...new Set(underWay.moves.flatMap(({ from }) => from))]
    .map((key) => (key === ROOT ? rootKey : key))
    .sort();
  const { tree } = place;
  const wanted = tree.lastChange(before.marked.map(({ path }) => path))?.commit ?? tree.base.commit;
  const going = new Set(before.marked.flatMap(({ titles }) => titles));
  const lines: string[] = [];
  const problems: Diagnostic[] = [];
  for (const key of owners) {
    const name = ownerName(key);
    const found = live.find(({ metadata }) => ownerKey(metadata) === key);
    const why =
      found === undefined
        ? 'it is not in the cluster'
        : whyNot(found, wanted, going.has(titleOfKey(ownerObjectKey(key))), tree);
    if (why === undefined) {
      lines.push(`${cluster}: Kustomization "${name}" is Ready at ${revisionOf(found!)}, which has the first step`);
      continue;
    }
    problems.push(
      blocked(`Kustomization "${name}" in context "${context}" has not reconciled the first step: ${why}`, {
        cluster,
        fix: `wait for it (flux --context ${context} get kustomizations -A --watch), or fix it; then run this again`,
      }),
    );
  }
  return { lines, problems };
};

const revisionOf = ({ status }: LiveKustomization): string =>
  status?.lastAppliedOriginRevision ?? status?.lastAppliedRevision ?? '';

/** Why a Kustomization isn't as the first step wants it. */
const whyNot = (
  live: LiveKustomization,
  wanted: string,
  goes: boolean,
  tree: { readonly isAtOrAfter: (commit: string, other: string) => boolean | undefined },
): string | undefined => {
  const { metadata, spec, status } = live;
  if (spec?.suspend === true) return 'it is suspended';
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status !== 'True') return `it is not Ready${ready?.message === undefined ? '' : `: ${ready.message}`}`;
  if (goes && (spec?.prune !== false || spec.deletionPolicy !== 'Orphan'))
    return 'it has no prune: false with deletionPolicy: Orphan yet';
  if (status?.observedGeneration !== metadata.generation) return 'it has not seen its newest settings yet';
  const revision = revisionOf(live);
  const commit = /(?:^|sha1:)([0-9a-f]{40})$/.exec(revision)?.[1];
  if (commit === undefined) return `its revision "${revision}" names no commit`;
  const isThere = tree.isAtOrAfter(commit, wanted);
  if (isThere === undefined)
    return `its revision ${commit.slice(0, 10)} is not in this clone, so that it can't be compared: git fetch`;
  return isThere ? undefined : `it is at ${commit.slice(0, 10)}, and the first step is in ${wanted.slice(0, 10)}`;
};

const blocked = (
  message: string,
  { cluster, notes, fix }: { readonly cluster?: string; readonly notes?: readonly string[]; readonly fix: string },
): Diagnostic =>
  diagnose(handoverBlocked, {
    message,
    at: cluster === undefined ? {} : { cluster },
    ...(notes === undefined ? {} : { notes }),
    fix,
  });

const runKubectl: RunKubectl = (args) => {
  const { error, status, stdout, stderr } = spawnSync('kubectl', args, {
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 256 * 2 ** 20,
  });
  if (error !== undefined)
    return { failed: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'kubectl is not installed' : error.message };
  return status === 0 ? { stdout } : { failed: stderr.trim().split('\n').at(-1) ?? '' };
};
