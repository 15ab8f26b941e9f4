import { titleOf } from '../../../applied/object-id.js';
import { diagnose } from '../../../diagnostics/index.js';
import { defineChangeRule, type StatesContext } from '../../change-rule.js';
import { riskyChange } from '../../transitions/diagnostics.js';
import { pairOf } from '../../updates/refused-update.js';

/** Reports risky changes in place that destroy nothing themselves: FX559. */
export const riskyChangeRule = defineChangeRule(
  [riskyChange],
  ({ cluster, before, after, transitionsOf }: StatesContext, report) => {
    const problems = [...before.objects.values()].flatMap((object) => {
      const next = after.objects.get(object.key);
      if (next === undefined) return [];
      return transitionsOf(object, next).flatMap(({ harm, words, path, severity }) => {
        if (harm.says === undefined) return [];
        const title = titleOf(object.id);
        const [, holds] = pairOf(object, next);
        return diagnose(riskyChange, {
          message: `${title} ${harm.says}: ${words}`,
          severity,
          at: { cluster, object: title, path, ...(holds.isForeign === true ? { file: holds.path } : {}) },
          notes: [harm.effect ?? 'this change itself deletes nothing'],
          fix: harm.instead ?? 'revert the change if it is not intended',
        });
      });
    });
    for (const problem of problems) report(problem);
  },
);
