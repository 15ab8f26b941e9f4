import { valueAt } from '../../json/json-path.js';
import type { JsonObject } from '../../json/json-value.js';
import type { AsStored } from './as-stored.js';
import { type Difference, findDifferences, type SameText } from './differences.js';
import { podDefaults } from './pod-defaults.js';

/** What a change of a controller's pod template does to its pods. */
export interface PodRestart {
  /** A clause: `its pods restart`. */
  readonly text: string;
  /** False if the controller waits for a person. */
  readonly isAtOnce: boolean;
  /** Where the pod template differs, for certain or not. */
  readonly differences: readonly Difference[];
}

const CONTROLLERS: ReadonlySet<unknown> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

/**
 * Finds what becomes of a controller's pods; undefined for other kinds, and where the pod template stays the same.
 * https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#strategy
 *
 * @param from the object as Flux applies it before the change
 */
export const podRestart = (
  from: JsonObject,
  to: JsonObject,
  asStored: AsStored,
  sameText: SameText,
): PodRestart | undefined => {
  const { apiVersion, kind } = to;
  if (!CONTROLLERS.has(kind) || typeof apiVersion !== 'string' || !apiVersion.startsWith('apps/')) return undefined;
  const [a, b] = [from, to].map((one) => valueAt(asStored(one), ['spec', 'template']));
  const differences = findDifferences(a, b, [], { sameText, defaults: { spec: podDefaults } });
  if (differences.length === 0) return undefined;
  const found = (text: string, isAtOnce: boolean): PodRestart => ({ text, isAtOnce, differences });
  if (kind === 'Deployment') {
    if (valueAt(to, ['spec', 'paused']) === true) return found('the Deployment is paused: no pod restarts', false);
    return valueAt(to, ['spec', 'strategy', 'type']) === 'Recreate'
      ? found('all its pods stop, and then new ones start', true)
      : found('its pods restart', true);
  }
  return valueAt(to, ['spec', 'updateStrategy', 'type']) === 'OnDelete'
    ? found('its pods restart only when they are deleted', false)
    : found('its pods restart', true);
};
