import { z } from 'zod';
import { defineAddon } from '../define-addon.js';
import { addClass, addon, name, options } from './class.js';

/** gp3 volumes: https://github.com/kubernetes-sigs/aws-ebs-csi-driver/blob/master/docs/parameters.md */
export const aws = defineAddon({
  ...addon,
  description: 'the default StorageClass',
  options: z.object({
    /** The name by which volume claims refer to the class. */
    name,
    /** Whether volume claims that name no class get this one. */
    isDefault: z.boolean().default(true),
    /** I/O operations per second of a volume. */
    iops: z.number().int().min(3000).default(3000),
    /** Throughput of a volume, in MiB/s. */
    throughput: z.number().int().min(125).default(125),
    ...options,
    /** Whether volumes are encrypted with the account's key. @default - the account's own setting */
    encrypted: z.boolean().optional(),
    /** Whose volumes they are. */
    provider: z.literal('aws').default('aws'),
  }),
  build(scope, { options }) {
    addClass(scope, options, 'ebs.csi.aws.com', {
      type: 'gp3',
      'csi.storage.k8s.io/fstype': options.fileSystem,
      iops: String(options.iops),
      throughput: String(options.throughput),
      ...(options.encrypted === undefined ? {} : { encrypted: String(options.encrypted) }),
    });
  },
});
