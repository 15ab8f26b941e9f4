import { ApiObject } from 'cdk8s';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineAddon } from '../../../src/addon/define-addon.js';
import { FluxApp } from '../../../src/cluster/flux-app.js';
import { FluxCluster } from '../../../src/cluster/flux-cluster.js';
import { printDiagnostic } from '../../../src/diagnostics/print.js';
import type { JsonObject } from '../../../src/json/json-value.js';
import { manifest } from '../../schema/update/update-case.js';
import { Repository } from '../repository.js';
import { type Synthesized, synth } from '../synth.js';

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const appOf = (objects: readonly JsonObject[]): FluxApp => {
  const app = new FluxApp();
  const addon = defineAddon({
    name: 'apps',
    build: (scope) => objects.forEach((one, at) => void new ApiObject(scope, `o${at}`, one as never)),
  });
  new FluxCluster(app, 'dev').stage('all', [addon()] as never);
  return app;
};
const change = async (from: readonly JsonObject[], to: readonly JsonObject[]): Promise<Synthesized> => {
  expect((await synth(repository, appOf(from))).written).toBe(true);
  repository.publish('the tree');
  return synth(repository, appOf(to));
};
const textOf = ({ diagnostics }: Synthesized) => diagnostics.map(printDiagnostic).join('');

type Annotations = Readonly<Record<string, string>>;
const at = (annotations: Annotations) => ({ name: 'web', namespace: 'default', annotations });
const service = (annotations: Annotations, spec: JsonObject = {}): JsonObject =>
  manifest('v1', 'Service', {
    metadata: at(annotations),
    spec: { type: 'LoadBalancer', selector: { app: 'web' }, ports: [{ port: 80 }], ...spec },
  });
const ingress = (annotations: Annotations, spec: JsonObject = {}): JsonObject =>
  manifest('networking.k8s.io/v1', 'Ingress', {
    metadata: at(annotations),
    spec: { ingressClassName: 'alb', defaultBackend: { service: { name: 'web', port: { number: 80 } } }, ...spec },
  });
const gateway = (annotations: Annotations, gatewayClassName = 'istio'): JsonObject =>
  manifest('gateway.networking.k8s.io/v1', 'Gateway', {
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      gatewayClassName,
      listeners: [{ name: 'http', port: 80, protocol: 'HTTP' }],
      infrastructure: { annotations },
    },
  });
const ingressClass = (name: string, controller: string, params?: string): JsonObject =>
  manifest('networking.k8s.io/v1', 'IngressClass', {
    metadata: { name },
    spec: {
      controller,
      ...(params === undefined
        ? {}
        : { parameters: { apiGroup: 'elbv2.k8s.aws', kind: 'IngressClassParams', name: params } }),
    },
  });
const params = (spec: JsonObject): JsonObject =>
  manifest('elbv2.k8s.aws/v1beta1', 'IngressClassParams', { metadata: { name: 'shared' }, spec });
const release = (values: JsonObject): JsonObject =>
  manifest('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      interval: '10m',
      chart: { spec: { chart: 'ingress', version: '1.0.0', sourceRef: { kind: 'HelmRepository', name: 'charts' } } },
      values,
    },
  });

const AWS = 'service.beta.kubernetes.io/aws-load-balancer-';
const AZURE = 'service.beta.kubernetes.io/azure-load-balancer-internal';
const GKE = 'networking.gke.io/load-balancer-type';
const aws = (scheme: string, more: Annotations = { [`${AWS}type`]: 'external' }) => ({
  [`${AWS}scheme`]: scheme,
  ...more,
});
const alb = (scheme: string) => ({ 'alb.ingress.kubernetes.io/scheme': scheme });
const group = (name: string) => ({ 'alb.ingress.kubernetes.io/group.name': name });
const inValues = (annotations: Annotations) => release({ controller: { service: { annotations } } });

type Case = readonly [string, readonly JsonObject[], readonly JsonObject[]];

describe('a load balancer that its controller recreates', () => {
  it('is refused, with who can reach it', async () => {
    const result = await change([service(aws('internal'))], [service(aws('internet-facing'))]);
    expect(result.written).toBe(false);
    expect(textOf(result)).toMatchInlineSnapshot(`
      "error FX517 change-not-declared: Service/web in default destroys its load balancer and its addresses: service.beta.kubernetes.io/aws-load-balancer-scheme "internal" → "internet-facing"
        at   dev/Service/web in default
        note the controller deletes the load balancer, and makes one at another address that the internet can reach
        fix  to keep it, leave this Service as it is, and add a second one; if that is intended, declare it in the cluster's code: .replaced({ kind: 'Service', name: 'web', namespace: 'default' }, { reason: '…' })
      "
    `);
  });

  it.each<Case>([
    ['an NLB of the controller', [service(aws('internet-facing'))], [service(aws('internal'))]],
    [
      'one by its class',
      [service(aws('internal', {}), { loadBalancerClass: 'service.k8s.aws/nlb' })],
      [service(aws('internet-facing', {}), { loadBalancerClass: 'service.k8s.aws/nlb' })],
    ],
    ['Azure', [service({ [AZURE]: 'true' })], [service({})]],
    ['Azure, the other way', [service({})], [service({ [AZURE]: 'true' })]],
    ['Google Cloud', [service({ [GKE]: 'Internal' })], [service({})]],
    ['an ALB', [ingress(alb('internal'))], [ingress(alb('internet-facing'))]],
    ['an ALB of another group', [ingress(group('a'))], [ingress(group('b'))]],
    ['an ALB that becomes part of a group', [ingress({})], [ingress(group('b'))]],
    [
      'an Ingress of another class',
      [ingressClass('nginx', 'k8s.io/ingress-nginx'), ingress({})],
      [ingressClass('nginx', 'k8s.io/ingress-nginx'), ingress({}, { ingressClassName: 'nginx' })],
    ],
    ['a Gateway of Istio', [gateway(aws('internal'))], [gateway(aws('internet-facing'))]],
    ['parameters of a class', [params({ scheme: 'internal' })], [params({ scheme: 'internet-facing' })]],
  ])('is refused for %s', async (_, from, to) => {
    expect(await change(from, to)).toMatchObject({ codes: ['FX517'], written: false });
  });

  it.each<Case>([
    [
      'a Service that some other controller may have',
      [service(aws('internal', {}))],
      [service(aws('internet-facing', {}))],
    ],
    ['values of a chart', [inValues(aws('internal'))], [inValues(aws('internet-facing'))]],
    ['removed values', [inValues({ [AZURE]: 'true' })], [inValues({})]],
    ['the default of a flag', [ingress({})], [ingress(alb('internet-facing'))]],
    ['a class outside of the tree', [ingress({})], [ingress({}, { ingressClassName: 'nginx' })]],
    ['an address that is no longer requested', [service({}, { loadBalancerIP: '192.0.2.1' })], [service({})]],
    ['a Gateway of another controller', [gateway({ [AZURE]: 'true' }, 'envoy')], [gateway({}, 'envoy')]],
  ])('is a warning for %s', async (_, from, to) => {
    expect(await change(from, to)).toMatchObject({ codes: ['FX516'], written: true });
  });

  it.each<Case>([
    // The controller keeps the scheme that it finds.
    ['AWS, without an explicit scheme', [service(aws('internal'))], [service({ [`${AWS}type`]: 'external' })]],
    [
      'an older key with the same meaning',
      [service({ [GKE]: 'Internal' })],
      [service({ 'cloud.google.com/load-balancer-type': 'internal' })],
    ],
    ['a default that becomes explicit', [ingress({})], [ingress(alb('internal'))]],
    ['a value that is the default', [service({})], [service({ [AZURE]: 'false' })]],
    [
      'a Service without a load balancer',
      [service({ [AZURE]: 'true' }, { type: 'ClusterIP' })],
      [service({}, { type: 'ClusterIP' })],
    ],
    [
      'an address requested in another field',
      [service({}, { loadBalancerIP: '192.0.2.1' })],
      [service({ 'metallb.io/loadBalancerIPs': '192.0.2.1' })],
    ],
    [
      'a scheme that the class sets',
      [ingressClass('alb', 'ingress.k8s.aws/alb', 'shared'), params({ scheme: 'internal' }), ingress(alb('internal'))],
      [
        ingressClass('alb', 'ingress.k8s.aws/alb', 'shared'),
        params({ scheme: 'internal' }),
        ingress(alb('internet-facing')),
      ],
    ],
    [
      'an Ingress of another controller',
      [ingress(alb('internal'), { ingressClassName: 'nginx' })],
      [ingress(alb('internet-facing'), { ingressClassName: 'nginx' })],
    ],
    [
      'two classes of one controller',
      [ingressClass('apps', 'ingress.k8s.aws/alb'), ingress({})],
      [ingressClass('apps', 'ingress.k8s.aws/alb'), ingress({}, { ingressClassName: 'apps' })],
    ],
    ['other values', [inValues(aws('internal'))], [inValues({ ...aws('internal'), [`${AWS}name`]: 'web' })]],
  ])('is written for %s', async (_, from, to) => {
    expect(await change(from, to)).toMatchObject({ codes: [], written: true });
  });
});

describe('the removal of an Ingress', () => {
  it('destroys its own ALB', async () => {
    const gone = await change([ingress({}), service({}, { type: 'ClusterIP' })], [service({}, { type: 'ClusterIP' })]);
    expect(gone.codes).toEqual(['FX502']);
    expect(textOf(gone)).toContain('Ingress/web in default is removed, and with it its load balancer and its address');
  });

  it.each<Case>([
    ['shared with others', [ingress(group('shared'))], []],
    ['of another controller', [ingress({}, { ingressClassName: 'nginx' })], []],
    [
      'whose class may be shared',
      [ingress({}), release({ ingressClassParams: { spec: { group: { name: 'shared' } } } })],
      [release({ ingressClassParams: { spec: { group: { name: 'shared' } } } })],
    ],
  ])('keeps an ALB %s', async (_, from, to) => {
    const keep = service({}, { type: 'ClusterIP' });
    expect((await change([...from, keep], [...to, keep])).codes).toEqual([]);
  });
});

describe('a claim that a chart has made', () => {
  const claim = (persistence: JsonObject) => [release({ server: { persistence } })];
  const on = { enabled: true, size: '1Gi' };

  it('may be deleted if its values change', async () => {
    const result = await change(claim(on), claim({ enabled: false }));
    expect(result).toMatchObject({ codes: ['FX516'], written: true });
    expect(textOf(result)).toMatch(
      /may destroy a claim of the chart with its data: spec\.values\.server\.persistence\.enabled true → false/,
    );
  });

  it('may be deleted if another one takes its place', async () => {
    expect((await change(claim(on), claim({ ...on, existingClaim: 'data' }))).codes).toEqual(['FX516']);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['the same size in another unit', on, { ...on, size: '1024Mi' }],
    [
      'a claim that the chart has not made',
      { ...on, existingClaim: 'data' },
      { enabled: false, existingClaim: 'data' },
    ],
    ['a claim that Helm keeps', { ...on, annotations: { 'helm.sh/resource-policy': 'keep' } }, { enabled: false }],
    ['no claim of its own', { ...on, type: 'emptyDir' }, { enabled: false }],
    ['a new claim', { enabled: false }, on],
  ])('stays with %s', async (_, from, to) => {
    expect((await change(claim(from), claim(to))).codes).toEqual([]);
  });
});

describe('a Certificate that switches to another Secret', () => {
  const certificate = (secretName: string, name = 'web'): JsonObject =>
    manifest('cert-manager.io/v1', 'Certificate', {
      metadata: { name, namespace: 'default' },
      spec: { secretName, dnsNames: ['a.example.org'], issuerRef: { name: 'ca' } },
    });
  const reader = (secretName: string, annotations: Annotations = {}) =>
    ingress(annotations, { ingressClassName: 'nginx', tls: [{ hosts: ['a.example.org'], secretName }] });

  it('lets the old Secret expire while other objects name it', async () => {
    const result = await change([certificate('old'), reader('old')], [certificate('new'), reader('old')]);
    expect(result).toMatchObject({ codes: ['FX516'], written: true });
    expect(textOf(result)).toContain(
      'may destroy the certificate in Secret/old, which others still name: Ingress/web in default: spec.secretName "old" → "new"',
    );
  });

  it.each<[string, JsonObject]>([
    ['other objects name the new one', reader('new')],
    ['another Certificate writes it', certificate('old', 'other')],
    ['the reader has a Certificate made for it', reader('old', { 'cert-manager.io/issuer': 'ca' })],
  ])('is written where %s', async (_, other) => {
    const rest = other['kind'] === 'Certificate' ? [other, reader('old')] : [other];
    const from = other['kind'] === 'Certificate' ? [reader('old')] : [other];
    expect((await change([certificate('old'), ...from], [certificate('new'), ...rest])).codes).toEqual([]);
  });
});
