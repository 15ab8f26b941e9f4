import { gitSource } from '../../addon/source.js';
import { defineAddon } from '../define-addon.js';

/** The CRDs of the Gateway API, its standard channel, from its own repository: https://gateway-api.sigs.k8s.io/ */
export const gatewayApiCrds = defineAddon({
  name: 'gateway-api-crds',
  description: 'the CRDs of the Gateway API',
  provides: ['gateway.networking.k8s.io'],
  source: gitSource('https://github.com/kubernetes-sigs/gateway-api', 'v1.6.1'),
  path: './config/crd',
});
