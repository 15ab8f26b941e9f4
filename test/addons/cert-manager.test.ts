import { expect, test } from 'vitest';
import { certManager } from '../../src/addons/cert-manager/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(certManager);

const valuesOf = (options: Readonly<Record<string, unknown>> = {}) =>
  synthAlone(certManager, options).find('HelmRelease', 'cert-manager').spec.values;

test('its CRDs come with the chart, and stay when the release goes', () => {
  const { spec } = synthAlone(certManager).find('HelmRelease', 'cert-manager');
  expect(spec.values.crds).toEqual({ enabled: true, keep: true });
});

test('several replicas have a disruption budget, a single one has none', () => {
  expect(valuesOf()).toMatchObject({ replicaCount: 1, webhook: { replicaCount: 1 }, cainjector: { replicaCount: 1 } });
  expect(JSON.stringify(valuesOf())).not.toContain('podDisruptionBudget');
  const budget = { podDisruptionBudget: { enabled: true, maxUnavailable: 1 } };
  const { replicaCount, podDisruptionBudget, webhook, cainjector } = valuesOf({ replicas: 2, webhookReplicas: 3 });
  expect({ replicaCount, podDisruptionBudget }).toEqual({ replicaCount: 2, ...budget });
  expect(webhook).toEqual({ replicaCount: 3, ...budget });
  expect(cainjector).toEqual({ replicaCount: 1 });
});

test('refuses values that the chart does not read', () => {
  const { diagnostics } = synthAlone(certManager, { values: { webhook: { replicas: 2 } } });
  expect(diagnostics.map(({ code, at }) => [code, at.path])).toEqual([['FX313', 'spec.values.webhook.replicas']]);
});

test('keeps AKS from changing its webhooks, which Flux would change back', () => {
  const annotations = { 'admissions.enforcer/disabled': 'true' };
  expect(valuesOf({ provider: 'azure', webhookReplicas: 2 }).webhook).toEqual({
    replicaCount: 2,
    podDisruptionBudget: { enabled: true, maxUnavailable: 1 },
    mutatingWebhookConfigurationAnnotations: annotations,
    validatingWebhookConfigurationAnnotations: annotations,
  });
  expect(JSON.stringify(valuesOf({ provider: 'gcp' }))).not.toContain('enforcer');
});
