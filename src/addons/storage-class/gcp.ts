import { z } from 'zod';
import { defineAddon } from '../define-addon.js';
import { textLike } from '../text-options.js';
import { addClass, addon, name, options } from './class.js';

/** https://cloud.google.com/compute/docs/disks/about-regional-persistent-disk#disk_types */
const REPLICATED: readonly string[] = ['pd-standard', 'pd-balanced', 'pd-ssd'];

/** Persistent disks: https://github.com/kubernetes-sigs/gcp-compute-persistent-disk-csi-driver#storage-class-parameters */
export const gcp = defineAddon({
  ...addon,
  description: 'a StorageClass of persistent disks',
  options: z
    .object({
      /** The name by which volume claims refer to the class. */
      name,
      /** Whether volume claims that name no class get this one. GKE has a default of its own, `standard-rwo`. */
      isDefault: z.boolean().default(false),
      /** The kind of disk. */
      type: z.enum(['pd-standard', 'pd-balanced', 'pd-ssd', 'pd-extreme', 'hyperdisk-balanced']).default('pd-balanced'),
      ...options,
      /** Whether a volume is replicated in two zones of the region; `pd-extreme` and `hyperdisk-balanced` can't be. */
      regional: z.boolean().default(false),
      /** The id of a key in Cloud KMS. @default - keys of Google */
      kmsKey: textLike(/^projects\/.+\/cryptoKeys\/[^/]+$/, 'give the id of a key: projects/…/cryptoKeys/…').optional(),
      /** Whose volumes they are. */
      provider: z.literal('gcp').default('gcp'),
    })
    .refine(({ regional, type }) => !regional || REPLICATED.includes(type), {
      path: ['regional'],
      error: `leave it out, or choose a type that Google replicates: ${REPLICATED.join(', ')}`,
    }),
  build(scope, { options }) {
    addClass(scope, options, 'pd.csi.storage.gke.io', {
      type: options.type,
      'csi.storage.k8s.io/fstype': options.fileSystem,
      ...(options.regional ? { 'replication-type': 'regional-pd' } : {}),
      ...(options.kmsKey === undefined ? {} : { 'disk-encryption-kms-key': options.kmsKey }),
    });
  },
});
