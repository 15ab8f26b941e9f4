import type { ChangeRule, StatesContext } from '../../changes/change-rule.js';
import { ownerOfOthersChangedRule } from '../../changes/rules/owners/owner-of-others-changed.js';
import { removalNotDeclaredRule } from '../../changes/rules/removals/removal-not-declared.js';
import { replacementNotDeclaredRule } from '../../changes/rules/replacement/replacement-not-declared.js';
import { brokenLinkRule } from '../../changes/rules/transitions/broken-link.js';
import { riskyChangeRule } from '../../changes/rules/transitions/risky-change.js';
import { updateRefusedRule } from '../../changes/rules/updates/update-refused.js';

/** The rules that look at nothing but the two states. */
export const changeRulesOfAudit: readonly ChangeRule<ChangeRule['diagnostics'], StatesContext>[] = [
  updateRefusedRule,
  removalNotDeclaredRule,
  replacementNotDeclaredRule,
  ownerOfOthersChangedRule,
  brokenLinkRule,
  riskyChangeRule,
];
