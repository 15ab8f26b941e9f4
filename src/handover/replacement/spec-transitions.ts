import { monitoringTransitions } from './monitoring-transitions.js';
import { isAbsent, isOn, type Transition } from './value-transition.js';

/** Of the spec of a HelmRelease, whose values have a table of their own. */
export const releaseTransitions: readonly Transition[] = [
  {
    path: /^upgrade\.remediation\.strategy$/,
    from: (value) => value !== 'uninstall',
    to: (value) => value === 'uninstall',
    loses: 'all that the release has installed once an upgrade fails',
    effect:
      'after a failed upgrade, helm-controller uninstalls the release with the claims and CRDs among its templates, and installs it again',
    instead: 'to keep them, leave the strategy at rollback',
  },
  {
    path: /^(?:upgrade|rollback)\.force$/,
    from: (value) => value !== true,
    to: isOn,
    risks: 'lose what others have set in its objects',
    effect:
      'Helm replaces each object instead of patching it: the replicas that an autoscaler has set go back, and an upgrade fails on what cannot be replaced',
    instead:
      'to upgrade one release by force, set the annotation reconcile.fluxcd.io/forceAt on it once, and leave force out',
  },
];

/** Of the spec of what the Prometheus operator runs, by kind. */
export const monitoringKinds: Readonly<Record<string, readonly Transition[]>> = {
  'monitoring.coreos.com/Prometheus': monitoringTransitions('^', '^', '24h'),
  'monitoring.coreos.com/PrometheusAgent': monitoringTransitions('^', '^'),
  'monitoring.coreos.com/Alertmanager': monitoringTransitions('^', '^', '120h'),
  'monitoring.coreos.com/ThanosRuler': monitoringTransitions('^', '^', '24h'),
};

/** Of the spec of a Deployment or StatefulSet. */
export const replicasTransition = (scaler: string | undefined): Transition => ({
  path: /^replicas$/,
  from: (value) => typeof value !== 'number' || value > 1,
  to: isAbsent,
  risks: 'go down to one pod',
  effect: `Flux owns spec.replicas, so the API server sets it to 1 once Flux leaves it out${scaler === undefined ? '' : `, until ${scaler} has scaled it again`}`,
  instead:
    scaler === undefined
      ? 'to keep its pods, leave spec.replicas'
      : 'to keep its pods, first give the field another owner, as https://kubernetes.io/docs/reference/using-api/server-side-apply/#transferring-ownership says: kubectl apply --server-side --field-manager=handover-to-hpa of a manifest with spec.replicas alone',
});
