import {
  type ClusterState,
  type Holding,
  isFluxKustomization,
  isWritten,
  ownerKey,
  ROOT,
} from '../../../applied/cluster-state.js';
import { type ObjectId, titleOf, tryReadId } from '../../../applied/object-id.js';
import { ownerName } from '../../../applied/owner-name.js';
import type { BaseCluster } from '../../../applied/read-base.js';
import type { NotSeen } from '../../../applied/view/flux-view.js';
import { parseOwnerKey } from '../../../compile/owner-key.js';
import { type Diagnostic, diagnose, ties } from '../../../diagnostics/index.js';
import { isTwin } from '../../../rules/references/is-twin.js';
import { foreignOwner, notCompared } from '../../diagnostics.js';

export interface OtherOwnerProblems {
  /** Objects of the plan that a Kustomization of others applies too. */
  readonly secondOwners: readonly Diagnostic[];
  /** What of others can't be seen, and so isn't compared. */
  readonly notCompared: readonly Diagnostic[];
}

/** The command that adopts an object; `undefined`: it is Flux's root, or its source, and stays. */
export type TakeOver = (id: ObjectId) => string | undefined;

/**
 * Objects of the plan that somebody else's Kustomization applies too, once the change is merged.
 *
 * @param told files of which it is told already
 * @param sharesNameAlone gives what a Kustomization of others applies, where an addon has its name and nothing of it
 */
export const secondOwnerProblems = (
  base: BaseCluster,
  after: ClusterState,
  takeOver: TakeOver,
  told: ReadonlySet<string>,
  sharesNameAlone: (key: string) => readonly ObjectId[] | undefined,
): readonly Diagnostic[] => {
  const names: Diagnostic[] = [];
  /** By the owner, what helps, and the object's key. */
  const clashes = new Map<string, Map<string, Holding>>();
  for (const { key, id, holdings: all } of after.objects.values()) {
    const holdings = all.filter(isWritten);
    if (holdings.length < 2 || holdings.every(({ isForeign }) => isForeign === true)) continue;
    const theirs = isFluxKustomization(id) ? sharesNameAlone(ownerKey(id)) : undefined;
    const named = holdings.find(({ isForeign, path }) => isForeign === true && !told.has(path));
    if (theirs !== undefined && named !== undefined) {
      names.push(nameClash(base.cluster, id, named, theirs));
      continue;
    }
    for (const holding of holdings) {
      if (holding.isForeign !== true || told.has(holding.path)) continue;
      const group = `${holding.owner}\0${takeOver(id) ?? ''}`;
      const list = clashes.get(group) ?? new Map<string, Holding>();
      clashes.set(group, list.set(key, holding));
    }
  }
  return [
    ...names,
    ...[...clashes].map(([group, objects]) => {
      const [owner = '', command = ''] = group.split('\0');
      const isOurs = [...objects.keys()].every((key) => base.state.objects.has(key));
      return refusal(base.cluster, command, ownerName(owner, after.rootKey), objects, isOurs);
    }),
  ];
};

/** There is nothing to take over: only the name is the same. */
const nameClash = (cluster: string, id: ObjectId, { path }: Holding, theirs: readonly ObjectId[]): Diagnostic => {
  const name = ownerName(ownerKey(id));
  return diagnose(foreignOwner, {
    message: `addon "${id.name}" has the name of Kustomization "${name}", which fluxspan did not write and which has nothing of the addon: Flux would take one for the other, and delete what the other applied`,
    at: { cluster, addon: id.name, ...(path === '' ? {} : { file: path }) },
    notes: [`that Kustomization applies ${theirs.map(titleOf).sort().join(', ')}`],
    fix: `give the addon another name, such as "${id.name}-extras"; or, if it is to take the place of that Kustomization, let it declare these objects`,
  });
};

/** One notice for each thing that isn't seen, whoever has it. */
export const notSeenNotices = (
  cluster: string,
  notSeen: readonly NotSeen[],
  after?: Pick<ClusterState, 'index'>,
): readonly Diagnostic[] =>
  notSeen.map(({ cause, owner, file, line, what, reason }) =>
    diagnose(notCompared, {
      ...(isBroken({ cause, owner, reason }, notSeen) ? { severity: 'warning' as const } : {}),
      message: `${what} of ${owner === ROOT ? 'the root Kustomization' : `Kustomization "${ownerName(owner)}"`} is not compared: ${reason}`,
      at: { cluster, ...(file === '' ? {} : { file: line === undefined ? file : `${file}:${line}` }) },
      ties: {
        ...(cause === 'var' ? { follows: [ties.unknownPath(owner)] } : {}),
        alike:
          ALIKE[cause] ??
          (reason.startsWith('it is in ') ? ELSEWHERE : undefined) ??
          `things are not compared: ${sentence(what, reason)}`,
      },
      fix:
        cause === 'no-kubectl'
          ? 'install kubectl: https://kubernetes.io/docs/tasks/tools/'
          : isBroken({ cause, owner, reason }, notSeen)
            ? `correct it on the branch that Flux follows; flux build kustomization ${parseOwnerKey(owner).name} --namespace ${parseOwnerKey(owner).namespace} --path ${pathOf(what)}${file === '' ? '' : ` --kustomization-file ${file}`} --dry-run shows the error. Until then, Flux applies nothing new of it, and synth can't see what else it has`
            : `${after === undefined ? '' : twinOf({ cause, what }, after)}nothing, if no addon has an object of it`,
    }),
  );

/** @param what of a source, `GitRepository "fleet"` */
const twinOf = ({ cause, what }: Pick<NotSeen, 'cause' | 'what'>, { index }: Pick<ClusterState, 'index'>): string => {
  const [, kind, name = ''] = /^(\w+) "(.+)"$/.exec(cause === 'elsewhere' ? what : '') ?? [];
  const all = kind === undefined ? [] : index.ofKind('source.toolkit.fluxcd.io', kind);
  const twin = all.some(({ id }) => id.name === name) ? undefined : all.find(({ id }) => isTwin(id.name, name));
  return twin === undefined ? '' : `did you mean "${twin.id.name}"? Otherwise `;
};

/** Whether a folder doesn't build in the cluster either: without what is fetched, one may fail here alone. */
const isBroken = (
  { cause, owner, reason }: Pick<NotSeen, 'cause' | 'owner' | 'reason'>,
  all: readonly NotSeen[],
): boolean =>
  cause === 'unbuilt' &&
  !/\bgotk-(?:components|sync)\.yaml\b/.test(reason) &&
  !all.some((one) => one.owner === owner && one.cause === 'remote');

/** A folder as `flux build` takes it. @param what `folder "apps"` */
const pathOf = (what: string): string => `./${what.slice(what.indexOf('"') + 1, -1)}`;

/** What is said of several, where what isn't seen differs and the reason doesn't. */
const ALIKE: Readonly<Partial<Record<NotSeen['cause'], string>>> = {
  remote: 'resources are not compared: they are fetched from the network',
  encrypted: 'objects are not compared: their names are encrypted',
  generated: 'objects make others in the cluster, which are not compared',
  var: 'things are not compared: they have vars whose values are not known here',
  'no-kubectl': 'folders are not compared: kubectl is not installed',
};

const ELSEWHERE = 'sources are not compared: they are in other repositories';

const sentence = (what: string, reason: string): string =>
  reason.startsWith(what) ? reason : `${what} ${reason.replace(/^it /, '')}`;

/**
 * @param takeOver empty: nothing takes them over
 * @param isOurs the base's own files hold the objects already: there is nothing to take over, only to let go
 */
const refusal = (
  cluster: string,
  takeOver: string,
  owner: string,
  clashes: ReadonlyMap<string, Holding>,
  isOurs: boolean,
): Diagnostic => {
  const titles = [...clashes.values()].map(({ json }) => titleOf(tryReadId(json)!));
  const files = [...new Set([...clashes.values()].map(({ path }) => path))].filter((path) => path !== '').sort();
  return diagnose(foreignOwner, {
    message: `${titles.length === 1 ? '1 object' : `${titles.length} objects`} of the plan would have two owners: Kustomization "${owner}", which fluxspan did not write, applies ${titles.length === 1 ? 'it' : 'them'} too`,
    at: { cluster, ...(files[0] === undefined ? {} : { file: files[0] }) },
    notes: [`objects: ${titles.sort().join(', ')}`, ...(files.length < 2 ? [] : [`files: ${files.join(', ')}`])],
    fix:
      takeOver === ''
        ? `give ${titles.length === 1 ? 'it another name' : 'them other names'} in the addon: Flux itself needs ${titles.length === 1 ? 'this one' : 'these'}`
        : isOurs
          ? `annotate ${titles.length === 1 ? 'it' : 'them'} there with kustomize.toolkit.fluxcd.io/prune: disabled, and merge that (synth --no-base); when Flux has reconciled it, delete ${titles.length === 1 ? 'it' : 'them'} there`
          : `take over what it has in two commits: ${takeOver}`,
    ...(isOurs || takeOver === '' ? {} : { ties: { causes: [ties.adoption] } }),
  });
};
