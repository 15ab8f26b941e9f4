import type { ClusterState } from '../../applied/cluster-state.js';
import { titleOf } from '../../applied/object-id.js';
import type { StatesContext } from '../../changes/change-rule.js';
import { compareOwners } from '../../changes/owners/compare-owners.js';
import { NOTHING_LEFT_OUT } from '../../changes/removals/left-out.js';
import { updateRefusedRule } from '../../changes/rules/updates/update-refused.js';
import { openTransitions } from '../../changes/transitions/find-transitions.js';
import { findRefusedUpdates } from '../../changes/updates/refused-update.js';
import type { Diagnostic } from '../../diagnostics/index.js';
import type { RunSchemas } from '../../rules/schemas/find-schemas.js';
import { appliedState } from '../applied-state.js';
import { codesOf } from '../codes-of.js';
import type { FileOf } from '../object-file.js';
import type { ViewedState } from '../view-cluster.js';
import { changeRulesOfAudit } from './change-rules.js';

/** One cluster in two states of the repository. */
export interface ComparedCluster {
  readonly cluster: string;
  /** The base, as the user knows it. */
  readonly revision: string;
  readonly before: ViewedState;
  readonly after: ViewedState;
  readonly schemas: RunSchemas;
  /** The files of the working tree. */
  readonly fileOf: FileOf;
}

/** What the API server refuses of a change, and what Flux deletes or replaces with it. */
export const changeFindings = (compared: ComparedCluster): readonly Diagnostic[] => {
  const { cluster, revision, schemas } = compared;
  const [before, after] = [appliedState(compared.before), appliedState(compared.after)];
  const known = schemas.of(compared.after.state);
  const updates = findRefusedUpdates(before, after, ({ group, kind }, ...update) => {
    const found = known.find(group, kind);
    return found === undefined ? [] : schemas.checker.checkUpdate(found, ...update);
  });
  const transitionsOf = openTransitions(before, after);
  const changes = compareOwners(before, after, updates, transitionsOf);
  const context: StatesContext = {
    cluster,
    revision,
    compiled: { cluster: { removals: [], replacements: [] }, built: { addons: [] } },
    before,
    after,
    changes,
    updates,
    transitionsOf,
    leftOut: NOTHING_LEFT_OUT,
    inYaml: true,
  };
  const found: Diagnostic[] = [];
  for (const { check } of changeRulesOfAudit) check(context, (problem) => found.push(problem), found);
  const place = openPlaces(before, after, compared.fileOf);
  return found.map((one) => ({ ...asAdvised(one), at: place(one) }));
};

const REFUSED = codesOf(...updateRefusedRule.diagnostics);

/** What may be intended doesn't stop a merge: nothing in YAML could say so. */
const asAdvised = (one: Diagnostic): Diagnostic =>
  one.severity === 'error' && !REFUSED.has(one.code) ? { ...one, severity: 'warning' } : one;

/** Where the object stands: in the working tree, or in the base if it's gone. */
const openPlaces = (
  before: ClusterState,
  after: ClusterState,
  fileOf: FileOf,
): ((problem: Diagnostic) => Diagnostic['at']) => {
  const paths = new Map<string, string>();
  for (const { objects } of [before, after])
    for (const { id, holdings } of objects.values()) {
      const path = holdings.find((one) => one.path !== '')?.path;
      if (path !== undefined) paths.set(titleOf(id), path);
    }
  const kept = new Map([...after.objects.values()].map(({ id }) => [titleOf(id), id]));
  return ({ at }) => {
    const path = at.object === undefined ? undefined : paths.get(at.object);
    if (path === undefined) return at;
    const id = kept.get(at.object!);
    const line = id === undefined ? undefined : fileOf(path, id).lineOf(at.path ?? '');
    return { ...at, file: line === undefined ? path : `${path}:${line}` };
  };
};
