import { equalJson } from '../../json/equal-json.js';
import type { JsonObject } from '../../json/json-value.js';
import { readField } from '../../json/read-field.js';
import type { EffectRow } from '../form/effect.js';
import { unlessField } from '../form/keeps.js';
import { deletesOnRemoval } from '../form/later-removal.js';
import { removal } from '../form/lost-with-object.js';
import { becomes, both, leaves } from '../form/when.js';

const SET = 'apps/StatefulSet';
const RETENTION = 'spec.persistentVolumeClaimRetentionPolicy';

const scaleOf = (json: JsonObject) => ['replicas', 'ordinals'].map((key) => readField(json, `spec.${key}`) ?? null);

/** Claims and volumes. */
export const storage: readonly EffectRow[] = [
  // https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#persistentvolumeclaim-retention
  removal(SET, ({ json }) =>
    readField(json, `${RETENTION}.whenDeleted`) === 'Delete'
      ? 'its pods, and their volumes with the data on them'
      : 'its pods',
  ),
  // https://kubernetes.io/docs/concepts/storage/persistent-volumes/#reclaiming
  removal('/PersistentVolume', 'the data on it', {
    ...unlessField('spec.persistentVolumeReclaimPolicy', 'Delete', 'Recycle'),
    setting: 'spec.persistentVolumeReclaimPolicy: Retain',
  }),
  removal('/PersistentVolumeClaim', 'its volume and the data on it'),
  // test/live/field-changes.test.ts
  {
    on: SET,
    at: `${RETENTION}.whenScaled`,
    // If the same change reduces the replicas, claims go, and another row reports that.
    when: both(becomes('Delete'), (_, __, { from, to }) => equalJson(scaleOf(from), scaleOf(to))),
    severity: 'notice',
    says: 'deletes the claims of removed pods from now on when it gets fewer replicas',
  },
  // https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#persistentvolumeclaim-retention
  deletesOnRemoval(SET, `${RETENTION}.whenDeleted`, becomes('Delete'), 'its claims, with the data on them,'),
  // https://kubernetes.io/docs/concepts/storage/persistent-volumes/#reclaiming
  deletesOnRemoval('/PersistentVolume', 'spec.persistentVolumeReclaimPolicy', leaves('Retain'), 'the data on it'),
];
