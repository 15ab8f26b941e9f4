import { Gateway as Generated, type GatewayProps as GeneratedProps } from '../../imports/gateway.networking.k8s.io.js';

/** https://gateway-api.sigs.k8s.io/reference/spec/#gateway */
export type GatewayProps = GeneratedProps;

/** Where traffic enters the cluster. */
export class Gateway extends Generated {}
