import { readField } from '../../json/read-field.js';
import type { KnownObject, KnownState } from './effect.js';

/** The autoscaler that sets the replicas of a workload, so that the workload doesn't need to. */
export const scalerOf = ({ kind, name, namespace }: KnownObject['id'], { index }: Pick<KnownState, 'index'>) =>
  [...index.ofKind('autoscaling', 'HorizontalPodAutoscaler'), ...index.ofKind('keda.sh', 'ScaledObject')].find(
    ({ id, holdings: [{ json }] }) =>
      id.namespace === namespace &&
      readField(json, 'spec.scaleTargetRef.name') === name &&
      (readField(json, 'spec.scaleTargetRef.kind') ?? 'Deployment') === kind,
  );
