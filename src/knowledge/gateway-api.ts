import { requestedAddress } from './form/load-balancers.js';
import { defineProject } from './form/project.js';
import type { KindByField, ReferenceRow } from './form/reference.js';
import { loses } from './form/when.js';

const GATEWAY = 'gateway.networking.k8s.io';

const backend: KindByField = { group: 'group', defaultKind: 'Service', defaultGroup: '', only: ['Service'] };
const routes = ['GRPCRoute', 'HTTPRoute', 'TCPRoute', 'TLSRoute', 'UDPRoute'].map((kind) => `${GATEWAY}/${kind}`);

const backendRows: readonly ReferenceRow[] = [
  'spec.rules[].backendRefs[]',
  'spec.rules[].filters[].requestMirror.backendRef',
  'spec.rules[].backendRefs[].filters[].requestMirror.backendRef',
].map((at) => ({
  from: routes,
  at,
  to: backend,
  namespace: 'namespace',
  part: { of: 'ports', fields: ['port'] },
}));

const references: readonly ReferenceRow[] = [
  {
    from: routes,
    at: 'spec.parentRefs[]',
    to: { group: 'group', defaultKind: 'Gateway', defaultGroup: GATEWAY, only: ['Gateway'] },
    namespace: 'namespace',
    part: { of: 'listeners', fields: ['sectionName', 'port'] },
  },
  ...backendRows,
  { from: [`${GATEWAY}/Gateway`], at: 'spec.gatewayClassName', to: `${GATEWAY}/GatewayClass` },
  {
    from: [`${GATEWAY}/Gateway`],
    at: 'spec.listeners[].tls.certificateRefs[]',
    to: { group: 'group', defaultKind: 'Secret', defaultGroup: '', only: ['Secret'] },
    namespace: 'namespace',
  },
];

const valuesOf = (addresses: unknown): readonly unknown[] =>
  Array.isArray(addresses) ? addresses.map((one: { readonly value?: unknown } | null) => one?.value) : [];

/** Gateway API. https://gateway-api.sigs.k8s.io/reference/spec/ */
export const gatewayApi = defineProject({
  name: 'Gateway API',
  clusterScoped: { [GATEWAY]: ['GatewayClass'] },
  references,
  effects: [
    // https://gateway-api.sigs.k8s.io/reference/spec/#gatewayspec
    {
      ...requestedAddress,
      on: `${GATEWAY}/Gateway`,
      at: 'spec.addresses',
      when: (was, is, place) => loses(valuesOf(was), valuesOf(is), place),
    },
  ],
  makesNothingNamed: [...routes, `${GATEWAY}/GatewayClass`, `${GATEWAY}/ReferenceGrant`],
});
