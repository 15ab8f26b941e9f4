// Written by `npm run import` from the files of the folder.

import type { ChangeRule } from './change-rule.js';
import { externalRule } from './rules/externals/external.js';
import { contractObjectRule } from './rules/hand-written/contract-object.js';
import { encryptedOfOthersRule } from './rules/hand-written/encrypted-of-others.js';
import { namesOfOthersRule } from './rules/hand-written/names-of-others.js';
import { varsOfOthersRule } from './rules/hand-written/vars-of-others.js';
import { notListedRule } from './rules/others/not-listed.js';
import { rootNotBuiltRule } from './rules/others/root-not-built.js';
import { secondOwnerRule } from './rules/others/second-owner.js';
import { sharedReleaseRule } from './rules/others/shared-release.js';
import { sharedWithSetRule } from './rules/others/shared-with-set.js';
import { treeFaultRule } from './rules/others/tree-fault.js';
import { twinFileRule } from './rules/others/twin-file.js';
import { ownerChangedRule } from './rules/owners/owner-changed.js';
import { ownerOfOthersChangedRule } from './rules/owners/owner-of-others-changed.js';
import { danglingReferenceRule } from './rules/references/dangling-reference.js';
import { othersDanglingRule } from './rules/references/others-dangling.js';
import { leftOutFileRule } from './rules/removals/left-out-file.js';
import { removalNotDeclaredRule } from './rules/removals/removal-not-declared.js';
import { removalUnmatchedRule } from './rules/removals/removal-unmatched.js';
import { replacementNotDeclaredRule } from './rules/replacement/replacement-not-declared.js';
import { replacementUnmatchedRule } from './rules/replacement/replacement-unmatched.js';
import { leavesSetRule } from './rules/resource-sets/leaves-set.js';
import { absentControllerRule } from './rules/root/absent-controller.js';
import { addonsInRootRule } from './rules/root/addons-in-root.js';
import { ignoredFileRule } from './rules/root/ignored-file.js';
import { injectionRule } from './rules/root/injection.js';
import { instanceRule } from './rules/root/instance.js';
import { lockdownOrderRule } from './rules/root/lockdown-order.js';
import { lostControllerRule } from './rules/root/lost-controller.js';
import { notCopiedRule } from './rules/root/not-copied.js';
import { pushedByOthersRule } from './rules/root/pushed-by-others.js';
import { rootChangesTreeRule } from './rules/root/root-changes-tree.js';
import { rootLostRule } from './rules/root/root-lost.js';
import { rootNameRule } from './rules/root/root-name.js';
import { rootSchemaRule } from './rules/root/root-schema.js';
import { sourceChangedRule } from './rules/root/source-changed.js';
import { sourceMissingRule } from './rules/root/source-missing.js';
import { accountBeforeContentRule } from './rules/tenants/account-before-content.js';
import { tenantAccountRule } from './rules/tenants/tenant-account.js';
import { tenantLeftRule } from './rules/tenants/tenant-left.js';
import { tenantRenamedRule } from './rules/tenants/tenant-renamed.js';
import { namespaceCreatorRule } from './rules/terraform/namespace-creator.js';
import { brokenLinkRule } from './rules/transitions/broken-link.js';
import { riskyChangeRule } from './rules/transitions/risky-change.js';
import { notSeenRule } from './rules/unseen/not-seen.js';
import { uncertainOwnerRule } from './rules/unseen/uncertain-owner.js';
import { unreachedOwnerRule } from './rules/unseen/unreached-owner.js';
import { chartLayerRule } from './rules/updates/chart-layer.js';
import { unseenChangeRule } from './rules/updates/unseen-change.js';
import { unservedVersionRule } from './rules/updates/unserved-version.js';
import { updateRefusedRule } from './rules/updates/update-refused.js';

/** Every change rule, by topic. Reports are sorted, so the order doesn't matter. */
export const changeRules = [
  absentControllerRule,
  addonsInRootRule,
  ignoredFileRule,
  injectionRule,
  instanceRule,
  lockdownOrderRule,
  lostControllerRule,
  notCopiedRule,
  pushedByOthersRule,
  rootChangesTreeRule,
  rootLostRule,
  rootNameRule,
  rootSchemaRule,
  sourceChangedRule,
  sourceMissingRule,
  ownerChangedRule,
  ownerOfOthersChangedRule,
  leftOutFileRule,
  removalNotDeclaredRule,
  removalUnmatchedRule,
  replacementNotDeclaredRule,
  replacementUnmatchedRule,
  chartLayerRule,
  unseenChangeRule,
  unservedVersionRule,
  updateRefusedRule,
  brokenLinkRule,
  riskyChangeRule,
  leavesSetRule,
  danglingReferenceRule,
  othersDanglingRule,
  notListedRule,
  rootNotBuiltRule,
  secondOwnerRule,
  sharedReleaseRule,
  sharedWithSetRule,
  treeFaultRule,
  twinFileRule,
  contractObjectRule,
  encryptedOfOthersRule,
  namesOfOthersRule,
  varsOfOthersRule,
  notSeenRule,
  uncertainOwnerRule,
  unreachedOwnerRule,
  externalRule,
  namespaceCreatorRule,
  accountBeforeContentRule,
  tenantAccountRule,
  tenantLeftRule,
  tenantRenamedRule,
] as const satisfies readonly ChangeRule[];
