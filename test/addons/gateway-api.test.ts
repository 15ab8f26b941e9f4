import { expect, test } from 'vitest';
import { gatewayApi } from '../../src/addons/gateway-api/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(gatewayApi);

const annotation = (name: string) => `service.beta.kubernetes.io/aws-load-balancer-${name}`;

test('the load balancer ends TLS with the certificate of Terraform', () => {
  const { spec } = synthAlone(gatewayApi).find('Gateway', 'gateway-api');
  expect(spec.infrastructure.annotations).toMatchObject({
    [annotation('ssl-cert')]: '${TF_ACM_CERT_ARN}',
    [annotation('ssl-ports')]: '443',
    [annotation('ssl-negotiation-policy')]: 'ELBSecurityPolicy-TLS13-1-2-2021-06',
    [annotation('scheme')]: 'internet-facing',
  });
  expect(
    spec.listeners.map((one: { name: string; port: number; protocol: string }) => [one.name, one.port, one.protocol]),
  ).toEqual([
    ['http', 80, 'HTTP'],
    ['https', 443, 'HTTP'],
  ]);
});

test('the Gateway is of the class that is made beside it', () => {
  const { find } = synthAlone(gatewayApi, { name: 'edge', className: 'mesh', controllerName: 'example.org/gateway' });
  expect(find('Gateway', 'edge').spec.gatewayClassName).toBe(find('GatewayClass', 'mesh').metadata.name);
  expect(find('GatewayClass', 'mesh').spec).toEqual({ controllerName: 'example.org/gateway' });
});

test('labels, annotations and who may hang routes on it are options', () => {
  const { infrastructure, listeners } = synthAlone(gatewayApi, {
    scheme: 'internal',
    targetType: 'instance',
    sslPolicy: 'ELBSecurityPolicy-TLS13-1-3-2021-06',
    labels: { app: 'edge' },
    annotations: { [annotation('type')]: 'nlb', team: 'web' },
    routesFrom: 'Same',
  }).find('Gateway', 'gateway-api').spec;
  expect(infrastructure.labels).toEqual({ app: 'edge' });
  expect(infrastructure.annotations).toMatchObject({
    [annotation('scheme')]: 'internal',
    [annotation('nlb-target-type')]: 'instance',
    [annotation('ssl-negotiation-policy')]: 'ELBSecurityPolicy-TLS13-1-3-2021-06',
    [annotation('type')]: 'nlb',
    team: 'web',
  });
  expect(listeners[1].allowedRoutes.namespaces.from).toBe('Same');
});
