import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { valueAt } from '../../json/json-path.js';
import { readField } from '../../json/read-field.js';
import type { EffectRow, When } from '../form/effect.js';
import { both, removed } from '../form/when.js';
import { podSpecs } from './pod-specs.js';

const claimOf = (volume: unknown): unknown => valueAt(volume, ['persistentVolumeClaim', 'claimName']);

/**
 * Rows about the volumes of pods, for a kind and the path of its pods' spec.
 * https://kubernetes.io/docs/concepts/storage/volumes/#emptydir
 */
const podRows = ([on, spec]: readonly [string, string]): readonly EffectRow[] => {
  const isElsewhere: When = (was, _, { to }) =>
    objectsOf(readField(to, `${spec}.volumes`)).some((one) => claimOf(one) === claimOf(was));
  /** Whether no container mounts a claim's volume any more, while the pod still has it. */
  const isDropped: When = (was, _, { from, to }) => {
    const name = fieldsOf(was)['name'];
    const [old, now] = [from, to].map((one) =>
      objectsOf(readField(one, `${spec}.volumes`)).find((each) => each['name'] === name),
    );
    const mounts = ['containers', 'initContainers'].flatMap((list) =>
      objectsOf(readField(to, `${spec}.${list}`)).flatMap(({ volumeMounts }) => objectsOf(volumeMounts)),
    );
    return claimOf(old) !== undefined && claimOf(old) === claimOf(now) && mounts.every((one) => one['name'] !== name);
  };
  return [
    {
      on,
      at: `${spec}.volumes[name]`,
      when: (was, is, sides) =>
        claimOf(was) !== undefined && fieldsOf(is)['emptyDir'] !== undefined && !isElsewhere(was, is, sides),
      shows: 'persistentVolumeClaim',
      severity: 'warning',
      says: 'keeps its data in the pod from now on',
      effect: 'an emptyDir starts empty and is deleted with the pod; nothing reads the data on the claim any more',
    },
    {
      on,
      at: `${spec}.containers[name].volumeMounts[mountPath]`,
      when: both(removed, isDropped),
      shows: 'name',
      severity: 'warning',
      says: 'no longer mounts its claim',
      effect: 'what the container writes there is lost when it restarts; nothing reads the data on the claim any more',
    },
  ];
};

/** Pods that no longer have their data on claims. */
export const podVolumes: readonly EffectRow[] = Object.entries(podSpecs).flatMap(podRows);
