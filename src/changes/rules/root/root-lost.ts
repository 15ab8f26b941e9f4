import { ties } from '../../../diagnostics/index.js';
import { defineChangeRule } from '../../change-rule.js';
import { rootLost } from '../../root/diagnostics.js';

/** Reports a root that no longer reads the cluster's folder, or that deletes itself. */
export const rootLostRule = defineChangeRule([rootLost], ({ lostRoot }, report) => {
  const problems = lostRoot === undefined ? [] : [{ ...lostRoot, ties: { causes: [ties.lostRoot] } }];
  for (const problem of problems) report(problem);
});
