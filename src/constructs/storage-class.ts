import type { Construct } from 'constructs';
import type { StorageClassProps as Api } from '../../imports/storage.k8s.io.js';
import type { ApiInput } from './api-input.js';
import { Manifest, type ObjectProps } from './manifest.js';

/** https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/storage-class-v1/ */
export interface StorageClassProps extends ObjectProps, ApiInput<Omit<Api, 'metadata'>> {}

/** How volumes are made. */
export class StorageClass extends Manifest {
  static readonly kind = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', scope: 'Cluster' } as const;

  constructor(scope: Construct, id: string, props: StorageClassProps) {
    const { name, labels, annotations, extra, ...body } = props;
    super(scope, id, StorageClass.kind, props, body);
  }
}
