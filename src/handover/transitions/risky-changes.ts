import { inlineVars } from '../../base/apply-settings.js';
import type { ClusterState } from '../../base/cluster-state.js';
import { titleOf } from '../../base/object-id.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { equalJson } from '../../json/equal-json.js';
import { pairOf } from '../updates/refused-update.js';
import { riskyChange } from './diagnostics.js';
import { findTransitions } from './find-transitions.js';

/** Changes in place that destroy nothing themselves: by the table of transitions. */
export const riskyChanges = (cluster: string, before: ClusterState, after: ClusterState): readonly Diagnostic[] =>
  [...before.objects.values()].flatMap((object) => {
    const next = after.objects.get(object.key);
    if (next === undefined) return [];
    const [held, holds] = pairOf(object, next);
    if (
      (held.json === holds.json || equalJson(held.json, holds.json)) &&
      equalJson(inlineVars(before, held.owner), inlineVars(after, holds.owner))
    )
      return [];
    const title = titleOf(object.id);
    return findTransitions({ object, before, next, after }).flatMap(({ row, words, path, severity }) =>
      row.says === undefined
        ? []
        : diagnose(riskyChange, {
            message: `${title} ${row.says}: ${words}`,
            severity,
            at: { cluster, object: title, path, ...(holds.isForeign === true ? { file: holds.path } : {}) },
            notes: [row.effect ?? 'this change itself deletes nothing'],
            fix: row.instead ?? 'revert the change if it is not intended',
          }),
    );
  });
