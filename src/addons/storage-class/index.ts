import { addonBy } from '../../addon/addon-by.js';
import { aws } from './aws.js';
import { azure } from './azure.js';
import { gcp } from './gcp.js';

/**
 * A StorageClass of a cloud's disks, which its CSI driver makes. Kubernetes lets no one change a class's parameters:
 * other ones need another `name`, or a class that was deleted before.
 * https://kubernetes.io/docs/concepts/storage/storage-classes/
 */
export const storageClass = addonBy('provider', 'aws', { aws, azure, gcp });
