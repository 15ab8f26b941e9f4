import { valueAt } from '../../json/json-path.js';
import type { EffectRow, When } from '../form/effect.js';
import { becomes, both, changed, left, removed } from '../form/when.js';

const on = 'helm.toolkit.fluxcd.io/HelmRelease';

const elsewhere = (chart: string, at: string, when: When, what: string): EffectRow => ({
  on,
  chart,
  at: `spec.values.${at}`,
  when,
  severity: 'warning',
  says: `looks for ${what} in another place`,
  effect: 'what is in the old place stays there, and nothing reads it any more',
  instead: 'revert the change, or copy the data to the new place first',
});

const isKept: When = (was) =>
  valueAt(was, ['spec', 'preserveFilesystemOnDelete']) === true ||
  valueAt(was, ['spec', 'preservePoolsOnDelete']) === true;

/** Values of single charts. */
export const chartRows: readonly EffectRow[] = [
  // https://github.com/minio/minio/blob/master/helm/minio/templates/_helper_create_bucket.txt
  {
    on,
    chart: 'minio',
    at: 'spec.values.buckets[name].purge',
    when: becomes(true),
    severity: 'warning',
    destroys: 'all objects in a bucket',
    effect: 'after each upgrade, a Job of the chart empties each bucket with purge: true that exists',
    instead: 'to keep them, leave purge: false',
  },
  // https://grafana.com/docs/loki/latest/operations/storage/retention/
  {
    on,
    chart: 'loki',
    at: 'spec.values.loki.compactor.retention_enabled',
    when: becomes(true),
    severity: 'warning',
    destroys: 'logs that are older than the retention period',
    effect: 'without retention, logs stay forever; with it, the compactor deletes those that are too old',
    instead: 'to keep them, first set limits_config.retention_period to as long as you need',
  },
  // https://github.com/grafana/loki/blob/main/production/helm/loki/values.yaml
  ...['chunks', 'ruler', 'admin'].map((bucket) =>
    elsewhere('loki', `loki.storage.bucketNames.${bucket}`, changed, 'its data'),
  ),
  // https://grafana.com/docs/loki/latest/operations/storage/schema/
  {
    on,
    chart: 'loki',
    at: 'spec.values.loki.schemaConfig.configs[from]',
    when: left,
    severity: 'warning',
    says: 'reads existing logs by another schema',
    effect: 'what was written by the old schema since that date is not found any more',
    instead: 'leave the entry as it is, and add one whose date is in the future',
  },
  // https://github.com/rook/rook/tree/master/deploy/charts/rook-ceph-cluster/templates;
  // `deletePool`: https://github.com/rook/rook/blob/master/pkg/operator/ceph/pool/controller.go
  ...['cephBlockPools', 'cephFileSystems', 'cephObjectStores'].map(
    (list): EffectRow => ({
      on,
      chart: 'rook-ceph-cluster',
      at: `spec.values.${list}[name]`,
      when: both(removed, (...change) => !isKept(...change)),
      shows: 'name',
      severity: 'warning',
      destroys: 'a pool, file system or object store of Ceph, with the data in it',
      effect: 'Helm deletes the object, and Rook deletes what it stands for once nothing uses it',
      instead:
        'to keep it, keep the entry, or first set the annotation helm.sh/resource-policy: keep on the object in the cluster',
    }),
  ),
  // https://github.com/goharbor/harbor-helm/blob/main/values.yaml
  ...['type', 's3.bucket', 's3.rootdirectory', 'gcs.bucket', 'azure.container'].map((key) =>
    elsewhere('harbor', `persistence.imageChartStorage.${key}`, changed, 'its images'),
  ),
  // https://github.com/nextcloud/helm/blob/main/charts/nextcloud/values.yaml
  elsewhere('nextcloud', 'nextcloud.objectStore.s3.bucket', changed, 'its files'),
];
