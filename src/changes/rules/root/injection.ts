import { defineChangeRule } from '../../change-rule.js';
import { rootBreaksOrder, rootChangesVars, rootReference } from '../../root/diagnostics.js';
import { injections } from '../../root/injections.js';
import { openKeys } from '../../root/root-build.js';

/** Reports what Flux's root adds to the Kustomizations of addons, or removes from them. */
export const injectionRule = defineChangeRule(
  [rootChangesVars, rootBreaksOrder, rootReference],
  ({ compiled, plan, view, lostRoot }, report) => {
    if (view === undefined || lostRoot !== undefined) return;
    const applied = [...view.after.owners.values()].flatMap(({ objects }) => objects);
    const problems = injections(compiled, plan, { ...view, keysOf: openKeys(compiled, applied) }, view);
    for (const problem of problems) report(problem);
  },
);
