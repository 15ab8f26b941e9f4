import { expect, test } from 'vitest';
import { keda } from '../../src/addons/keda/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(keda);

const valuesOf = (options: Readonly<Record<string, unknown>> = {}) =>
  synthAlone(keda, options).find('HelmRelease', 'keda').spec.values;

test('its CRDs, which the chart has among its templates, stay when the release goes', () => {
  expect(valuesOf().crds).toEqual({ install: true, additionalAnnotations: { 'helm.sh/resource-policy': 'keep' } });
});

test('what has several replicas has a disruption budget', () => {
  expect(valuesOf()).not.toHaveProperty('podDisruptionBudget');
  const values = valuesOf({ replicas: 2, webhookReplicas: 3, serviceAccount: 'scaler' });
  expect(values).toMatchObject({
    operator: { replicaCount: 2 },
    metricsServer: { replicaCount: 1 },
    webhooks: { replicaCount: 3 },
    serviceAccount: { operator: { name: 'scaler' } },
  });
  expect(values.podDisruptionBudget).toEqual({ operator: { maxUnavailable: 1 }, webhooks: { maxUnavailable: 1 } });
});
