import { fieldsOf } from '../../json/as-shape.js';
import type { JsonObject } from '../../json/json-value.js';
import { readField } from '../../json/read-field.js';
import type { EffectRow, When } from '../form/effect.js';
import { HELM_RELEASE } from '../form/helm-release.js';
import { byField } from '../form/keeps.js';
import { losesRelease } from '../form/lost-with-object.js';
import { becomes, both, removed } from '../form/when.js';

const TOOLKIT = 'toolkit.fluxcd.io';
const KUSTOMIZATION = `kustomize.${TOOLKIT}/Kustomization`;
const source = (kind: string): string => `source.${TOOLKIT}/${kind}`;
const hasChart: When = (_, __, { to }) => readField(to, 'spec.chart') !== undefined;

const unverified = (on: EffectRow['on'], at: string, when: When): EffectRow => ({
  on,
  at,
  when,
  shows: (value) => fieldsOf(value)['provider'] ?? fieldsOf(value)['mode'] ?? value,
  severity: 'warning',
  says: 'no longer checks signatures',
  effect: 'Flux applies whatever is at that address, whoever has put it there',
  instead: 'keep spec.verify, or name the new key or identity there',
});

/** The rights with which Flux applies, and its verification of sources. */
const access: readonly EffectRow[] = [
  // https://fluxcd.io/flux/components/kustomize/kustomizations/#role-based-access-control
  {
    on: [KUSTOMIZATION, HELM_RELEASE],
    at: 'spec.serviceAccountName',
    when: removed,
    severity: 'warning',
    says: 'uses the rights of Flux itself from now on',
    effect:
      'without it, the controller uses its own ServiceAccount, which is usually cluster-admin, unless it runs with --default-service-account',
    instead: 'keep the ServiceAccount, and give it the rights that are missing',
  },
  // https://fluxcd.io/flux/components/source/gitrepositories/#verification and
  // https://fluxcd.io/flux/components/source/ocirepositories/#verification
  unverified(['GitRepository', 'OCIRepository', 'HelmChart'].map(source), 'spec.verify', removed),
  unverified(HELM_RELEASE, 'spec.chart.spec.verify', both(removed, hasChart)),
  // https://fluxcd.io/flux/components/source/ocirepositories/#insecure
  {
    on: [...['HelmRepository', 'OCIRepository', 'Bucket'].map(source), `image.${TOOLKIT}/ImageRepository`],
    at: 'spec.insecure',
    when: becomes(true, 'true'),
    severity: 'warning',
    says: 'is read without TLS from now on',
    effect: 'whoever is between Flux and the server can read the credentials, and change what Flux applies',
    instead: 'give the server a certificate, and its CA in spec.certSecretRef',
  },
];

/**
 * Whether a failed upgrade uninstalls the release. Without retries, helm-controller remediates only if it remediates
 * the last failure; with `RetryOnFailure`, never. See `RetriesExhausted` and `GetRetry` in helm-controller's api/v2.
 */
const uninstalls = (release: JsonObject): boolean => {
  const { remediation, strategy: action } = fieldsOf(readField(release, 'spec.upgrade'));
  const { strategy, retries, remediateLastFailure } = fieldsOf(remediation);
  const remediates = (retries ?? 0) !== 0 || remediateLastFailure === true;
  return strategy === 'uninstall' && remediates && fieldsOf(action)['name'] !== 'RetryOnFailure';
};

/** Effects of changes in Flux's own objects. */
export const effects: readonly EffectRow[] = [
  // https://fluxcd.io/flux/components/helm/helmreleases/#uninstall-configuration; helm-controller doesn't uninstall a
  // release that is suspended.
  losesRelease(HELM_RELEASE, byField('spec.suspend', true)),
  ...access,
  // https://fluxcd.io/flux/components/kustomize/kustomizations/#force, and test/live/field-changes.test.ts.
  {
    on: KUSTOMIZATION,
    at: 'spec.force',
    when: becomes(true, 'true'),
    severity: 'warning',
    says: "deletes and recreates what it can't update from now on",
    effect:
      'where a field is immutable, Flux deletes the object and creates it again, with claims and Services among them',
    instead:
      "set the annotation kustomize.toolkit.fluxcd.io/force: 'enabled' on the object that needs it, and take it out afterwards",
  },
  // test/live/release-changes.test.ts proves this row and the next.
  ...['remediation.strategy', 'remediation.retries', 'remediation.remediateLastFailure', 'strategy.name'].map(
    (field): EffectRow => ({
      on: HELM_RELEASE,
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
      on: HELM_RELEASE,
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
