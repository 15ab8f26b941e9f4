import { addonBy } from '../../addon/addon-by.js';
import { aws } from './aws.js';
import { azure } from './azure.js';
import { gcp } from './gcp.js';

/**
 * The GatewayClass of Istio and one Gateway on a load balancer of the cloud. On AWS the load balancer ends TLS, with a
 * certificate of ACM; elsewhere the Gateway does, with one of cert-manager.
 * https://istio.io/latest/docs/tasks/traffic-management/ingress/gateway-api/
 */
export const gatewayApi = addonBy('provider', 'aws', { aws, azure, gcp });
