import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/json/json-value.js';
import { checkState } from '../../../src/rules/index.js';
import { schemas } from '../../support/schemas.js';
import { type Files, kustomization, stateOf } from '../yaml-repository.js';

const release = (name: string, chart: string, values: JsonObject = {}, more: JsonObject = {}): string =>
  JSON.stringify({
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name, namespace: 'system' },
    spec: {
      interval: '5m',
      chart: { spec: { chart, version: '1.0.0', sourceRef: { kind: 'HelmRepository', name: 'charts' } } },
      values,
      ...more,
    },
  });
const object = (apiVersion: string, kind: string, namespace = 'web'): string =>
  JSON.stringify({ apiVersion, kind, metadata: { name: 'web', namespace } });
const service = object('v1', 'Service');
const ingress = object('networking.k8s.io/v1', 'Ingress');
const namespace = JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'web' } });

/** What the rule says of a release, and of another Kustomization. */
const told = (first: string, second: string, { waits = '', also = '' } = {}): readonly string[] => {
  const files: Files = {
    'clusters/prod/first.yaml': kustomization('first', also),
    'clusters/prod/second.yaml': kustomization('second', waits),
    'first/release.yaml': first,
    'second/object.yaml': second,
  };
  return checkState(stateOf(files), { schemas }).flatMap(({ code, message }) => (code === 'FX600' ? [message] : []));
};
const asked = (kind: string) => [
  expect.stringMatching(
    new RegExp(
      `^until the pods of HelmRelease/.+ serve, its webhook makes the API server refuse every new ${kind}: Kustomization "second" creates some, or may, without waiting for it$`,
    ),
  ),
];

const AWS = 'aws-load-balancer-controller';
const LINKERD = 'linkerd-control-plane';
const selector = (key: string, operator: string, ...values: readonly string[]) => ({
  proxyInjector: { namespaceSelector: { matchExpressions: [{ key, operator, values }] } },
});

describe('a webhook that fails closed, and is asked about what others create', () => {
  it.each<readonly [string, JsonObject, string, string]>([
    [AWS, {}, 'Service', service],
    [AWS, {}, 'Service', release('podinfo', 'podinfo')],
    [AWS, { enableServiceMutatorWebhook: true }, 'Service', service],
    [AWS, { serviceMutatorWebhookConfig: { failurePolicy: 'Fail', operations: ['CREATE'] } }, 'Service', service],
    [AWS, { enableServiceMutatorWebhook: false }, 'Ingress', ingress],
    ['ingress-nginx', {}, 'Ingress', ingress],
    [LINKERD, { webhookFailurePolicy: 'Fail' }, 'Service', service],
    [LINKERD, { webhookFailurePolicy: 'Fail', ...selector('a', 'NotIn', 'b'), proxyInjector: {} }, 'Service', service],
  ])('is reported for %s with %j, and a new %s', (chart, values, kind, other) => {
    expect(told(release('x', chart, values), other)).toEqual(asked(kind));
    expect(told(release('x', chart, values), other, { waits: '  dependsOn: [{ name: first }]' })).toEqual([]);
    expect(told(release('x', chart, values), other, { also: '  dependsOn: [{ name: second }]' })).toEqual([]);
  });

  it.each<readonly [string, JsonObject, string]>([
    [AWS, { enableServiceMutatorWebhook: false }, service],
    [AWS, { serviceMutatorWebhookConfig: { failurePolicy: 'Ignore' } }, service],
    [AWS, { serviceMutatorWebhookConfig: { objectSelector: { matchLabels: { a: 'b' } } } }, service],
    [AWS, { serviceMutatorWebhookConfig: { operations: ['UPDATE'] } }, service],
    [AWS, {}, object('v1', 'ConfigMap')],
    [AWS, { enableServiceMutatorWebhook: false, webhookConfig: { disableIngressValidation: true } }, ingress],
    [AWS, { ingressValidatorWebhookConfig: { failurePolicy: 'Ignore' } }, ingress],
    ['ingress-nginx', {}, service],
    ['ingress-nginx', {}, release('podinfo', 'podinfo')],
    ['ingress-nginx', { controller: { admissionWebhooks: { enabled: false } } }, ingress],
    ['ingress-nginx', { controller: { admissionWebhooks: { failurePolicy: 'Ignore' } } }, ingress],
    [LINKERD, {}, service],
    [LINKERD, { webhookFailurePolicy: 'Fail' }, object('v1', 'Service', 'kube-system')],
    [LINKERD, { webhookFailurePolicy: 'Fail', ...selector('kubernetes.io/metadata.name', 'NotIn', 'web') }, service],
    [LINKERD, { webhookFailurePolicy: 'Fail', ...selector('injected', 'In', 'yes') }, service],
    ['cert-manager', {}, service],
  ])("isn't reported for %s with %j", (chart, values, other) => {
    expect(told(release('x', chart, values), other)).toEqual([]);
  });

  it.each<readonly [JsonObject, boolean]>([
    [{}, true],
    [{ validatingWebhookFailurePolicy: 'Ignore' }, true],
    [{ validatingWebhookCheckIgnoreFailurePolicy: 'Ignore' }, false],
    [{ disableValidatingWebhook: true }, false],
  ])('is that of Gatekeeper for the label of a new Namespace, with %j: %s', (values, expected) => {
    const isTold = (other: string) =>
      told(release('x', 'gatekeeper', values), other).some((message) => /Namespace: .*"second"/.test(message));
    expect(isTold(namespace)).toBe(expected);
    expect(isTold(service)).toBe(false);
  });

  it("isn't reported for what waits for the Kustomization that applies the webhook's, and waits for it", () => {
    const messages = (wait: boolean) =>
      checkState(
        stateOf({
          'clusters/prod/outer.yaml': kustomization('outer', `  wait: ${wait}`),
          'clusters/prod/between.yaml': kustomization('between', '  dependsOn: [{ name: outer }]'),
          'clusters/prod/second.yaml': kustomization('second', '  dependsOn: [{ name: between }]'),
          'outer/first.yaml': kustomization('first', '  wait: true'),
          'first/release.yaml': release('x', AWS),
          'between/config.yaml': object('v1', 'ConfigMap'),
          'second/object.yaml': service,
        }),
        { schemas },
      ).flatMap(({ code, message }) => (code === 'FX600' ? [message] : []));
    expect(messages(true)).toEqual([]);
    expect(messages(false)).toEqual(asked('Service'));
  });

  it("isn't reported for a release that waits for the webhook's", () => {
    const waiting = { dependsOn: [{ name: 'x' }] };
    expect(told(release('x', AWS), release('podinfo', 'podinfo', {}, waiting))).toEqual([]);
    const other = { dependsOn: [{ name: 'x', namespace: 'other' }] };
    expect(told(release('x', AWS), release('podinfo', 'podinfo', {}, other))).toEqual(asked('Service'));
  });
});
