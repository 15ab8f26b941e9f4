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
