import { z } from 'zod';
import { defineAddon } from '../../addon/define-addon.js';
import { StorageClass } from '../../constructs/storage-class.js';

/**
 * A StorageClass of gp3 volumes, which the EBS CSI driver makes. Kubernetes lets no one change a class's parameters:
 * other ones need another `name`, or a class that was deleted before.
 * https://kubernetes.io/docs/concepts/storage/storage-classes/
 */
export const storageClass = defineAddon({
  name: 'storage-class',
  description: 'the default StorageClass',
  options: z.object({
    /** The name by which volume claims refer to the class. */
    name: z.string().default('storage-class'),
    /** Whether volume claims that name no class get this one. */
    isDefault: z.boolean().default(true),
    /** I/O operations per second of a volume. */
    iops: z.number().int().min(3000).default(3000),
    /** Throughput of a volume, in MiB/s. */
    throughput: z.number().int().min(125).default(125),
    /** The file system of new volumes. */
    fileSystem: z.enum(['ext4', 'xfs']).default('ext4'),
    /** Whether volumes are encrypted with the account's key. @default - the account's own setting */
    encrypted: z.boolean().optional(),
    /** What happens to a volume when its claim is deleted. */
    reclaimPolicy: z.enum(['Delete', 'Retain']).default('Delete'),
  }),
  build(scope, { options }) {
    new StorageClass(scope, 'class', {
      name: options.name,
      annotations: { 'storageclass.kubernetes.io/is-default-class': String(options.isDefault) },
      provisioner: 'ebs.csi.aws.com',
      // A volume is bound to a zone: the one in which its pod's node is.
      volumeBindingMode: 'WaitForFirstConsumer',
      reclaimPolicy: options.reclaimPolicy,
      allowVolumeExpansion: true,
      parameters: {
        type: 'gp3',
        'csi.storage.k8s.io/fstype': options.fileSystem,
        iops: String(options.iops),
        throughput: String(options.throughput),
        ...(options.encrypted === undefined ? {} : { encrypted: String(options.encrypted) }),
      },
    });
  },
});
