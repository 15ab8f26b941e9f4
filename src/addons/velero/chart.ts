import { z } from 'zod';
import { type VeleroValues, veleroValuesSchema } from '../../../imports/charts/velero.js';
import { helmChart } from '../../constructs/helm-chart.js';
import { duration } from '../duration-option.js';
import { imageTag, objectName } from '../text-options.js';

const groups = ['velero.io'] as const;

/** What is the same on every cloud. */
export const addon = {
  name: 'velero',
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
} as const;

const schedule = z.strictObject({
  /** When it runs, as cron has it; UTC. */
  schedule: z.string(),
  /** How long a backup is kept. */
  ttl: duration.default('720h'),
  /** The namespaces that it has. @default - all */
  includedNamespaces: z.array(z.string()).min(1).optional(),
});

/** Options on every cloud. */
export const options = {
  /** Scheduled backups, by name. */
  schedules: z.record(objectName, schedule).default({ daily: { schedule: '0 3 * * *', ttl: '720h' } }),
  /** A folder in the bucket or container, for one that several clusters share. @default - its root */
  prefix: z.string().optional(),
  /** Whether volumes are backed up, too, as snapshots of the cloud. */
  snapshots: z.boolean().default(true),
  /** Runs an agent on each node that copies files of volumes. The namespace must allow its pods to read the host's files. */
  nodeAgent: z.boolean().default(false),
  /** The tag of the image of the cloud's plugin, which must fit Velero's version. */
  pluginVersion: imageTag.default('v1.14.0'),
  /** The service account, to which the rights to write backups are bound. */
  serviceAccount: objectName.default('velero'),
};

interface Options {
  readonly schedules: Readonly<Record<string, z.output<typeof schedule>>>;
  readonly prefix?: string | undefined;
  readonly snapshots: boolean;
  readonly nodeAgent: boolean;
  readonly pluginVersion: string;
  readonly serviceAccount: string;
}

/** What a cloud's plugin takes. */
interface Storage {
  /** Of the image `velero/<plugin>`. */
  readonly plugin: string;
  readonly provider: string;
  readonly bucket: string;
  readonly backups: { readonly config?: Readonly<Record<string, string>> };
  readonly volumes: { readonly config?: Readonly<Record<string, string>> };
  readonly serviceAccount?: { readonly annotations: Readonly<Record<string, string>> };
}

/** Values on every cloud. */
export const valuesOf = (options: Options, { plugin, provider, bucket, backups, volumes, serviceAccount }: Storage) => {
  const { schedules, prefix, snapshots } = options;
  const location = { name: 'default', provider };
  return {
    // Flux keeps the CRDs up to date; the chart's own Job isn't needed for that.
    upgradeCRDs: false,
    // The service account has the rights.
    credentials: { useSecret: false },
    serviceAccount: { server: { name: options.serviceAccount, ...serviceAccount } },
    initContainers: [
      {
        name: plugin,
        image: `velero/${plugin}:${options.pluginVersion}`,
        volumeMounts: [{ mountPath: '/target', name: 'plugins' }],
      },
    ],
    configuration: {
      backupStorageLocation: [
        { ...location, ...backups, bucket, default: true, ...(prefix === undefined ? {} : { prefix }) },
      ],
      volumeSnapshotLocation: snapshots ? [{ ...location, ...volumes }] : [],
    },
    snapshotsEnabled: snapshots,
    deployNodeAgent: options.nodeAgent,
    schedules: Object.fromEntries(
      Object.entries(schedules).map(([name, { schedule: cron, ...template }]) => [
        name,
        { schedule: cron, template: { ...template, ...(snapshots ? {} : { snapshotVolumes: false }) } },
      ]),
    ),
  };
};
