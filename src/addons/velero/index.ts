import { z } from 'zod';
import { type VeleroValues, veleroValuesSchema } from '../../../imports/charts/velero.js';
import { defineAddon } from '../../addon/define-addon.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { HelmRelease } from '../../constructs/helm-release.js';
import { awsRegion, bucketName } from '../../contract/index.js';
import { duration } from '../duration-option.js';

const groups = ['velero.io'] as const;

const schedule = z.strictObject({
  /** When it runs, as cron has it; UTC. */
  schedule: z.string(),
  /** How long a backup is kept. */
  ttl: duration.default('720h'),
  /** The namespaces that it has. @default - all */
  includedNamespaces: z.array(z.string()).min(1).optional(),
});

/** Velero, which backs up the cluster's objects and volumes to S3 and EBS snapshots: https://velero.io/docs/latest/ */
export const velero = defineAddon({
  name: 'velero',
  description: 'backs up objects to S3, and volumes as EBS snapshots',
  namespace: 'velero',
  createNamespace: true,
  provides: groups,
  charts: {
    velero: helmChart<VeleroValues>({
      url: 'https://vmware-tanzu.github.io/helm-charts',
      chart: 'velero',
      version: '12.1.0',
      valuesSchema: veleroValuesSchema,
      crds: groups,
    }),
  },
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
    /** Scheduled backups, by name. */
    schedules: z.record(z.string(), schedule).default({ daily: { schedule: '0 3 * * *', ttl: '720h' } }),
    /** A folder in the bucket, for a bucket that several clusters share. @default - the root of the bucket */
    prefix: z.string().optional(),
    /** Whether volumes are backed up, too, as EBS snapshots. */
    snapshots: z.boolean().default(true),
    /** Runs an agent on each node that copies files of volumes. The namespace must allow its pods to read the host's files. */
    nodeAgent: z.boolean().default(false),
    /** The tag of the image `velero/velero-plugin-for-aws`, which must fit Velero's version. */
    pluginVersion: z.string().default('v1.14.0'),
    /** The service account, to which the IAM role that writes to the bucket is bound. */
    serviceAccount: z.string().default('velero'),
  }),
  build(scope, { charts, options, vars }) {
    const { schedules, prefix, snapshots } = options;
    const location = { name: 'default', provider: 'aws', config: { region: vars.TF_AWS_REGION } };
    new HelmRelease(scope, 'release', {
      chart: charts.velero,
      values: {
        // Flux keeps the CRDs up to date; the chart's own Job isn't needed for that.
        upgradeCRDs: false,
        // The service account has the rights.
        credentials: { useSecret: false },
        serviceAccount: { server: { name: options.serviceAccount } },
        initContainers: [
          {
            name: 'velero-plugin-for-aws',
            image: `velero/velero-plugin-for-aws:${options.pluginVersion}`,
            volumeMounts: [{ mountPath: '/target', name: 'plugins' }],
          },
        ],
        configuration: {
          backupStorageLocation: [
            {
              ...location,
              bucket: vars.TF_VELERO_BUCKET,
              default: true,
              ...(prefix === undefined ? {} : { prefix }),
            },
          ],
          volumeSnapshotLocation: snapshots ? [location] : [],
        },
        snapshotsEnabled: snapshots,
        deployNodeAgent: options.nodeAgent,
        schedules: Object.fromEntries(
          Object.entries(schedules).map(([name, { schedule: cron, ...template }]) => [
            name,
            { schedule: cron, template: { ...template, ...(snapshots ? {} : { snapshotVolumes: false }) } },
          ]),
        ),
      },
    });
  },
});
