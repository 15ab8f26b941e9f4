import type { Construct } from 'constructs';
import { SecretStore as Generated, type SecretStoreSpec } from '../../imports/external-secrets.io.js';
import type { NamespacedProps } from './object-props.js';
import { splitProps } from './split-props.js';

/** https://external-secrets.io/latest/api/secretstore/ */
export interface SecretStoreProps extends NamespacedProps, SecretStoreSpec {}

/** Where the ExternalSecrets of one namespace read from. */
export class SecretStore extends Generated {
  constructor(scope: Construct, id: string, props: SecretStoreProps) {
    const { object, spec } = splitProps(props);
    super(scope, id, { ...object, spec });
  }
}
