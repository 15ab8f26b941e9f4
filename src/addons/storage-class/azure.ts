import { z } from 'zod';
import { defineAddon } from '../define-addon.js';
import { textLike } from '../text-options.js';
import { addClass, addon, name, options } from './class.js';

const UNCACHED: readonly string[] = ['PremiumV2_LRS', 'UltraSSD_LRS'];

/** Managed disks: https://github.com/kubernetes-sigs/azuredisk-csi-driver/blob/master/docs/driver-parameters.md */
export const azure = defineAddon({
  ...addon,
  description: 'a StorageClass of managed disks',
  options: z.object({
    /** The name by which volume claims refer to the class. */
    name,
    /** Whether volume claims that name no class get this one. AKS has a default of its own, `default`. */
    isDefault: z.boolean().default(false),
    /** The kind of disk, and how it is replicated. */
    skuName: z
      .enum([
        'Standard_LRS',
        'StandardSSD_LRS',
        'StandardSSD_ZRS',
        'Premium_LRS',
        'Premium_ZRS',
        'PremiumV2_LRS',
        'UltraSSD_LRS',
      ])
      .default('StandardSSD_ZRS'),
    ...options,
    /** The id of a disk encryption set, for keys of your own. @default - keys of Azure */
    diskEncryptionSetId: textLike(
      /^\/subscriptions\/.+\/diskEncryptionSets\/[^/]+$/,
      'give the resource id of a disk encryption set: /subscriptions/…/diskEncryptionSets/…',
    ).optional(),
    /** Whose volumes they are. */
    provider: z.literal('azure').default('azure'),
  }),
  build(scope, { options }) {
    addClass(scope, options, 'disk.csi.azure.com', {
      skuName: options.skuName,
      'csi.storage.k8s.io/fstype': options.fileSystem,
      // These disks have no host cache: https://learn.microsoft.com/azure/virtual-machines/disks-types
      ...(UNCACHED.includes(options.skuName) ? { cachingMode: 'None' } : {}),
      ...(options.diskEncryptionSetId === undefined ? {} : { diskEncryptionSetID: options.diskEncryptionSetId }),
    });
  },
});
