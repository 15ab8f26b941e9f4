import { expect, test } from 'vitest';
import { externalSecrets } from '../../src/addons/external-secrets/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(externalSecrets);

test('leaves the CRDs to the addon that provides them', () => {
  const { spec } = synthAlone(externalSecrets).find('HelmRelease', 'external-secrets');
  expect(spec.values.installCRDs).toBe(false);
  expect([spec.install.crds, spec.upgrade.crds]).toEqual(['Skip', 'Skip']);
});

test('makes its namespace, which Flux does not take away', () => {
  expect(synthAlone(externalSecrets).find('Namespace', 'external-secrets').metadata).toMatchObject({
    annotations: { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' },
  });
});

test('with two replicas one leads', () => {
  const valuesOf = (options: object) =>
    synthAlone(externalSecrets, { ...options }).find('HelmRelease', 'external-secrets').spec.values;
  expect(valuesOf({})).not.toHaveProperty('leaderElect');
  expect(valuesOf({ replicas: 2, webhookReplicas: 3 })).toMatchObject({
    leaderElect: true,
    replicaCount: 2,
    webhook: { replicaCount: 3 },
  });
});
