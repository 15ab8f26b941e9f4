import type { Construct } from 'constructs';
import { z } from 'zod';
import { Certificate } from '../../../imports/cert-manager.io.js';
import { ConfigMap } from '../../../imports/core.js';
import { Gateway, type GatewayProps } from '../../constructs/gateway.js';
import { GatewayClass } from '../../constructs/gateway-class.js';
import { hostname, type TextVar } from '../../contract/index.js';

/** What is the same on every cloud. */
export const addon = {
  name: 'gateway-api',
  description: 'the Gateway through which HTTP traffic enters',
  namespace: 'istio-system',
  createNamespace: true,
  provides: ['gateway'],
} as const;

const ISTIO = 'istio.io/gateway-controller';

/** The option of each cloud, with its own default. */
export const replicas = z.number().int().min(1);

/** Options on every cloud. */
export const options = {
  /** The name by which routes refer to the Gateway. */
  name: z.string().default('gateway-api'),
  /** The name of the GatewayClass. */
  className: z.string().default('istio'),
  /** The controller that implements the class. */
  controllerName: z.string().default(ISTIO),
  /** Whether the load balancer has public addresses. */
  scheme: z.enum(['internet-facing', 'internal']).default('internet-facing'),
  /** Labels of the objects that the controller makes for the Gateway. */
  labels: z.record(z.string(), z.string()).default({ app: 'istio-gateway' }),
  /** Annotations of the Gateway's Service; they override those that the other options set. */
  annotations: z.record(z.string(), z.string()).default({}),
  /** The namespaces whose routes can attach to the Gateway. */
  routesFrom: z.enum(['All', 'Same']).default('All'),
};

interface Options {
  readonly name: string;
  readonly className: string;
  readonly controllerName: string;
  readonly replicas: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly routesFrom: 'All' | 'Same';
}

type Listener = NonNullable<GatewayProps['spec']>['listeners'][number];

/**
 * The GatewayClass and the Gateway.
 *
 * @param annotations those of the cloud
 * @param tls where the Gateway ends TLS; undefined where the load balancer does
 */
export const addGateway = (
  scope: Construct,
  options: Options,
  annotations: Readonly<Record<string, string>>,
  tls?: Listener['tls'],
): void => {
  new GatewayClass(scope, 'class', {
    name: options.className,
    spec: { controllerName: options.controllerName },
  });
  const allowedRoutes = { namespaces: { from: options.routesFrom } };
  const https: Listener =
    tls === undefined
      ? // The load balancer has ended TLS: what arrives here is plain HTTP.
        { name: 'https', protocol: 'HTTP', port: 443, allowedRoutes }
      : { name: 'https', protocol: 'HTTPS', port: 443, tls, allowedRoutes };
  const parameters = addParameters(scope, options);
  new Gateway(scope, 'gateway', {
    name: options.name,
    spec: {
      gatewayClassName: options.className,
      infrastructure: {
        labels: options.labels,
        annotations: { ...annotations, ...options.annotations },
        ...(parameters === undefined ? {} : { parametersRef: { group: '', kind: 'ConfigMap', name: parameters.name } }),
      },
      listeners: [{ name: 'http', protocol: 'HTTP', port: 80, allowedRoutes }, https],
    },
  });
};

/**
 * What Istio merges into the objects that it makes for the Gateway: without it, there is one pod.
 * https://istio.io/latest/docs/tasks/traffic-management/ingress/gateway-api/#automated-deployment
 */
const addParameters = (scope: Construct, { name, controllerName, replicas }: Options): ConfigMap | undefined =>
  replicas === 1 || controllerName !== ISTIO
    ? undefined
    : new ConfigMap(scope, 'parameters', {
        name,
        data: {
          deployment: `spec:\n  replicas: ${replicas}\n`,
          podDisruptionBudget: 'spec:\n  maxUnavailable: 1\n',
        },
      });

/** What a Gateway needs that ends TLS itself, with a certificate of cert-manager. */
export const withCertificate = {
  requires: ['gateway.networking.k8s.io', 'istio', 'cert-manager', 'cert-manager.io'],
} as const;

/** The vars of a Gateway that ends TLS itself. */
export const domainVars = {
  TF_GATEWAY_DOMAIN: hostname().meta({
    description: 'domain of the certificate, which is also for all names one level below it',
    examples: ['dev.example.org'],
  }),
};

/** The issuer of the certificate; the default is what acme-issuer makes. */
export const issuer = z
  .strictObject({
    kind: z.enum(['ClusterIssuer', 'Issuer']),
    name: z.string(),
    /** The issuer is there without fluxspan. */
    external: z.boolean().default(false),
  })
  .default({ kind: 'ClusterIssuer', name: 'letsencrypt', external: false });

/** The certificate, and where the Gateway finds it. */
export const addCertificate = (
  scope: Construct,
  name: string,
  issuerRef: z.output<typeof issuer>,
  domain: TextVar<'TF_GATEWAY_DOMAIN'>,
): NonNullable<Listener['tls']> => {
  const secretName = `${name}-tls`;
  new Certificate(scope, 'certificate', {
    name,
    spec: { secretName, dnsNames: [domain, `*.${domain}`], issuerRef },
  });
  return { mode: 'Terminate', certificateRefs: [{ name: secretName }] };
};
