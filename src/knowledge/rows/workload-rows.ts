import type { EffectRow, When } from '../form/effect.js';
import { scalerOf } from '../form/scaler-of.js';
import { both } from '../form/when.js';

const loses: When = (was, is) => was !== undefined && (typeof was !== 'number' || was > 1) && is === undefined;
/** An autoscaler has its replicas. */
export const isScaled: When = (_, __, { object, after }) => scalerOf(object.id, after) !== undefined;

const risky = {
  on: ['apps/Deployment', 'apps/StatefulSet'],
  at: 'spec.replicas',
  severity: 'warning',
  risks: 'go down to one pod',
} as const;
const effect = 'Flux owns spec.replicas, so the API server sets it to 1 once Flux leaves it out';

/** Workloads: https://kubernetes.io/docs/reference/using-api/server-side-apply/#transferring-ownership */
export const workloadRows: readonly EffectRow[] = [
  {
    ...risky,
    when: (...change) => loses(...change) && !isScaled(...change),
    effect,
    instead: 'to keep its pods, leave spec.replicas',
  },
  {
    ...risky,
    when: both(loses, isScaled),
    effect: `${effect}, until its autoscaler has scaled it again`,
    instead:
      'to keep its pods, first give the field another owner, as https://kubernetes.io/docs/reference/using-api/server-side-apply/#transferring-ownership says: kubectl apply --server-side --field-manager=handover-to-hpa of a manifest with spec.replicas alone',
  },
];
