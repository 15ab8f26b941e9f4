import { addonBy } from '../../addon/addon-by.js';
import { aws } from './aws.js';
import { azure } from './azure.js';
import { gcp } from './gcp.js';

/**
 * A ClusterIssuer for an ACME server such as Let's Encrypt. It answers challenges with records in the DNS zones of a
 * cloud, with the rights of cert-manager's pods: `certManager()` takes the same `provider`.
 * https://cert-manager.io/docs/configuration/acme/dns01/
 */
export const acmeIssuer = addonBy('provider', 'aws', { aws, azure, gcp });
