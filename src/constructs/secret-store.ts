import type { Construct } from 'constructs';
import type { SecretStoreSpec } from '../../imports/external-secrets.io.js';
import type { ApiInput } from './api-input.js';
import { Manifest, type NamespacedProps } from './manifest.js';
import { splitProps } from './split-props.js';

/** https://external-secrets.io/latest/api/secretstore/ */
export interface SecretStoreProps extends NamespacedProps, ApiInput<SecretStoreSpec> {}

/** Where the ExternalSecrets of one namespace read from. */
export class SecretStore extends Manifest {
  static readonly kind = { apiVersion: 'external-secrets.io/v1', kind: 'SecretStore', scope: 'Namespaced' } as const;

  constructor(scope: Construct, id: string, props: SecretStoreProps) {
    const { object, spec } = splitProps(props);
    super(scope, id, SecretStore.kind, object, { spec });
  }
}
