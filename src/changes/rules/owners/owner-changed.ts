import { titleOf } from '../../../applied/object-id.js';
import { ownerNames } from '../../../applied/owner-name.js';
import { type Diagnostic, defineDiagnostic, diagnose, type Ties, ties } from '../../../diagnostics/index.js';
import { defineChangeRule, type StatesContext } from '../../change-rule.js';
import { consequenceOf } from '../../losses/find-loss.js';
import { isFromOthers, type Move, openMoves } from '../../model/owner-changes.js';
import { ownersOfTenant, renamedTenants } from '../../tenants/renamed-tenants.js';

export const ownerChanged = defineDiagnostic({
  code: 'FX501',
  name: 'owner-changed',
  severity: 'error',
  summary:
    'An object moves to another Kustomization in one change, so Flux would delete it. `fluxspan handover` splits the change in two.',
  page: {
    example: 'an addon is renamed from web to shop: Kustomization web deletes its objects, and shop creates them again',
    right:
      'run npx fluxspan handover --cluster dev, which splits it into two commits: first web lets go, then shop takes over',
  },
});

/** Reports changes of owner within what fluxspan writes, where Flux would delete the objects. */
export const ownerChangedRule = defineChangeRule(
  [ownerChanged],
  (context, report) => {
    const problems = moveProblems(
      context,
      openMoves(context.changes).filter((move) => !isFromOthers(move)),
      () =>
        `run npx fluxspan handover --cluster ${context.cluster}: it writes the first of two commits, in which the old owner lets go; when ${context.revision} has it and Flux has reconciled it, npx fluxspan handover --finish --cluster ${context.cluster} writes the second`,
    );
    for (const problem of problems) report(problem);
  },
  { callsFor: 'handover', settledBy: ['handover', 'adoption'] },
);

/** Gives a diagnostic for each pair of old and new owners. */
export const moveProblems = (
  context: Pick<StatesContext, 'cluster' | 'revision' | 'compiled' | 'before' | 'after' | 'inYaml'>,
  open: readonly Move[],
  fix: (moves: readonly Move[]) => string,
): readonly Diagnostic[] => {
  const { cluster, revision, before } = context;
  const groups = new Map<string, Move[]>();
  const renamed = new Set(
    open.length === 0 ? [] : renamedTenants(context).flatMap(({ old }) => [...ownersOfTenant(before, old)]),
  );
  for (const move of open) {
    const key = `${ownerNames(move.from, before.rootKey)}\0${ownerNames(move.to, before.rootKey)}`;
    groups.set(key, [...(groups.get(key) ?? []), move]);
  }
  return [...groups.values()].map((moves) => {
    const { from, to } = moves[0]!;
    const dies = moves.flatMap(({ before: object }) => {
      const consequence = consequenceOf(object, before);
      return consequence === undefined ? [] : [`deleting ${titleOf(object.id)} also deletes ${consequence}`];
    });
    const count = moves.length === 1 ? '1 object' : `${moves.length} objects`;
    return diagnose(ownerChanged, {
      message: `${count} would change owner in one change, from Kustomization "${ownerNames(from, before.rootKey)}" to "${ownerNames(to, before.rootKey)}": Flux would delete ${moves.length === 1 ? 'it before the new owner applies it' : 'them before the new owner applies them'}`,
      at: { cluster, object: titleOf(moves[0]!.before.id) },
      notes: [
        `objects: ${moves.map((move) => titleOf(move.before.id)).join(', ')}`,
        ...dies,
        basedOn(revision, context.inYaml),
      ],
      fix: fix(moves),
      ties: tiesOf([...new Set(moves.flatMap((move) => move.from))], renamed),
    });
  });
};

/** Of a tenant with another name, it's said how to keep the name: then nothing moves. */
const tiesOf = (from: readonly string[], renamed: ReadonlySet<string>): Ties =>
  from.every((owner) => renamed.has(owner)) && from.length > 0
    ? { follows: from.map(ties.tenantOwner) }
    : { causes: from.map(ties.movesFrom) };

/** An owner that Flux doesn't have comes from a branch that Flux doesn't follow. */
const basedOn = (revision: string, inYaml = false): string =>
  `the old owner is as ${revision} has it; if Flux follows another branch, ${inYaml ? 'name that with --base' : 'name that as `base` of the cluster'}`;
