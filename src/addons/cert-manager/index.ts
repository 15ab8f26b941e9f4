import { addonBy } from '../../addon/addon-by.js';
import { aws } from './aws.js';
import { azure } from './azure.js';
import { gcp } from './gcp.js';

/**
 * cert-manager, which issues and renews TLS certificates. Issuers are other addons, such as acme-issuer, since its
 * webhook must serve before one can be applied. https://cert-manager.io/docs/
 */
export const certManager = addonBy('provider', 'aws', { aws, azure, gcp });
