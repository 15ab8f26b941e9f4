import { readField } from '../../json/read-field.js';
import type { KnownObject, KnownState } from './effect.js';

/** The autoscaler that has the replicas of a workload, which then need not say them. */
export const scalerOf = ({ kind, name, namespace }: KnownObject['id'], { index }: Pick<KnownState, 'index'>) =>
  [...index.ofKind('autoscaling', 'HorizontalPodAutoscaler'), ...index.ofKind('keda.sh', 'ScaledObject')].find(
    ({ id, holdings: [{ json }] }) =>
      id.namespace === namespace &&
      readField(json, 'spec.scaleTargetRef.name') === name &&
      (readField(json, 'spec.scaleTargetRef.kind') ?? 'Deployment') === kind,
  );
