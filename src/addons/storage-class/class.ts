import type { Construct } from 'constructs';
import { z } from 'zod';
import { StorageClass } from '../../constructs/storage-class.js';

/** What is the same on every cloud. */
export const addon = { name: 'storage-class' } as const;

/** The name of the class. */
export const name = z.string().default('storage-class');

/** Options on every cloud. */
export const options = {
  /** The file system of new volumes. */
  fileSystem: z.enum(['ext4', 'xfs']).default('ext4'),
  /** What happens to a volume when its claim is deleted. */
  reclaimPolicy: z.enum(['Delete', 'Retain']).default('Delete'),
};

interface Options {
  readonly name: string;
  readonly isDefault: boolean;
  readonly reclaimPolicy: 'Delete' | 'Retain';
}

export const addClass = (
  scope: Construct,
  { name, isDefault, reclaimPolicy }: Options,
  provisioner: string,
  parameters: Readonly<Record<string, string>>,
): void => {
  new StorageClass(scope, 'class', {
    name,
    annotations: { 'storageclass.kubernetes.io/is-default-class': String(isDefault) },
    provisioner,
    // A volume is bound to a zone: the one in which its pod's node is.
    volumeBindingMode: 'WaitForFirstConsumer',
    reclaimPolicy,
    allowVolumeExpansion: true,
    parameters: { ...parameters },
  });
};
