import type { Transition } from '../transition.js';
import { becomes } from '../when.js';

const RELEASE = 'helm.toolkit.fluxcd.io/HelmRelease';

/** Flux's own kinds. */
export const fluxRows: readonly Transition[] = [
  // https://fluxcd.io/flux/components/kustomize/kustomizations/#force
  {
    on: 'kustomize.toolkit.fluxcd.io/Kustomization',
    at: 'spec.force',
    when: becomes(true, 'true'),
    severity: 'warning',
    says: 'replaces what it cannot update from now on',
    effect:
      'where a field is immutable, Flux deletes the object and creates it again, with claims and Services among them',
    instead:
      "set the annotation kustomize.toolkit.fluxcd.io/force: 'enabled' on the object that needs it, and take it out afterwards",
  },
  // https://fluxcd.io/flux/components/helm/helmreleases/#upgrade-remediation
  {
    on: RELEASE,
    at: 'spec.upgrade.remediation.strategy',
    when: becomes('uninstall'),
    severity: 'warning',
    destroys: 'all that the release has installed once an upgrade fails',
    effect:
      'after a failed upgrade, helm-controller uninstalls the release with the claims and CRDs among its templates, and installs it again',
    instead: 'to keep them, leave the strategy at rollback',
  },
  ...['upgrade', 'rollback'].map(
    (action): Transition => ({
      on: RELEASE,
      at: `spec.${action}.force`,
      when: becomes(true),
      severity: 'warning',
      risks: 'lose what others have set in its objects',
      effect:
        'Helm replaces each object instead of patching it: the replicas that an autoscaler has set go back, and an upgrade fails on what cannot be replaced',
      instead:
        'to upgrade one release by force, set the annotation reconcile.fluxcd.io/forceAt on it once, and leave force out',
    }),
  ),
];
