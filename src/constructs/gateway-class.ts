import {
  GatewayClass as Generated,
  type GatewayClassProps as GeneratedProps,
} from '../../imports/gateway.networking.k8s.io.js';

/** https://gateway-api.sigs.k8s.io/reference/spec/#gatewayclass */
export type GatewayClassProps = GeneratedProps;

/** Which controller makes Gateways real. Flux applies it early and waits for it, so never beside that controller. */
export class GatewayClass extends Generated {}
