import { expect, test } from 'vitest';
import { karpenter } from '../../src/addons/karpenter/index.js';
import { FluxApp, FluxCluster } from '../../src/index.js';
import { synthCluster } from '../../src/testing/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

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

test.each(['500 m', '1G i', '-1', '', '1gb'])('takes no %j for an amount', (cpu) => {
  const app = new FluxCluster(new FluxApp(), 'dev').stage('a', [karpenter({ cpu })] as never);
  const found = synthCluster(app).diagnostics.filter(({ code }) => code === 'FX107');
  expect(found.map(({ message, fix }) => `${message}; ${fix}`)).toEqual([
    `option "cpu" of addon "karpenter" cannot be ${JSON.stringify(cpu)}; give a quantity such as "500m" or "1Gi"`,
  ]);
});

test.each(['500m', '2', '0.5', '1.5Gi', '.5', '64G'])('takes %j', (memory) => {
  const { values } = synthAlone(karpenter, { memory }).find('HelmRelease', 'karpenter').spec;
  expect(values.controller.resources.limits.memory).toBe(memory);
});
