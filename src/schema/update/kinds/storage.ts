import type { JsonObject } from '../../../json/json-value.js';
import { specOf } from '../../../json/manifest-fields.js';
import { field, type ImmutableField, type ImmutableKind } from '../immutable-kind.js';
import { volumeSourceDefaults } from '../pod-defaults.js';

/** The inline fields of `PersistentVolumeSource`. */
const volumeSources = [
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'cephfs',
  'cinder',
  'csi',
  'fc',
  'flexVolume',
  'flocker',
  'gcePersistentDisk',
  'glusterfs',
  'hostPath',
  'iscsi',
  'local',
  'nfs',
  'photonPersistentDisk',
  'portworxVolume',
  'quobyte',
  'rbd',
  'scaleIO',
  'storageos',
  'vsphereVolume',
].map((name): ImmutableField => field(`spec.${name}`, volumeSourceDefaults[name]));

/** The old name of a claim's source, which the API server keeps equal to the new one. */
const withSource = (claim: JsonObject): JsonObject => {
  const { dataSource, dataSourceRef = dataSource, ...spec } = specOf(claim);
  return { ...claim, spec: { ...spec, dataSourceRef } };
};

/** A secret for growing may be added once. */
const withAddedSecret = (from: JsonObject, to: JsonObject): JsonObject => {
  const [before, after] = [from, to].map((volume) => specOf(volume)['csi'] as JsonObject | undefined);
  const secret = after?.['controllerExpandSecretRef'];
  if (before === undefined || secret === undefined || before['controllerExpandSecretRef'] !== undefined) return from;
  return { ...from, spec: { ...specOf(from), csi: { ...before, controllerExpandSecretRef: secret } } };
};

export const storage: readonly ImmutableKind[] = [
  {
    group: 'storage.k8s.io',
    kind: 'StorageClass',
    upstream: 'ValidateStorageClassUpdate',
    fields: [
      field('provisioner'),
      field('parameters'),
      field('reclaimPolicy', 'Delete'),
      field('volumeBindingMode', 'Immediate'),
    ],
  },
  {
    group: 'storage.k8s.io',
    kind: 'CSIDriver',
    upstream: 'ValidateCSIDriverUpdate',
    fields: [field('spec.attachRequired', true), field('spec.volumeLifecycleModes', ['Persistent'])],
  },
  {
    group: 'storage.k8s.io',
    kind: 'CSIStorageCapacity',
    upstream: 'ValidateCSIStorageCapacityUpdate',
    fields: [field('nodeTopology'), field('storageClassName')],
  },
  {
    group: 'storage.k8s.io',
    kind: 'VolumeAttachment',
    upstream: 'ValidateVolumeAttachmentUpdate',
    fields: [field('spec')],
  },
  {
    group: 'storage.k8s.io',
    kind: 'VolumeAttributesClass',
    upstream: 'ValidateVolumeAttributesClassUpdate',
    fields: [field('driverName'), field('parameters')],
  },
  {
    group: '',
    kind: 'PersistentVolumeClaim',
    upstream: 'ValidatePersistentVolumeClaimUpdate',
    view: withSource,
    fields: [
      field('spec.accessModes'),
      field('spec.selector'),
      field('spec.volumeMode', 'Filesystem'),
      // What the API server has copied to the other name stays.
      { path: 'spec.dataSourceRef', removed: 'unsure' },
      field('spec.resources.limits'),
      { path: 'spec.resources.requests.storage', mayGrow: true },
      // The cluster's default class, and the volume that was bound, are in the cluster alone.
      { path: 'spec.storageClassName', added: 'unsure' },
      { path: 'spec.volumeName', added: 'unsure' },
    ],
  },
  {
    group: '',
    kind: 'PersistentVolume',
    upstream: 'ValidatePersistentVolumeUpdate',
    viewFrom: withAddedSecret,
    fields: [
      ...volumeSources,
      field('spec.volumeMode', 'Filesystem'),
      { path: 'spec.nodeAffinity', added: 'allowed' },
      { path: 'spec.volumeAttributesClassName', added: 'allowed', when: (_, to) => isAbsent(to) },
    ],
  },
];

const isAbsent = (volume: JsonObject): boolean => specOf(volume)['volumeAttributesClassName'] === undefined;
