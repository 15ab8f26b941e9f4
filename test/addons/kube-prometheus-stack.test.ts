import { expect, test } from 'vitest';
import { kubePrometheusStack } from '../../src/addons/kube-prometheus-stack/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(kubePrometheusStack);

const valuesOf = (options: Readonly<Record<string, unknown>> = {}) =>
  synthAlone(kubePrometheusStack, options).find('HelmRelease', 'kube-prometheus-stack').spec.values;

test('Grafana has its first user from the store, and is behind the Gateway', () => {
  const { find } = synthAlone(kubePrometheusStack);
  const { target, data } = find('ExternalSecret', 'grafana-admin').spec;
  const { admin, 'grafana.ini': ini } = valuesOf().grafana;
  expect(admin.existingSecret).toBe(target.name);
  expect(data.map((one: { secretKey: string }) => one.secretKey)).toEqual([admin.userKey, admin.passwordKey]);
  expect(ini.server.root_url).toBe('https://${TF_GRAFANA_HOSTNAME}');
  expect(find('HTTPRoute', 'grafana').spec.rules[0].backendRefs[0].name).toBe('kube-prometheus-stack-grafana');
});

test('its namespace lets the node exporter run', () => {
  const { labels } = synthAlone(kubePrometheusStack).find('Namespace', 'monitoring').metadata as { labels?: object };
  expect(labels).toEqual({ 'pod-security.kubernetes.io/enforce': 'privileged' });
});

test('Prometheus takes the monitors of the whole cluster', () => {
  const selectors = Object.entries(valuesOf().prometheus.prometheusSpec).filter(([key]) => /NilUsesHelm/.test(key));
  expect(selectors).toHaveLength(5);
  expect(selectors.filter(([, value]) => value !== false)).toEqual([]);
});

test('volumes, replicas and what a managed control plane hides are options', () => {
  const { prometheus, alertmanager, kubeEtcd } = valuesOf({
    prometheusReplicas: 2,
    prometheusStorage: '100Gi',
    storageClass: 'gp3',
    controlPlane: true,
  });
  expect(prometheus).toMatchObject({
    podDisruptionBudget: { enabled: true, minAvailable: 1 },
    prometheusSpec: { replicas: 2, retention: '15d' },
  });
  const { spec } = prometheus.prometheusSpec.storageSpec.volumeClaimTemplate;
  expect(spec).toEqual({
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '100Gi' } },
    storageClassName: 'gp3',
  });
  expect(alertmanager).not.toHaveProperty('podDisruptionBudget');
  expect(kubeEtcd).toEqual({ enabled: true });
  expect(valuesOf().kubeEtcd).toEqual({ enabled: false });
});

test('looks for no kube-proxy on AKS, where the chart would find none and alert', () => {
  const store = { kind: 'ClusterSecretStore', name: 'key-vault', external: true };
  expect(valuesOf({ provider: 'azure', store }).kubeProxy).toEqual({ enabled: false });
  expect(valuesOf()).not.toHaveProperty('kubeProxy');
});

test('refuses a setting of Prometheus that the chart does not read', () => {
  const { diagnostics } = synthAlone(kubePrometheusStack, {
    values: { prometheus: { prometheusSpec: { retentoin: '1d' } } },
  });
  expect(diagnostics.map(({ code }) => code)).toEqual(['FX313']);
});

test.each([
  ['retention', ['15', '', '15 d', '1h1d', '1.5d'], ['15d', '1d12h', '2w', '0']],
  ['storageClass', ['gp3 x', 'GP3', ''], ['gp3', 'fast.example.org']],
] as const)('refuses a %s that the operator or the API server refuses', (option, bad, good) => {
  const pathsOf = (value: string) =>
    synthAlone(kubePrometheusStack, { [option]: value }).diagnostics.map(({ at }) => at.path);
  expect(bad.map(pathsOf)).toEqual(bad.map(() => [option]));
  expect(good.map(pathsOf)).toEqual(good.map(() => []));
});
