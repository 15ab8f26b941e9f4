import { expect, test } from 'vitest';
import { istio } from '../../src/addons/istio/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(istio);

test('istiod comes after the base, from the same repository and at the same version', () => {
  const { find, objects } = synthAlone(istio);
  const [base, istiod] = [find('HelmRelease', 'istio-base').spec, find('HelmRelease', 'istiod').spec];
  expect(istiod.dependsOn).toEqual([{ name: 'istio-base', namespace: 'istio-system' }]);
  expect(istiod.chart.spec.sourceRef).toEqual(base.chart.spec.sourceRef);
  expect(istiod.chart.spec.version).toBe(base.chart.spec.version);
  expect(objects.filter(({ kind }) => kind === 'HelmRepository').map(({ metadata }) => metadata.name)).toEqual([
    'istio',
  ]);
});

test('what istiod changes in its webhooks is not drift', () => {
  const { find } = synthAlone(istio);
  const ignored = ['istio-base', 'istiod'].map((name) => find('HelmRelease', name).spec.driftDetection);
  for (const { mode, ignore } of ignored) {
    expect(mode).toBe('enabled');
    // The empty pointer is the whole object; "/" would be the member with the empty name.
    expect(ignore).toMatchObject([{ paths: [''], target: { kind: 'ValidatingWebhookConfiguration' } }]);
  }
});

test('keeps AKS from changing its webhook, which Flux would change back', () => {
  const valuesOf = (provider: string) => synthAlone(istio, { provider }).find('HelmRelease', 'istiod').spec.values;
  expect(valuesOf('azure')).toEqual({
    autoscaleMin: 2,
    sidecarInjectorWebhookAnnotations: { 'admissions.enforcer/disabled': 'true' },
  });
  expect(valuesOf('gcp')).toEqual({ autoscaleMin: 2 });
});

test('has a disruption budget only where a drain can go on', () => {
  const valuesOf = (replicas: number) => synthAlone(istio, { replicas }).find('HelmRelease', 'istiod').spec.values;
  expect(valuesOf(3)).toEqual({ autoscaleMin: 3 });
  expect(valuesOf(1)).toEqual({ autoscaleMin: 1, global: { defaultPodDisruptionBudget: { enabled: false } } });
});
