import type { Construct } from 'constructs';
import type { GatewayClassSpec } from '../../imports/gateway.networking.k8s.io.js';
import type { ApiInput } from './api-input.js';
import { Manifest, type ObjectProps } from './manifest.js';

/** https://gateway-api.sigs.k8s.io/reference/spec/#gatewayclass */
export interface GatewayClassProps extends ObjectProps {
  readonly spec: ApiInput<GatewayClassSpec>;
}

/** Which controller makes Gateways real. Flux applies it early and waits for it, so never beside that controller. */
export class GatewayClass extends Manifest {
  static readonly kind = {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'GatewayClass',
    scope: 'Cluster',
  } as const;

  constructor(scope: Construct, id: string, props: GatewayClassProps) {
    super(scope, id, GatewayClass.kind, props, { spec: props.spec });
  }
}
