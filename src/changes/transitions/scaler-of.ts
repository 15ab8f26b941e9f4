import type { ClusterState } from '../../applied/cluster-state.js';
import type { ObjectId } from '../../applied/object-id.js';
import { readField } from '../losses/keeps.js';

/** The autoscaler that has the replicas of a workload, which then need not say them. */
export const scalerOf = ({ kind, name, namespace }: ObjectId, { index }: ClusterState) =>
  [...index.ofKind('autoscaling', 'HorizontalPodAutoscaler'), ...index.ofKind('keda.sh', 'ScaledObject')].find(
    ({ id, holdings: [{ json }] }) =>
      id.namespace === namespace &&
      readField(json, 'spec.scaleTargetRef.name') === name &&
      (readField(json, 'spec.scaleTargetRef.kind') ?? 'Deployment') === kind,
  );
