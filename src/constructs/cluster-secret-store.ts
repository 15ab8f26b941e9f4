import type { Construct } from 'constructs';
import { type ClusterSecretStoreSpec, ClusterSecretStore as Generated } from '../../imports/external-secrets.io.js';
import type { ObjectProps } from './object-props.js';
import { splitProps } from './split-props.js';

/** https://external-secrets.io/latest/api/clustersecretstore/ */
export interface ClusterSecretStoreProps extends ObjectProps, ClusterSecretStoreSpec {}

/** Where the ExternalSecrets of every namespace read from. */
export class ClusterSecretStore extends Generated {
  constructor(scope: Construct, id: string, props: ClusterSecretStoreProps) {
    const { object, spec } = splitProps(props);
    super(scope, id, { ...object, spec });
  }
}
