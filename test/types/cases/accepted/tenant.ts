import {
  ConfigMap,
  FluxApp,
  FluxCluster,
  gatewayLabel,
  gitSource,
  ociSource,
  storeLabel,
  type TenantOptions,
  tenant,
} from 'fluxspan';

const claims = tenant({
  name: 'claims',
  description: 'Insurance claims',
  namespaces: ['claims', 'claims-batch'],
  namespaceLabels: { team: 'claims' },
  groups: ['claims-developers', { name: 'auditors', role: 'view' }],
  role: { kind: 'ClusterRole', name: 'team', external: true },
  serviceAccount: 'flux',
  source: gitSource({
    url: 'https://github.com/acme/claims',
    ref: { branch: 'main' },
    secretRef: { name: 'git', external: true },
  }),
  imagePullSecrets: [{ name: 'registry', external: true }],
  path: './deploy',
  kustomization: { interval: '5m', targetNamespace: null },
  keepClaims: false,
  quota: { 'requests.cpu': '4', pods: 20, 'services.nodeports': null },
  limits: [{ type: 'Container', max: { cpu: '2' } }],
  networkPolicy: { podSelector: {}, policyTypes: ['Ingress'] },
  podSecurity: 'restricted',
  gateways: [{ name: 'public', namespace: 'ingress' }],
  stores: ['vault'],
  alerts: {
    type: 'slack',
    channel: 'claims',
    secretRef: { name: 'slack', external: true },
    alert: { eventSeverity: 'info' },
  },
  receiver: { type: 'github', events: ['push'], secretRef: { name: 'push', external: true } },
  extend(scope, { namespaces, serviceAccount, labels }) {
    new ConfigMap(scope, 'facts', { namespace: namespaces[0], labels, data: { serviceAccount } });
  },
});

/** What synth says of it is that it isn't finished. */
export const leaving = tenant({
  name: 'pensions',
  groups: 'pensions-developers',
  quota: false,
  limits: false,
  networkPolicy: false,
  podSecurity: false,
  createNamespaces: false,
  role: false,
  offboard: { reason: 'the team has moved', deleteNamespaces: true },
});

/** A function of a platform's own, for teams that differ in little. */
const team = <const N extends string>(name: N, more: Partial<TenantOptions> = {}) =>
  tenant({
    ...more,
    name,
    requires: ['platform'],
    source: ociSource({ url: `oci://registry.example.org/${name}`, ref: { tag: 'latest' } }),
  });

export const labels: Readonly<Record<string, string>> = { ...gatewayLabel('public'), ...storeLabel('vault') };

const flux = {
  version: '2.9',
  noCrossNamespaceRefs: true,
  defaultServiceAccount: 'default',
  noRemoteBases: true,
} as const;

export const cluster = new FluxCluster(new FluxApp(), 'dev', { external: ['platform'], flux  })
  .stage('tenants', [claims, team('billing'), team('search', { quota: { pods: 5 } })])
  .removed('former', { reason: 'the team has moved' });
