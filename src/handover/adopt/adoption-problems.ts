import { ownerKey } from '../../applied/cluster-state.js';
import { titleOf } from '../../applied/object-id.js';
import { ownerName } from '../../applied/owner-name.js';
import type { NotSeen } from '../../applied/view/flux-view.js';
import { type OwnerChanges, openMoves } from '../../changes/model/owner-changes.js';
import { hidesObjects } from '../../changes/views/whole-states.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { adoptionWaits, handoverBlocked, nameTaken } from '../diagnostics.js';
import type { Taken } from './choose-taken.js';
import type { ObjectEdit } from './object-edit.js';
import { objectNotes, shortList } from './short-list.js';

/** Problems of Kustomizations that share an addon's name and apply more than the code declares. */
export const nameProblems = (cluster: string, { owners }: Taken): readonly Diagnostic[] =>
  [...owners.values()].flatMap(({ owner, isReplaced, objects, kept }) => {
    const hidden = owner.notSeen.filter(hidesObjects);
    if (!isReplaced || (kept.length === 0 && (hidden.length === 0 || owner.folder === undefined))) return [];
    const name = ownerName(owner.key);
    const rest = [...kept.map(({ id }) => titleOf(id)), ...hidden.map(({ what }) => what)];
    return [
      diagnose(nameTaken, {
        message:
          objects.length === 0
            ? `addon "${name}" has the name of a Kustomization that fluxspan did not write and that has no object of it`
            : `addon "${name}" takes the place of the Kustomization of its name, which applies more than the code declares: Flux would delete the rest`,
        at: { cluster, addon: name, ...(owner.file === undefined ? {} : { file: owner.file }) },
        notes: [`not declared: ${rest.sort().join(', ')}`],
        fix:
          objects.length === 0
            ? 'rename the addon; or rename the Kustomization, by a handover of its own'
            : 'declare the rest in the addon; or move it to another Kustomization as a change of its own; or rename the addon',
      }),
    ];
  });

/** Ownership changes between fluxspan's own Kustomizations, which an adoption can't hand over. */
export const ownMovesProblems = (cluster: string, changes: OwnerChanges): readonly Diagnostic[] => {
  const own = openMoves(changes).filter(({ holding }) => holding.every(({ isForeign }) => isForeign !== true));
  if (own.length === 0) return [];
  return [
    diagnose(handoverBlocked, {
      message: `${titleOf(own[0]!.before.id)} would change its owner within fluxspan's own tree with the same change`,
      at: { cluster, object: titleOf(own[0]!.before.id) },
      fix: `make two changes of it: run npx fluxspan handover --cluster ${cluster} for the code without what is taken over, and finish that first`,
    }),
  ];
};

export const notLetGo = (
  cluster: string,
  { object: { id, path } }: ObjectEdit,
  { why, way }: { readonly why: string; readonly way: string | undefined },
): Diagnostic =>
  diagnose(handoverBlocked, {
    message: `${id.kind === 'Kustomization' ? `Kustomization "${ownerName(ownerKey(id))}"` : titleOf(id)} cannot let go: ${why}`,
    at: { cluster, ...(path === '' ? {} : { file: path }) },
    fix: `${way ?? 'give it a file of its own for this cluster'}, as a change of its own; then run handover again`,
  });

/** Kustomizations that stay because some of their objects aren't known. */
export const uncertain = (cluster: string, { owners }: Taken): readonly Diagnostic[] =>
  [...owners.values()].flatMap(({ owner, goes, isReplaced, objects, children, kept }) => {
    const hidden: readonly NotSeen[] = owner.notSeen.filter(hidesObjects);
    if (goes || isReplaced || hidden.length === 0 || objects.length + children.length === 0 || kept.length > 0)
      return [];
    const { file, line, what, reason } = hidden[0]!;
    return [
      diagnose(adoptionWaits, {
        message: `Kustomization "${ownerName(owner.key)}" stays, though all that is seen of it is taken over: ${what} ${reason}`,
        at: { cluster, file: line === undefined ? file : `${file}:${line}` },
        fix: 'look at what is there; where it is nothing that is needed, delete the Kustomization as a change of its own',
      }),
    ];
  });

/** Objects that remaining Kustomizations still apply although nothing uses them. */
export const leftUnused = (cluster: string, { owners }: Taken): readonly Diagnostic[] =>
  [...owners.values()].flatMap(({ owner, goes, isReplaced, rest }) => {
    if (goes || isReplaced || rest.length === 0) return [];
    const it = rest.length === 1 ? 'it' : 'them';
    const files = [...new Set(rest.flatMap(({ path }) => (path === '' ? [] : [path])))].sort();
    return [
      diagnose(adoptionWaits, {
        message: `Kustomization "${ownerName(owner.key)}" goes on applying ${shortList(rest)}, and nothing that is seen uses ${it} any more`,
        at: { cluster, ...(files[0] === undefined ? {} : { file: files[0] }) },
        notes: [...objectNotes(rest), ...(files.length > 1 ? [`files: ${files.join(', ')}`] : [])],
        fix: `when Flux has reconciled the second step, remove ${it} as a change of its own: Flux then deletes ${it}`,
      }),
    ];
  });
