import type { Construct } from 'constructs';
import type { ClusterSecretStoreSpec } from '../../imports/external-secrets.io.js';
import type { ApiInput } from './api-input.js';
import { Manifest, type ObjectProps } from './manifest.js';
import { splitProps } from './split-props.js';

/** https://external-secrets.io/latest/api/clustersecretstore/ */
export interface ClusterSecretStoreProps extends ObjectProps, ApiInput<ClusterSecretStoreSpec> {}

/** Where the ExternalSecrets of every namespace read from. */
export class ClusterSecretStore extends Manifest {
  static readonly kind = {
    apiVersion: 'external-secrets.io/v1',
    kind: 'ClusterSecretStore',
    scope: 'Cluster',
  } as const;

  constructor(scope: Construct, id: string, props: ClusterSecretStoreProps) {
    const { object, spec } = splitProps(props);
    super(scope, id, ClusterSecretStore.kind, object, { spec });
  }
}
