import { expect, test } from 'vitest';
import { describeAddon, synthAlone } from '../../../test/support/addon-case.js';
import { karpenter } from './index.js';

describeAddon(karpenter);

test('leaves the CRDs to the addon that provides them', () => {
  const { spec } = synthAlone(karpenter).find('HelmRelease', 'karpenter');
  expect([spec.install.crds, spec.upgrade.crds]).toEqual(['Skip', 'Skip']);
  expect(spec.chartRef).toEqual({ kind: 'OCIRepository', name: 'karpenter', namespace: 'flux-system' });
});

test('reads the cluster and its queue from Terraform, which makes the namespace', () => {
  const { contract, find } = synthAlone(karpenter);
  expect(find('HelmRelease', 'karpenter').spec.valuesFrom).toEqual([
    { kind: 'ConfigMap', name: 'karpenter-values-terraform', valuesKey: 'values.yaml' },
  ]);
  expect(contract.namespaces).toContainEqual({ name: 'karpenter', creator: 'terraform' });
});

test('what it requests is what it is limited to', () => {
  const { values } = synthAlone(karpenter, { cpu: '2', memory: '3Gi', replicas: 1 }).find(
    'HelmRelease',
    'karpenter',
  ).spec;
  const resources = { cpu: '2', memory: '3Gi' };
  expect(values).toEqual({ replicas: 1, controller: { resources: { requests: resources, limits: resources } } });
});
