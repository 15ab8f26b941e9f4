import { expect, test } from 'vitest';
import { storageClass } from '../../src/addons/storage-class/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(storageClass);

test('is the default class, and waits for the pod before it makes a volume', () => {
  const made = synthAlone(storageClass).find('StorageClass', 'storage-class');
  expect(made.metadata).toMatchObject({ annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } });
  expect(made).toMatchObject({ volumeBindingMode: 'WaitForFirstConsumer', reclaimPolicy: 'Delete' });
  // The API takes text alone.
  expect(made['parameters']).toEqual({
    type: 'gp3',
    'csi.storage.k8s.io/fstype': 'ext4',
    iops: '3000',
    throughput: '125',
  });
});

test('all that a platform may want otherwise is an option', () => {
  const options = { name: 'fast', isDefault: false, iops: 6000, throughput: 500, fileSystem: 'xfs', encrypted: true };
  const made = synthAlone(storageClass, { ...options, reclaimPolicy: 'Retain' }).find('StorageClass', 'fast');
  expect(made['parameters']).toEqual({
    type: 'gp3',
    'csi.storage.k8s.io/fstype': 'xfs',
    iops: '6000',
    throughput: '500',
    encrypted: 'true',
  });
  expect(made['reclaimPolicy']).toBe('Retain');
  expect(made.metadata).toMatchObject({ annotations: { 'storageclass.kubernetes.io/is-default-class': 'false' } });
});

test('refuses less than what every gp3 volume has', () => {
  expect(synthAlone(storageClass, { iops: 100 }).diagnostics.map(({ at }) => at.path)).toEqual(['iops']);
});

test('replicates disks of Google only where Google does', () => {
  const problems = (options: object) =>
    synthAlone(storageClass, { provider: 'gcp', regional: true, ...options }).diagnostics.map(({ code, at, fix }) => [
      code,
      at.path,
      fix,
    ]);
  const fix = 'leave it out, or choose a type that Google replicates: pd-standard, pd-balanced, pd-ssd';
  expect(problems({})).toEqual([]);
  expect(problems({ type: 'pd-ssd' })).toEqual([]);
  for (const type of ['pd-extreme', 'hyperdisk-balanced']) {
    expect(problems({ type })).toEqual([['FX107', 'regional', fix]]);
    expect(problems({ type, regional: false })).toEqual([]);
  }
});

test('turns off the host cache of the disks of Azure that have none', () => {
  const cacheOf = (skuName: string) =>
    synthAlone(storageClass, { provider: 'azure', skuName }).find('StorageClass', 'storage-class')[
      'parameters'
    ] as object;
  expect(cacheOf('PremiumV2_LRS')).toMatchObject({ cachingMode: 'None' });
  expect(cacheOf('UltraSSD_LRS')).toMatchObject({ cachingMode: 'None' });
  expect(cacheOf('Premium_LRS')).not.toHaveProperty('cachingMode');
});

test('is called the default class only where it is', () => {
  const { aws, azure, gcp } = storageClass.variants;
  expect([aws, azure, gcp].map(({ definition }) => definition.description)).toEqual([
    'the default StorageClass',
    'a StorageClass of managed disks',
    'a StorageClass of persistent disks',
  ]);
});
