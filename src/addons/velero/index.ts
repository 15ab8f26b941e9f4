import { addonBy } from '../../addon/addon-by.js';
import { aws } from './aws.js';
import { azure } from './azure.js';
import { gcp } from './gcp.js';

/** Velero, which backs up the cluster's objects and volumes to a cloud: https://velero.io/docs/latest/ */
export const velero = addonBy('provider', 'aws', { aws, azure, gcp });
