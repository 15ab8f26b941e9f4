import { z } from 'zod';
import { HelmRelease } from '../../constructs/helm-release.js';
import { gcpProject } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { asGoogleAccount, googleAccountOf } from '../workload-identity.js';
import { addon, options, valuesOf } from './chart.js';

/** As a Google Cloud service account: https://github.com/vmware-tanzu/velero-plugin-for-gcp */
export const gcp = defineAddon({
  ...addon,
  description: 'backs up objects to Cloud Storage, and volumes as snapshots of persistent disks',
  infra: {
    vars: {
      TF_GCP_PROJECT: gcpProject(),
      TF_VELERO_SERVICE_ACCOUNT: googleAccountOf('Velero', 'velero'),
      // https://cloud.google.com/storage/docs/buckets#naming
      TF_VELERO_BUCKET: z
        .string()
        .regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/)
        .meta({ description: 'name of the bucket for backups', examples: ['platform-dev-backups'] }),
    },
  },
  options: z.object({
    ...options,
    /** The cloud that keeps the backups. */
    provider: z.literal('gcp').default('gcp'),
  }),
  build(scope, { charts, options, vars }) {
    new HelmRelease(scope, 'release', {
      chart: charts.velero,
      values: valuesOf(options, {
        plugin: 'velero-plugin-for-gcp',
        provider: 'gcp',
        bucket: vars.TF_VELERO_BUCKET,
        // What signs the addresses of logs.
        backups: { config: { serviceAccount: vars.TF_VELERO_SERVICE_ACCOUNT } },
        volumes: { config: { project: vars.TF_GCP_PROJECT } },
        serviceAccount: { annotations: asGoogleAccount(vars.TF_VELERO_SERVICE_ACCOUNT) },
      }),
    });
  },
});
