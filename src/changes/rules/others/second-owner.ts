import {
  type ClusterState,
  type Holding,
  isFluxKustomization,
  isWritten,
  ownerKey,
} from '../../../applied/cluster-state.js';
import { keyOf, type ObjectId, titleOf, tryReadId } from '../../../applied/object-id.js';
import { ownerName } from '../../../applied/owner-name.js';
import type { BaseCluster } from '../../../applied/read-base.js';
import { type Diagnostic, diagnose, ties } from '../../../diagnostics/index.js';
import { defineChangeRule } from '../../change-rule.js';
import { foreignOwner } from '../../diagnostics.js';
import { plannedKeys } from '../../views/planned-keys.js';
import { openTakeOver, type TakeOver } from '../../views/take-over.js';
import { toldFiles } from '../../views/twin-files.js';
import { hidesObjects } from '../../views/whole-states.js';

/** Reports objects of the plan that another Kustomization also applies. */
export const secondOwnerRule = defineChangeRule(
  [foreignOwner],
  ({ base, after, plan, view, others, takeOver }, report) => {
    if (view === undefined) return;
    const planned = plannedKeys(plan, after.scopeOf);
    const sharesNameAlone = (key: string): readonly ObjectId[] | undefined => {
      const { objects = [], notSeen = [] } = view.after.owners.get(key) ?? {};
      const isApart = objects.length > 0 && objects.every(({ id }) => !planned.has(keyOf(id)));
      return isApart && !notSeen.some(hidesObjects) ? objects.map(({ id }) => id) : undefined;
    };
    const problems = secondOwnerProblems(base, after, openTakeOver(view, takeOver), toldFiles(others), sharesNameAlone);
    for (const problem of problems) report(problem);
  },
  { callsFor: 'adoption', settledBy: ['adoption'], asksOfAdoption: 'others' },
);

/**
 * Reports objects of the plan that another owner's Kustomization also applies once the change is merged.
 *
 * @param told files that another diagnostic already reports
 * @param sharesNameAlone gives what a Kustomization applies that shares its name, and nothing else, with an addon's
 */
const secondOwnerProblems = (
  base: BaseCluster,
  after: ClusterState,
  takeOver: TakeOver,
  told: ReadonlySet<string>,
  sharesNameAlone: (key: string) => readonly ObjectId[] | undefined,
): readonly Diagnostic[] => {
  const names: Diagnostic[] = [];
  /** Clashes by owner and fix, then by the object's key. */
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

/** Reports a clash of names: the objects have nothing else in common, so an adoption can't help. */
const nameClash = (cluster: string, id: ObjectId, { path }: Holding, theirs: readonly ObjectId[]): Diagnostic => {
  const name = ownerName(ownerKey(id));
  return diagnose(foreignOwner, {
    message: `addon "${id.name}" has the name of Kustomization "${name}", which fluxspan did not write and which has nothing of the addon: Flux would take one for the other, and delete what the other applied`,
    at: { cluster, addon: id.name, ...(path === '' ? {} : { file: path }) },
    notes: [`that Kustomization applies ${theirs.map(titleOf).sort().join(', ')}`],
    fix: `give the addon another name, such as "${id.name}-extras"; or, if it is to take the place of that Kustomization, let it declare these objects`,
  });
};

/**
 * Reports the clash with a fix.
 *
 * @param takeOver empty if no command adopts the objects
 * @param isOurs whether the base's generated files already contain the objects: the other owner must let go of them
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
