import type { Construct } from 'constructs';
import { type ExternalSecretSpec, ExternalSecret as Generated } from '../../imports/external-secrets.io.js';
import type { ClusterSecretStore } from './cluster-secret-store.js';
import type { Duration } from './duration.js';
import type { NamespacedProps } from './object-props.js';
import { type ExternalMark, isConstructRef } from './reference.js';
import type { SecretStore } from './secret-store.js';
import { splitProps } from './split-props.js';

/** A store that another addon makes, or that is there without fluxspan (`external: true`). */
export interface StoreRef extends ExternalMark {
  /** The kind of the store. */
  readonly kind: 'ClusterSecretStore' | 'SecretStore';
  /** `metadata.name`. */
  readonly name: string;
}

/** https://external-secrets.io/latest/api/externalsecret/ */
export interface ExternalSecretProps
  extends NamespacedProps,
    Omit<ExternalSecretSpec, 'secretStoreRef' | 'refreshInterval'> {
  /** The store, or a reference. `kind` is always written: the API's default is a SecretStore, whatever was meant. */
  readonly secretStoreRef: ClusterSecretStore | SecretStore | StoreRef;
  /** How often the Secret is read again. @default '1h' */
  readonly refreshInterval?: Duration | '0';
}

/** Makes a Secret from the properties of a remote one. Its Secret has its name unless `target` says otherwise. */
export class ExternalSecret extends Generated {
  constructor(scope: Construct, id: string, props: ExternalSecretProps) {
    const { object, spec } = splitProps(props);
    const { secretStoreRef: store, ...rest } = spec;
    const secretStoreRef = isConstructRef(store) ? store : { external: false, ...store };
    super(scope, id, { ...object, spec: { refreshInterval: '1h', secretStoreRef, ...rest } });
  }
}
