import { expect, test } from 'vitest';
import { linkerd } from '../../src/addons/linkerd/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

// linkerd-issuer or linkerd-issuer-secret makes it.
const external = [{ kind: 'Secret', namespace: 'linkerd', name: 'linkerd-identity-issuer' }];

describeAddon(linkerd, { external });

const specOf = (options: Readonly<Record<string, unknown>> = {}) =>
  synthAlone(linkerd, options, { external }).find('HelmRelease', 'linkerd-control-plane').spec;

test('reads the issuer and the trust anchor from one Secret', () => {
  const { valuesFrom, values } = specOf();
  expect(valuesFrom).toEqual([
    {
      kind: 'Secret',
      name: 'linkerd-identity-issuer',
      valuesKey: 'ca.crt',
      targetPath: 'identityTrustAnchorsPEM',
    },
  ]);
  expect(values).toEqual({ identity: { issuer: { scheme: 'kubernetes.io/tls' } } });
});

test("its namespace lets pods set up their network, and its webhooks don't see it", () => {
  const { labels } = synthAlone(linkerd, {}, { external }).find('Namespace', 'linkerd').metadata as { labels?: object };
  expect(labels).toEqual({
    'config.linkerd.io/admission-webhooks': 'disabled',
    'linkerd.io/is-control-plane': 'true',
    'pod-security.kubernetes.io/enforce': 'privileged',
  });
});

test('highly available, pods of Flux still start while the injector is down', () => {
  const { values } = specOf({ highAvailability: true });
  expect(values).toMatchObject({
    controllerReplicas: 3,
    enablePodAntiAffinity: true,
    enablePodDisruptionBudget: true,
    webhookFailurePolicy: 'Fail',
  });
  const [, names] = values.proxyInjector.namespaceSelector.matchExpressions;
  expect(names.values).toContain('flux-system');
});

test('without namespaces to leave out, the selector of the injector has no empty list', () => {
  const { values } = specOf({ highAvailability: true, withoutInjection: [] });
  expect(values.proxyInjector.namespaceSelector.matchExpressions).toEqual([
    { key: 'config.linkerd.io/admission-webhooks', operator: 'NotIn', values: ['disabled'] },
  ]);
});
