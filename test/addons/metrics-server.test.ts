import { expect, test } from 'vitest';
import { metricsServer } from '../../src/addons/metrics-server/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(metricsServer);

test("lives in kube-system, which is Kubernetes' own", () => {
  const { find, contract, objects } = synthAlone(metricsServer);
  expect(find('HelmRelease', 'metrics-server').metadata.namespace).toBe('kube-system');
  expect(contract.namespaces).toContainEqual({ name: 'kube-system', creator: 'kubernetes' });
  expect(objects.map(({ kind }) => kind)).toEqual(['HelmRelease', 'HelmRepository']);
});

test('replicas and the check of its certificate are options', () => {
  const { find } = synthAlone(metricsServer, { replicas: 2, insecureSkipTLSVerify: false });
  expect(find('HelmRelease', 'metrics-server').spec.values).toEqual({
    replicas: 2,
    apiService: { insecureSkipTLSVerify: false },
  });
});
