import { StorageClass as Generated, type StorageClassProps as GeneratedProps } from '../../imports/storage.k8s.io.js';

/** https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/storage-class-v1/ */
export type StorageClassProps = GeneratedProps;

/** How volumes are made. */
export class StorageClass extends Generated {}
