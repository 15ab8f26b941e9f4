import type { Construct } from 'constructs';
import type { GatewaySpec } from '../../imports/gateway.networking.k8s.io.js';
import type { ApiInput } from './api-input.js';
import { Manifest, type NamespacedProps } from './manifest.js';

/** https://gateway-api.sigs.k8s.io/reference/spec/#gateway */
export interface GatewayProps extends NamespacedProps {
  readonly spec: ApiInput<GatewaySpec>;
}

/** Where traffic enters the cluster. */
export class Gateway extends Manifest {
  static readonly kind = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', scope: 'Namespaced' } as const;

  constructor(scope: Construct, id: string, props: GatewayProps) {
    super(scope, id, Gateway.kind, props, { spec: props.spec });
  }
}
