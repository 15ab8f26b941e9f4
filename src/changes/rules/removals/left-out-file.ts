import { type Diagnostic, diagnose, ties } from '../../../diagnostics/index.js';
import { defineChangeRule } from '../../change-rule.js';
import { notListed } from '../../diagnostics.js';
import type { LeftOutOf } from '../../removals/left-out.js';

/** Reports entries that a kustomization file has lost, where they cause the findings of other rules. */
export const leftOutFileRule = defineChangeRule(
  [notListed],
  ({ cluster, leftOut }, report, found) => {
    for (const problem of leftOutProblems(cluster, leftOut.causesOf(found))) report(problem);
  },
  { isLast: true },
);

export const leftOutProblems = (cluster: string, causes: readonly LeftOutOf[]): readonly Diagnostic[] =>
  causes.map(({ list, entries, count, isNew }) => {
    const [them, are] = entries.length === 1 ? [`"${entries[0]}"`, 'it is'] : [`${entries.length} files`, 'they are'];
    return diagnose(notListed, {
      message: isNew
        ? `"${list}" is new and doesn't list ${them}, so Flux no longer reads ${entries.length === 1 ? 'it' : 'them'} and deletes ${count === 1 ? '1 object' : `${count} objects`}`
        : `"${list}" no longer lists ${them}, though ${are} still there: Flux deletes ${count === 1 ? '1 object' : `${count} objects`}`,
      at: { cluster, file: list },
      ties: { causes: [ties.unlisted(list)] },
      fix: `add to its resources what is below; or, to remove it, delete the files too: each removal is then reported alone, with the way to declare it${entries.map((one) => `\n  - ${one}`).join('')}`,
    });
  });
