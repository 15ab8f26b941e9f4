import { expect, test } from 'vitest';
import { albController } from '../../src/addons/alb-controller/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(albController);

test('reads the cluster, region and VPC from Terraform, and makes its own CRDs', () => {
  const { find, contract } = synthAlone(albController);
  const { spec } = find('HelmRelease', 'alb-controller');
  expect(spec.valuesFrom).toEqual([
    { kind: 'ConfigMap', name: 'alb-controller-values-terraform', valuesKey: 'values.yaml' },
  ]);
  expect(spec.upgrade.crds).toBe('CreateReplace');
  expect(contract.values['alb-controller']).toMatchObject({
    namespace: 'kube-system',
    schema: { required: ['clusterName', 'region', 'vpcId'] },
  });
});

test('replicas and the service account are options', () => {
  const { find } = synthAlone(albController, { replicas: 3, serviceAccount: 'lb' });
  expect(find('HelmRelease', 'alb-controller').spec.values).toEqual({
    replicaCount: 3,
    serviceAccount: { create: true, name: 'lb' },
    enableServiceMutatorWebhook: false,
  });
});

test('no new Service of others waits for its pods, unless the values turn its webhook on', () => {
  const valuesWith = (values: object) =>
    synthAlone(albController, { values } as never).find('HelmRelease', 'alb-controller').spec.values;
  expect(valuesWith({})).toMatchObject({ enableServiceMutatorWebhook: false });
  expect(valuesWith({ enableServiceMutatorWebhook: true })).toMatchObject({ enableServiceMutatorWebhook: true });
});
