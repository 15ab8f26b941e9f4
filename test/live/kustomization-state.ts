import type { Condition, KubeObject } from './kube-object.js';

/**
 * Where a Kustomization, or a release, stands:
 * - `ready`;
 * - `waits`: a dependency is not ready, and nothing else is the matter;
 * - `checks`: it has applied its objects, and waits for them;
 * - `works`: at anything before that, or not yet at all;
 * - `fails`: for a reason of its own.
 */
export type State = 'ready' | 'waits' | 'checks' | 'works' | 'fails';

export const stateOf = (object: KubeObject): State => {
  const ready = readyOf(object);
  if (ready === undefined) return 'works';
  if (ready.status === 'True') return 'ready';
  if (ready.status === 'False') return ready.reason === 'DependencyNotReady' ? 'waits' : 'fails';
  const healthy = object.status?.conditions?.find(({ type }) => type === 'Healthy');
  return healthy?.status === 'Unknown' ? 'checks' : 'works';
};

export const readyOf = (object: KubeObject): Condition | undefined =>
  object.status?.conditions?.find(({ type }) => type === 'Ready');

export const isReady = (object: KubeObject): boolean => stateOf(object) === 'ready';
