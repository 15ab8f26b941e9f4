// Written by `npm run import` from the files of the folder.
import { leftOutCloudRule } from './contract/left-out-cloud.js';
import { sensitiveInputRule } from './contract/sensitive-input.js';
import { unusedInputRule } from './contract/unused-input.js';
import { varsNamespaceRule } from './contract/vars-namespace.js';
import { wholeNumberRule } from './contract/whole-number.js';
import { autoApprovedDestroyRule } from './flux/auto-approved-destroy.js';
import { classBesideOperatorRule } from './flux/class-beside-operator.js';
import { controllerSettingRule } from './flux/controller-setting.js';
import { copiedMetadataRule } from './flux/copied-metadata.js';
import { crdProviderRule } from './flux/crd-provider.js';
import { crdsOffRule } from './flux/crds-off.js';
import { crossNamespaceRule } from './flux/cross-namespace.js';
import { deadlockRule } from './flux/deadlock.js';
import { encryptedFileRule } from './flux/encrypted-file.js';
import { encryptedObjectRule } from './flux/encrypted-object.js';
import { externalObjectRule } from './flux/external-object.js';
import { featureGateRule } from './flux/feature-gate.js';
import { fluxExpressionRule } from './flux/flux-expression.js';
import { forbiddenObjectRule } from './flux/forbidden-object.js';
import { healthCheckRule } from './flux/health-check.js';
import { ignoredMarkRule } from './flux/ignored-mark.js';
import { imagePolicyRule } from './flux/image-policy.js';
import { immutableImageRule } from './flux/immutable-image.js';
import { impersonatedObjectRule } from './flux/impersonated-object.js';
import { kustomizationPathRule } from './flux/kustomization-path.js';
import { missingControllerRule } from './flux/missing-controller.js';
import { neededKeysRule } from './flux/needed-keys.js';
import { newerFieldRule } from './flux/newer-field.js';
import { operatorKindRule } from './flux/operator-kind.js';
import { patchTargetRule } from './flux/patch-target.js';
import { patchedObjectRule } from './flux/patched-object.js';
import { referenceRule } from './flux/reference.js';
import { referencePartRule } from './flux/reference-part.js';
import { releaseAccountRule } from './flux/release-account.js';
import { retryIntervalRule } from './flux/retry-interval.js';
import { routeAttachmentRule } from './flux/route-attachment.js';
import { routeHostnameRule } from './flux/route-hostname.js';
import { silentAlertRule } from './flux/silent-alert.js';
import { sourceRefRule } from './flux/source-ref.js';
import { sourceUrlRule } from './flux/source-url.js';
import { suspendedAddonRule } from './flux/suspended-addon.js';
import { unwatchedObjectRule } from './flux/unwatched-object.js';
import { urlPasswordRule } from './flux/url-password.js';
import { webhookBeforeOthersRule } from './flux/webhook-before-others.js';
import { webhookResourceRule } from './flux/webhook-resource.js';
import { webhookSecretRule } from './flux/webhook-secret.js';
import { wideAccountRule } from './flux/wide-account.js';
import { zeroIntervalRule } from './flux/zero-interval.js';
import { bigNumberRule } from './helm/big-number.js';
import { chartTypesRule } from './helm/chart-types.js';
import { chartValueRule } from './helm/chart-value.js';
import { nearNamespaceRule } from './helm/near-namespace.js';
import { releaseIdentityRule } from './helm/release-identity.js';
import { textValueRule } from './helm/text-values.js';
import { valueSourceRule } from './helm/value-source.js';
import { valuesLayersRule } from './helm/values-layers.js';
import { valuesOverlapRule } from './helm/values-overlap.js';
import { valuesShapeRule } from './helm/values-shape.js';
import { autoscalingRule } from './objects/autoscaling.js';
import { certificateRule } from './objects/certificate.js';
import { cloudFoundationRule } from './objects/cloud-foundation.js';
import { configMapLimitsRule } from './objects/config-map-limits.js';
import { connectionSecretRule } from './objects/connection-secret.js';
import { deniedObjectRule } from './objects/denied-object.js';
import { derivedTextRule } from './objects/derived-text.js';
import { disruptionBudgetRule } from './objects/disruption-budget.js';
import { duplicateObjectRule } from './objects/duplicate-object.js';
import { externalSecretRule } from './objects/external-secret.js';
import { fieldLanguageRule } from './objects/field-language.js';
import { ignoredByOperatorRule } from './objects/ignored-by-operator.js';
import { misfitVolumeRule } from './objects/misfit-volume.js';
import { nameHashRule } from './objects/name-hash.js';
import { namespaceLabelsRule } from './objects/namespace-labels.js';
import { namespaceLimitsRule } from './objects/namespace-limits.js';
import { objectNameRule } from './objects/object-name.js';
import { objectSchemaRule } from './objects/object-schema.js';
import { objectScopeRule } from './objects/object-scope.js';
import { otherCloudRule } from './objects/other-cloud.js';
import { podSecurityRule } from './objects/pod-security.js';
import { podSelectorRule } from './objects/pod-selector.js';
import { podValuesRule } from './objects/pod-values.js';
import { podsOverQuotaRule } from './objects/pods-over-quota.js';
import { quotaExceededRule } from './objects/quota-exceeded.js';
import { resourceSetRule } from './objects/resource-set.js';
import { roleCircleRule } from './objects/role-circle.js';
import { sealedElsewhereRule } from './objects/sealed-elsewhere.js';
import { secretTargetRule } from './objects/secret-target.js';
import { secretTemplateRule } from './objects/secret-template.js';
import { serverFieldRule } from './objects/server-field.js';
import { sharedNodePortRule } from './objects/shared-node-port.js';
import { takenValueRule } from './objects/taken-value.js';
import { targetPortRule } from './objects/target-port.js';
import { unboundClaimRule } from './objects/unbound-claim.js';
import { utilizationRequestsRule } from './objects/utilization-requests.js';
import { withoutEffectRule } from './objects/without-effect.js';
import type { Rule } from './rule.js';
import { escapeWithoutVarsRule } from './substitution/escape-without-vars.js';
import { expressionMeaningRule } from './substitution/expression-meaning.js';
import { hashBeforeVarsRule } from './substitution/hash-before-vars.js';
import { identityValueRule } from './substitution/identity-value.js';
import { nameCollisionRule } from './substitution/name-collision.js';
import { onlyOptionalVarsRule } from './substitution/only-optional-vars.js';
import { valueAtRiskRule } from './substitution/value-at-risk.js';
import { varKeyRule } from './substitution/var-key.js';
import { openStoreRule } from './tenants/open-store.js';
import { teamWaitRule } from './tenants/team-wait.js';
import { tenantAccessRule } from './tenants/tenant-access.js';
import { tenantLockdownRule } from './tenants/tenant-lockdown.js';
import { tenantNamespaceRule } from './tenants/tenant-namespace.js';
import { tenantOffboardingRule } from './tenants/tenant-offboarding.js';
import { tenantRoleRule } from './tenants/tenant-role.js';
import { tenantWaitRule } from './tenants/tenant-wait.js';

/** Every rule. Reports are sorted, so the order doesn't matter. */
export const rules = [
  leftOutCloudRule,
  sensitiveInputRule,
  unusedInputRule,
  varsNamespaceRule,
  wholeNumberRule,
  autoApprovedDestroyRule,
  classBesideOperatorRule,
  controllerSettingRule,
  copiedMetadataRule,
  crdProviderRule,
  crdsOffRule,
  crossNamespaceRule,
  deadlockRule,
  encryptedFileRule,
  encryptedObjectRule,
  externalObjectRule,
  featureGateRule,
  fluxExpressionRule,
  forbiddenObjectRule,
  healthCheckRule,
  ignoredMarkRule,
  imagePolicyRule,
  immutableImageRule,
  impersonatedObjectRule,
  kustomizationPathRule,
  missingControllerRule,
  neededKeysRule,
  newerFieldRule,
  operatorKindRule,
  patchTargetRule,
  patchedObjectRule,
  referencePartRule,
  referenceRule,
  releaseAccountRule,
  retryIntervalRule,
  routeAttachmentRule,
  routeHostnameRule,
  silentAlertRule,
  sourceRefRule,
  sourceUrlRule,
  suspendedAddonRule,
  unwatchedObjectRule,
  urlPasswordRule,
  webhookBeforeOthersRule,
  webhookResourceRule,
  webhookSecretRule,
  wideAccountRule,
  zeroIntervalRule,
  bigNumberRule,
  chartTypesRule,
  chartValueRule,
  nearNamespaceRule,
  releaseIdentityRule,
  textValueRule,
  valueSourceRule,
  valuesLayersRule,
  valuesOverlapRule,
  valuesShapeRule,
  autoscalingRule,
  certificateRule,
  cloudFoundationRule,
  configMapLimitsRule,
  connectionSecretRule,
  deniedObjectRule,
  derivedTextRule,
  disruptionBudgetRule,
  duplicateObjectRule,
  externalSecretRule,
  fieldLanguageRule,
  ignoredByOperatorRule,
  misfitVolumeRule,
  nameHashRule,
  namespaceLabelsRule,
  namespaceLimitsRule,
  objectNameRule,
  objectSchemaRule,
  objectScopeRule,
  otherCloudRule,
  podSecurityRule,
  podSelectorRule,
  podValuesRule,
  podsOverQuotaRule,
  quotaExceededRule,
  resourceSetRule,
  roleCircleRule,
  sealedElsewhereRule,
  secretTargetRule,
  secretTemplateRule,
  serverFieldRule,
  sharedNodePortRule,
  takenValueRule,
  targetPortRule,
  unboundClaimRule,
  utilizationRequestsRule,
  withoutEffectRule,
  escapeWithoutVarsRule,
  expressionMeaningRule,
  hashBeforeVarsRule,
  identityValueRule,
  nameCollisionRule,
  onlyOptionalVarsRule,
  valueAtRiskRule,
  varKeyRule,
  openStoreRule,
  teamWaitRule,
  tenantAccessRule,
  tenantLockdownRule,
  tenantNamespaceRule,
  tenantOffboardingRule,
  tenantRoleRule,
  tenantWaitRule,
] as const satisfies readonly Rule[];
