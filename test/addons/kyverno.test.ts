import { expect, test } from 'vitest';
import { kyverno } from '../../src/addons/kyverno/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(kyverno);

const specOf = (options: Readonly<Record<string, unknown>> = {}) =>
  synthAlone(kyverno, options).find('HelmRelease', 'kyverno').spec;

test('its CRDs stay when the release goes', () => {
  const [{ kustomize }] = specOf().postRenderers;
  expect(kustomize.patches[0].target).toEqual({ kind: 'CustomResourceDefinition' });
  expect(kustomize.patches[0].patch).toContain('helm.sh/resource-policy: keep');
});

test('no policy sees Flux, which must be able to repair it', () => {
  const [expression] = specOf().values.config.webhooks.namespaceSelector.matchExpressions;
  expect(expression.values).toEqual(['flux-system', 'kube-system']);
});

test('each controller has its replicas, and a disruption budget for several', () => {
  const { admissionController, reportsController } = specOf({ admissionReplicas: 3 }).values;
  expect(admissionController).toEqual({ replicas: 3, podDisruptionBudget: { enabled: true, minAvailable: 2 } });
  expect(reportsController).toEqual({ replicas: 1 });
});

test('without excluded namespaces, the selector has no list of the chart, and none that is empty', () => {
  const { config } = specOf({ excludedNamespaces: [] }).values;
  expect(config.webhooks.namespaceSelector).toEqual({ matchExpressions: [] });
  const { diagnostics } = synthAlone(kyverno, { excludedNamespaces: ['Kube System'] });
  expect(diagnostics.map(({ at }) => at.path)).toEqual(['excludedNamespaces[0]']);
});
