import type { JsonObject } from '../../../src/json/json-value.js';
import { casesOf, changed, manifest, type UpdateCase } from './update-case.js';

const storageClass = manifest(
  'storage.k8s.io/v1',
  'StorageClass',
  { provisioner: 'ebs.csi.aws.com', parameters: { type: 'gp3', iops: '3000' } },
  false,
);
const claim = manifest('v1', 'PersistentVolumeClaim', {
  spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'none', resources: { requests: { storage: '1Gi' } } },
});
const size = (storage: string): JsonObject => ({ spec: { resources: { requests: { storage } } } });

const volume = manifest(
  'v1',
  'PersistentVolume',
  { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], csi: { driver: 'd', volumeHandle: 'x' } } },
  false,
);
const onHost = manifest(
  'v1',
  'PersistentVolume',
  { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } } },
  false,
);
const zone = (value: string): JsonObject => ({
  spec: {
    nodeAffinity: {
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }] }] },
    },
  },
});
const secret = { name: 's', namespace: 'update' };

/** A claim that is bound to a volume, of a class whose volumes may grow. */
const bound = changed(claim, { spec: { storageClassName: 'growing', volumeName: 'bound' } });
const boundTo: Partial<UpdateCase> = {
  needs: [
    changed(storageClass, { metadata: { name: 'growing' }, allowVolumeExpansion: true }),
    changed(onHost, {
      metadata: { name: 'bound' },
      spec: {
        capacity: { storage: '10Gi' },
        storageClassName: 'growing',
        claimRef: { name: 'x', namespace: 'update' },
        persistentVolumeReclaimPolicy: 'Retain',
      },
    }),
  ],
  isSettled: ({ status }) => (status as { phase?: string } | undefined)?.phase === 'Bound',
};

const driver = manifest('storage.k8s.io/v1', 'CSIDriver', { metadata: { name: 'x' }, spec: {} }, false);
const attributes = manifest(
  'storage.k8s.io/v1',
  'VolumeAttributesClass',
  { driverName: 'd', parameters: { iops: '1' } },
  false,
);

export const storageCases: readonly UpdateCase[] = [
  ...casesOf(storageClass, {
    'a parameter': [{ parameters: { iops: '4000' } }, 'refused'],
    'another parameter': [{ parameters: { encrypted: 'true' } }, 'refused'],
    'no parameters': [{ parameters: undefined }, 'refused'],
    provisioner: [{ provisioner: 'example.org/other' }, 'refused'],
    reclaimPolicy: [{ reclaimPolicy: 'Retain' }, 'refused'],
    'reclaimPolicy as it is by default': [{ reclaimPolicy: 'Delete' }, 'taken'],
    volumeBindingMode: [{ volumeBindingMode: 'WaitForFirstConsumer' }, 'refused'],
    'volumeBindingMode as it is by default': [{ volumeBindingMode: 'Immediate' }, 'taken'],
    allowVolumeExpansion: [{ allowVolumeExpansion: true }, 'taken'],
    mountOptions: [{ mountOptions: ['noatime'] }, 'taken'],
    'the default class': [
      { metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } } },
      'taken',
    ],
    allowedTopologies: [
      { allowedTopologies: [{ matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: ['a'] }] }] },
      'taken',
    ],
  }),
  ...casesOf(claim, {
    accessModes: [{ spec: { accessModes: ['ReadWriteMany'] } }, 'refused'],
    'another access mode': [{ spec: { accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] } }, 'refused'],
    storageClassName: [{ spec: { storageClassName: 'other' } }, 'refused'],
    'no storageClassName': [{ spec: { storageClassName: undefined } }, ['refused', 'unsure']],
    'storageClassName for volumes made by hand': [{ spec: { storageClassName: '' } }, 'refused'],
    volumeMode: [{ spec: { volumeMode: 'Block' } }, 'refused'],
    'volumeMode as it is by default': [{ spec: { volumeMode: 'Filesystem' } }, 'taken'],
    selector: [{ spec: { selector: { matchLabels: { a: 'b' } } } }, 'refused'],
    volumeName: [{ spec: { volumeName: 'v' } }, ['unsure', 'refused']],
    'another volume': [
      { spec: { volumeName: 'w' } },
      'refused',
      { from: changed(claim, { spec: { volumeName: 'v' } }) },
    ],
    // What the API server has copied to the other name stays.
    dataSource: [{ spec: { dataSource: { kind: 'PersistentVolumeClaim', name: 'y' } } }, ['refused', 'unsure']],
    'dataSource by its other name': [
      { spec: { dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'y' } } },
      'taken',
      { from: changed(claim, { spec: { dataSource: { kind: 'PersistentVolumeClaim', name: 'y' } } }) },
    ],
    limits: [{ spec: { resources: { limits: { storage: '5Gi' } } } }, 'refused'],
    'its size in other words': [size('1024Mi'), 'taken'],
    labels: [{ metadata: { labels: { a: 'b' } } }, 'taken'],
  }),
  ...casesOf(bound, {
    'bound, its size': [size('2Gi'), ['taken', 'refused'], boundTo],
    'bound, its class': [
      { spec: { storageClassName: 'none' } },
      'refused',
      { ...boundTo, back: 'refused', settled: undefined } as never,
    ],
  }),
  ...casesOf(volume, {
    volumeHandle: [{ spec: { csi: { volumeHandle: 'y' } } }, 'refused'],
    'another source': [{ spec: { csi: undefined, hostPath: { path: '/x' } } }, 'refused'],
    volumeMode: [{ spec: { volumeMode: 'Block' } }, 'refused'],
    'volumeMode as it is by default': [{ spec: { volumeMode: 'Filesystem' } }, 'taken'],
    controllerExpandSecretRef: [{ spec: { csi: { controllerExpandSecretRef: secret } } }, ['taken', 'refused']],
    nodeAffinity: [zone('a'), ['taken', 'refused']],
    'another nodeAffinity': [zone('b'), 'refused', { from: changed(volume, zone('a')) }],
    capacity: [{ spec: { capacity: { storage: '2Gi' } } }, 'taken'],
    accessModes: [{ spec: { accessModes: ['ReadWriteMany'] } }, 'taken'],
    storageClassName: [{ spec: { storageClassName: 'other' } }, 'taken'],
    persistentVolumeReclaimPolicy: [{ spec: { persistentVolumeReclaimPolicy: 'Delete' } }, 'taken'],
    mountOptions: [{ spec: { mountOptions: ['noatime'] } }, 'taken'],
    volumeAttributesClassName: [{ spec: { volumeAttributesClassName: 'fast' } }, ['taken', 'refused']],
    'another volumeAttributesClassName': [
      { spec: { volumeAttributesClassName: 'fast' } },
      'taken',
      { from: changed(volume, { spec: { volumeAttributesClassName: 'slow' } }) },
    ],
  }),
  ...casesOf(onHost, {
    'path on the host': [{ spec: { hostPath: { path: '/y' } } }, 'refused'],
    'type on the host as it is by default': [{ spec: { hostPath: { type: '' } } }, 'taken'],
  }),
  ...casesOf(driver, {
    attachRequired: [{ spec: { attachRequired: false } }, 'refused'],
    'attachRequired as it is by default': [{ spec: { attachRequired: true } }, 'taken'],
    volumeLifecycleModes: [{ spec: { volumeLifecycleModes: ['Ephemeral'] } }, 'refused'],
    'volumeLifecycleModes as they are by default': [{ spec: { volumeLifecycleModes: ['Persistent'] } }, 'taken'],
    podInfoOnMount: [{ spec: { podInfoOnMount: true } }, 'taken'],
    fsGroupPolicy: [{ spec: { fsGroupPolicy: 'None' } }, 'taken'],
    storageCapacity: [{ spec: { storageCapacity: true } }, 'taken'],
    tokenRequests: [{ spec: { tokenRequests: [{ audience: 'a' }] } }, 'taken'],
  }),
  ...casesOf(attributes, {
    driverName: [{ driverName: 'e' }, 'refused'],
    parameters: [{ parameters: { iops: '2' } }, 'refused'],
    labels: [{ metadata: { labels: { a: 'b' } } }, 'taken'],
  }),
  ...casesOf(
    manifest('storage.k8s.io/v1', 'CSIStorageCapacity', {
      storageClassName: 'none',
      nodeTopology: { matchLabels: { a: 'b' } },
      capacity: '1Gi',
    }),
    {
      storageClassName: [{ storageClassName: 'other' }, 'refused'],
      nodeTopology: [{ nodeTopology: { matchLabels: { a: 'c' } } }, 'refused'],
      capacity: [{ capacity: '2Gi' }, 'taken'],
    },
  ),
  ...casesOf(
    manifest(
      'storage.k8s.io/v1',
      'VolumeAttachment',
      { spec: { attacher: 'd', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
      false,
    ),
    { nodeName: [{ spec: { nodeName: 'm' } }, 'refused'], labels: [{ metadata: { labels: { a: 'b' } } }, 'taken'] },
  ),
];
