import { z } from 'zod';
import { defineAddon } from '../../addon/define-addon.js';
import { Gateway } from '../../constructs/gateway.js';
import { GatewayClass } from '../../constructs/gateway-class.js';
import { arn } from '../../contract/index.js';

/**
 * The GatewayClass of Istio and one Gateway on an AWS network load balancer, which ends TLS.
 * https://istio.io/latest/docs/tasks/traffic-management/ingress/gateway-api/
 */
export const gatewayApi = defineAddon({
  name: 'gateway-api',
  description: 'the Gateway through which HTTP traffic enters',
  namespace: 'istio-system',
  createNamespace: true,
  requires: ['gateway.networking.k8s.io', 'istio'],
  provides: ['gateway'],
  infra: {
    vars: {
      TF_ACM_CERT_ARN: arn('acm', 'certificate/0a1b2c3d-0000-4000-8000-000000000000').meta({
        description: "ARN of the load balancer's certificate",
      }),
    },
  },
  options: z.object({
    /** The name by which routes refer to the Gateway. */
    name: z.string().default('gateway-api'),
    /** The name of the GatewayClass. */
    className: z.string().default('istio'),
    /** The controller that implements the class. */
    controllerName: z.string().default('istio.io/gateway-controller'),
    /** Whether the load balancer has public addresses. */
    scheme: z.enum(['internet-facing', 'internal']).default('internet-facing'),
    /** Whether the load balancer sends traffic to pods or to node ports. */
    targetType: z.enum(['ip', 'instance']).default('ip'),
    /** The load balancer's security policy, which sets TLS versions and ciphers. */
    sslPolicy: z.string().default('ELBSecurityPolicy-TLS13-1-2-2021-06'),
    /** Labels of the objects that the controller makes for the Gateway. */
    labels: z.record(z.string(), z.string()).default({ app: 'istio-gateway' }),
    /** Annotations of the Gateway's Service; they override those that the other options set. */
    annotations: z.record(z.string(), z.string()).default({}),
    /** The namespaces whose routes can attach to the Gateway. */
    routesFrom: z.enum(['All', 'Same']).default('All'),
  }),
  build(scope, { options, vars }) {
    new GatewayClass(scope, 'class', {
      name: options.className,
      spec: { controllerName: options.controllerName },
    });
    const allowedRoutes = { namespaces: { from: options.routesFrom } };
    new Gateway(scope, 'gateway', {
      name: options.name,
      spec: {
        gatewayClassName: options.className,
        infrastructure: {
          labels: options.labels,
          annotations: {
            'service.beta.kubernetes.io/aws-load-balancer-type': 'external',
            'service.beta.kubernetes.io/aws-load-balancer-nlb-target-type': options.targetType,
            'service.beta.kubernetes.io/aws-load-balancer-scheme': options.scheme,
            'service.beta.kubernetes.io/aws-load-balancer-ssl-cert': vars.TF_ACM_CERT_ARN,
            'service.beta.kubernetes.io/aws-load-balancer-ssl-ports': '443',
            // https://docs.aws.amazon.com/elasticloadbalancing/latest/network/describe-ssl-policies.html
            'service.beta.kubernetes.io/aws-load-balancer-ssl-negotiation-policy': options.sslPolicy,
            'service.beta.kubernetes.io/aws-load-balancer-backend-protocol': 'tcp',
            ...options.annotations,
          },
        },
        listeners: [
          { name: 'http', protocol: 'HTTP', port: 80, allowedRoutes },
          // The load balancer has ended TLS: what arrives here is plain HTTP.
          { name: 'https', protocol: 'HTTP', port: 443, allowedRoutes },
        ],
      },
    });
  },
});
