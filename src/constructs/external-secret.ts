import type { Construct } from 'constructs';
import type { ExternalSecretSpec } from '../../imports/external-secrets.io.js';
import type { ApiInput } from './api-input.js';
import type { ClusterSecretStore } from './cluster-secret-store.js';
import type { Duration } from './duration.js';
import { Manifest, type NamespacedProps } from './manifest.js';
import { type ExternalMark, isConstructRef, type ReferenceMark } from './reference.js';
import type { SecretStore } from './secret-store.js';
import { splitProps } from './split-props.js';

/** A store that another addon makes, or that is there without fluxspan (`external: true`). */
export interface StoreRef extends ExternalMark {
  readonly kind: 'ClusterSecretStore' | 'SecretStore';
  readonly name: string;
}

type Spec = ApiInput<ExternalSecretSpec>;

/** https://external-secrets.io/latest/api/externalsecret/ */
export interface ExternalSecretProps extends NamespacedProps, Omit<Spec, 'secretStoreRef' | 'refreshInterval'> {
  /** The store, or a reference. `kind` is always written: the API's default is a SecretStore, whatever was meant. */
  readonly secretStoreRef: ClusterSecretStore | SecretStore | StoreRef;
  /** @default '1h' */
  readonly refreshInterval?: Duration;
}

/** Makes a Secret from the properties of a remote one. Its Secret has its name unless `target` says otherwise. */
export class ExternalSecret extends Manifest {
  static readonly kind = { apiVersion: 'external-secrets.io/v1', kind: 'ExternalSecret', scope: 'Namespaced' } as const;

  constructor(scope: Construct, id: string, props: ExternalSecretProps) {
    const { object, spec } = splitProps(props);
    const { secretStoreRef, ...rest } = spec;
    const { external = false, ...store } = isConstructRef(secretStoreRef)
      ? { kind: secretStoreRef.kind, name: secretStoreRef.name }
      : (secretStoreRef as StoreRef);
    const reference: ReferenceMark = {
      path: 'spec.secretStoreRef',
      external,
      target: isConstructRef(secretStoreRef) ? secretStoreRef : undefined,
    };
    super(scope, id, ExternalSecret.kind, object, { spec: { refreshInterval: '1h', secretStoreRef: store, ...rest } }, [
      reference,
    ]);
  }
}
