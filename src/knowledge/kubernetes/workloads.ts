import { listOf, objectsOf } from '../../json/as-shape.js';
import { valueAt } from '../../json/json-path.js';
import { readField } from '../../json/read-field.js';
import { controllers } from '../flux/controllers.js';
import type { EffectRow, When } from '../form/effect.js';
import { majorOf, nameOfImage, sameImage, tagOf } from '../form/images.js';
import { scalerOf } from '../form/scaler-of.js';
import { isStateful } from '../form/stateful.js';
import { stops, toZero } from '../form/stopped.js';
import { losesNewerData, lower } from '../form/versions.js';
import { both, not } from '../form/when.js';

const WORKLOADS = ['apps/Deployment', 'apps/StatefulSet'];
const PODS = 'spec.template.spec';
const IMAGE = `${PODS}.containers[name].image`;

const losesReplicas: When = (was, is) => was !== undefined && (typeof was !== 'number' || was > 1) && is === undefined;
/** Whether an autoscaler sets the replicas. */
const isScaled: When = (_, __, { object, after }) => scalerOf(object.id, after) !== undefined;

const oneReplica = { on: WORKLOADS, at: 'spec.replicas', severity: 'warning', risks: 'go down to one pod' } as const;
const effect = 'Flux owns spec.replicas, so the API server sets it to 1 once Flux leaves it out';

const ofDatabase: When = (was) => isStateful(nameOfImage(was));
const ofPostgres: When = (was) => /^postgres(?:ql)?$/.test(nameOfImage(was) ?? '');
const isNewer: When = (was, is) => majorOf(tagOf(is)) > majorOf(tagOf(was));
const keepsData: When = (_, __, { from, to }) =>
  [from, to].every((json) => {
    const volumes = objectsOf(readField(json, `${PODS}.volumes`));
    return (
      listOf(readField(json, 'spec.volumeClaimTemplates')).length > 0 ||
      volumes.some((one) => valueAt(one, ['persistentVolumeClaim']) !== undefined)
    );
  });

/** Replicas, and images of databases. */
export const workloads: readonly EffectRow[] = [
  // https://kubernetes.io/docs/reference/using-api/server-side-apply/#transferring-ownership
  {
    ...oneReplica,
    when: both(losesReplicas, not(isScaled)),
    effect,
    instead: 'to keep its pods, leave spec.replicas',
  },
  {
    ...oneReplica,
    when: both(losesReplicas, isScaled),
    effect: `${effect}, until its autoscaler has scaled it again`,
    instead:
      'to keep its pods, first give the field another owner, as https://kubernetes.io/docs/reference/using-api/server-side-apply/#transferring-ownership says: kubectl apply --server-side --field-manager=handover-to-hpa of a manifest with spec.replicas alone',
  },
  // https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#replicas
  stops(
    WORKLOADS,
    'spec.replicas',
    // If claims go with the pods, or a Flux controller stops, another finding reports that in more detail.
    both(
      toZero,
      not(isScaled),
      (_, __, { object, to }) =>
        !controllers.some((one) => one === object.id.name) &&
        readField(to, 'spec.persistentVolumeClaimRetentionPolicy.whenScaled') !== 'Delete',
    ),
    'has no pods from now on',
    'what needs it fails until it has pods again',
  ),
  // https://www.postgresql.org/docs/current/upgrading.html, https://dev.mysql.com/doc/refman/8.4/en/downgrading.html
  losesNewerData(WORKLOADS, IMAGE, both(lower(1, tagOf), sameImage, ofDatabase)),
  // https://www.postgresql.org/docs/current/upgrading.html
  {
    on: WORKLOADS,
    at: IMAGE,
    when: both(isNewer, sameImage, ofPostgres, keepsData),
    severity: 'warning',
    says: 'runs a newer major version of PostgreSQL on the data of the old one',
    effect: 'the newer server refuses the data directory of an older major version, or starts with an empty one',
    instead: 'upgrade the data first, by pg_upgrade or by a dump that the newer server restores',
  },
];
