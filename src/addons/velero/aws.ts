import { z } from 'zod';
import { HelmRelease } from '../../constructs/helm-release.js';
import { awsRegion, bucketName } from '../../contract/index.js';
import { defineAddon } from '../define-addon.js';
import { addon, options, valuesOf } from './chart.js';

/** https://github.com/vmware-tanzu/velero-plugin-for-aws */
export const aws = defineAddon({
  ...addon,
  description: 'backs up objects to S3, and volumes as EBS snapshots',
  infra: {
    vars: {
      TF_AWS_REGION: awsRegion(),
      TF_VELERO_BUCKET: bucketName().meta({
        description: 'name of the bucket for backups',
        examples: ['platform-dev-backups'],
      }),
    },
  },
  options: z.object({
    ...options,
    /** The cloud that keeps the backups. */
    provider: z.literal('aws').default('aws'),
  }),
  build(scope, { charts, options, vars }) {
    const region = { config: { region: vars.TF_AWS_REGION } };
    new HelmRelease(scope, 'release', {
      chart: charts.velero,
      values: valuesOf(options, {
        plugin: 'velero-plugin-for-aws',
        provider: 'aws',
        bucket: vars.TF_VELERO_BUCKET,
        backups: region,
        volumes: region,
      }),
    });
  },
});
