import { fieldsOf } from '../../json/as-shape.js';
import type { JsonObject } from '../../json/json-value.js';
import type { EffectRow } from '../form/effect.js';
import { readField } from '../form/keeps.js';
import { becomes, both } from '../form/when.js';

const RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';

/**
 * Whether a failed upgrade uninstalls the release: without retries nothing is remediated, unless the last failure is too,
 * and `RetryOnFailure` remediates nothing. As `RetriesExhausted` and `GetRetry` of helm-controller's api/v2 have it.
 */
const uninstalls = (release: JsonObject): boolean => {
  const { remediation, strategy: action } = fieldsOf(readField(release, 'spec.upgrade'));
  const { strategy, retries, remediateLastFailure } = fieldsOf(remediation);
  const remediates = (retries ?? 0) !== 0 || remediateLastFailure === true;
  return strategy === 'uninstall' && remediates && fieldsOf(action)['name'] !== 'RetryOnFailure';
};

/** Flux's own kinds. */
export const fluxRows: readonly EffectRow[] = [
  // https://fluxcd.io/flux/components/kustomize/kustomizations/#force, and test/live/field-changes.test.ts.
  {
    on: 'kustomize.toolkit.fluxcd.io/Kustomization',
    at: 'spec.force',
    when: becomes(true, 'true'),
    severity: 'warning',
    says: "deletes and recreates what it can't update from now on",
    effect:
      'where a field is immutable, Flux deletes the object and creates it again, with claims and Services among them',
    instead:
      "set the annotation kustomize.toolkit.fluxcd.io/force: 'enabled' on the object that needs it, and take it out afterwards",
  },
  // test/live/release-changes.test.ts has this one and the next.
  ...['remediation.strategy', 'remediation.retries', 'remediation.remediateLastFailure', 'strategy.name'].map(
    (field): EffectRow => ({
      on: RELEASE,
      at: `spec.upgrade.${field}`,
      when: (was, is, { from, to }) => was !== is && !uninstalls(from) && uninstalls(to),
      severity: 'warning',
      destroys: 'all that the release has installed once an upgrade fails',
      effect:
        'after a failed upgrade, helm-controller uninstalls the release with the claims and CRDs among its templates, and installs it again',
      instead: 'to keep them, leave the strategy at rollback',
    }),
  ),
  ...['upgrade', 'rollback'].map(
    (action): EffectRow => ({
      on: RELEASE,
      at: `spec.${action}.force`,
      // `ForceReplace` of helm-controller's internal/action/upgrade.go.
      when: both(becomes(true), (_, __, { to }) => readField(to, `spec.${action}.serverSideApply`) !== 'enabled'),
      severity: 'warning',
      risks: 'lose what others have set in its objects',
      effect:
        'where Helm applies the release client-side (by serverSideApply, or since it was installed by Flux before 2.8), it replaces each object instead of patching it: the replicas that an autoscaler has set go back, and an upgrade fails on what cannot be replaced, such as a claim with a volume; elsewhere, force does nothing',
      instead:
        'leave force out; to try a failed upgrade once more, use flux reconcile helmrelease --force, which replaces nothing',
    }),
  ),
];
