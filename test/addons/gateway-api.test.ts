import { describe, expect, it, test } from 'vitest';
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

describe('pods of the Gateway', () => {
  const gatewayOf = (settings: object) => {
    const { find, objects } = synthAlone(gatewayApi, { ...settings });
    const parameters = objects.find(({ kind }) => kind === 'ConfigMap');
    return { reference: find('Gateway', 'gateway-api').spec.infrastructure.parametersRef, parameters };
  };
  const issuer = { kind: 'ClusterIssuer', name: 'letsencrypt', external: true };

  it('are two on Azure, of which a drained node takes one', () => {
    const { reference, parameters } = gatewayOf({ provider: 'azure', issuer });
    expect(reference).toEqual({ group: '', kind: 'ConfigMap', name: 'gateway-api' });
    expect(parameters).toMatchObject({
      metadata: { name: 'gateway-api', namespace: 'istio-system' },
      data: { deployment: 'spec:\n  replicas: 2\n', podDisruptionBudget: 'spec:\n  maxUnavailable: 1\n' },
    });
  });

  it.each([
    ['a single one', { provider: 'azure', issuer, replicas: 1 }],
    ['those of another controller', { provider: 'azure', issuer, controllerName: 'example.org/gateway' }],
    ['the one on AWS', {}],
  ])('have no parameters: %s', (_, settings) => {
    expect(gatewayOf(settings)).toEqual({ reference: undefined, parameters: undefined });
  });
});
