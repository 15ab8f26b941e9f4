import type { KindByField, ReferenceRow } from './row.js';

const EXTERNAL_SECRETS = 'external-secrets.io';
const GATEWAY = 'gateway.networking.k8s.io';

const store: KindByField = {
  defaultKind: 'SecretStore',
  defaultGroup: EXTERNAL_SECRETS,
  only: ['SecretStore', 'ClusterSecretStore'],
};
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

/** Where a store says which Secrets it logs in with. */
const credentials: readonly string[] = [
  ...['accessKeyIDSecretRef', 'secretAccessKeySecretRef', 'sessionTokenSecretRef'].flatMap((key) => [
    `aws.auth.secretRef.${key}`,
    `vault.auth.iam.secretRef.${key}`,
  ]),
  ...['clientCertificate', 'clientId', 'clientSecret', 'tenantId'].map((key) => `azurekv.authSecretRef.${key}`),
  'gcpsm.auth.secretRef.secretAccessKeySecretRef',
  ...['auth.cert.clientCert', 'auth.cert.clientKey', 'auth.token.bearerToken', 'authRef'].map(
    (path) => `kubernetes.${path}`,
  ),
  ...[
    'appRole.roleRef',
    'appRole.secretRef',
    'cert.clientCert',
    'cert.secretRef',
    'jwt.secretRef',
    'ldap.secretRef',
  ].map((path) => `vault.auth.${path}`),
  ...['kubernetes.secretRef', 'tokenSecretRef', 'userPass.secretRef'].map((path) => `vault.auth.${path}`),
].map((path) => `spec.provider.${path}`);

const credentialRows: readonly ReferenceRow[] = credentials.flatMap((at): readonly ReferenceRow[] => {
  // Without them the store isn't ready: the operator can't log in.
  const row = { at, to: '/Secret', part: { of: 'data', fields: ['key'] }, blocks: 'ready' } as const;
  return [
    { ...row, from: [`${EXTERNAL_SECRETS}/SecretStore`] },
    { ...row, from: [`${EXTERNAL_SECRETS}/ClusterSecretStore`], namespace: 'namespace' },
  ];
});

/** What the kinds of widely used operators name: External Secrets, Gateway API, cert-manager, Karpenter, KEDA and tofu-controller. */
export const operatorRows: readonly ReferenceRow[] = [
  ...['spec.secretStoreRef', 'spec.data[].sourceRef.storeRef', 'spec.dataFrom[].sourceRef.storeRef'].map(
    (at): ReferenceRow => ({ from: [`${EXTERNAL_SECRETS}/ExternalSecret`], at, to: store, blocks: 'ready' }),
  ),
  {
    from: [`${EXTERNAL_SECRETS}/ExternalSecret`],
    at: 'spec.dataFrom[].sourceRef.generatorRef',
    to: { group: 'apiVersion', defaultGroup: 'generators.external-secrets.io' },
    blocks: 'ready',
  },
  {
    // A SecretStore would be looked for in each of the namespaces.
    from: [`${EXTERNAL_SECRETS}/ClusterExternalSecret`],
    at: 'spec.externalSecretSpec.secretStoreRef',
    to: { ...store, only: ['ClusterSecretStore'] },
  },
  ...credentialRows,
  { from: [`${EXTERNAL_SECRETS}/PushSecret`], at: 'spec.secretStoreRefs[]', to: store, blocks: 'ready' },
  { from: [`${EXTERNAL_SECRETS}/PushSecret`], at: 'spec.selector.secret', to: '/Secret', blocks: 'ready' },
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
  {
    from: ['cert-manager.io/Certificate'],
    at: 'spec.issuerRef',
    to: {
      group: 'group',
      defaultKind: 'Issuer',
      defaultGroup: 'cert-manager.io',
      only: ['Issuer', 'ClusterIssuer'],
    },
    blocks: 'ready',
  },
  // cert-manager makes a Certificate for what has one of them: https://cert-manager.io/docs/usage/ingress/
  ...[
    { name: 'cert-manager.io/cluster-issuer', defaultKind: 'ClusterIssuer' },
    { name: 'cert-manager.io/issuer', defaultKind: 'Issuer', kind: 'cert-manager.io/issuer-kind' },
  ].map(
    ({ name, ...kinds }): ReferenceRow => ({
      from: ['networking.k8s.io/Ingress', `${GATEWAY}/Gateway`],
      at: 'metadata.annotations',
      name,
      to: {
        ...kinds,
        group: 'cert-manager.io/issuer-group',
        defaultGroup: 'cert-manager.io',
        only: ['Issuer', 'ClusterIssuer'],
      },
    }),
  ),
  ...[
    ['cert-manager.io/inject-ca-from', 'cert-manager.io/Certificate'],
    ['cert-manager.io/inject-ca-from-secret', '/Secret'],
  ].map(
    ([name, to]): ReferenceRow => ({
      from: [
        'admissionregistration.k8s.io/MutatingWebhookConfiguration',
        'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
        'apiextensions.k8s.io/CustomResourceDefinition',
        'apiregistration.k8s.io/APIService',
      ],
      at: 'metadata.annotations',
      to: to!,
      name: name!,
      isPath: true,
    }),
  ),
  { from: ['cert-manager.io/Issuer'], at: 'spec.ca.secretName', to: '/Secret', blocks: 'ready' },
  {
    from: ['karpenter.sh/NodePool'],
    at: 'spec.template.spec.nodeClassRef',
    to: { group: 'group', defaultKind: 'EC2NodeClass', defaultGroup: 'karpenter.k8s.aws' },
    blocks: 'ready',
  },
  {
    from: ['keda.sh/ScaledObject'],
    at: 'spec.scaleTargetRef',
    to: { group: 'apiVersion', defaultKind: 'Deployment', defaultGroup: 'apps' },
    blocks: 'ready',
  },
  {
    from: ['keda.sh/ScaledObject', 'keda.sh/ScaledJob'],
    at: 'spec.triggers[].authenticationRef',
    to: {
      defaultKind: 'TriggerAuthentication',
      defaultGroup: 'keda.sh',
      only: ['TriggerAuthentication', 'ClusterTriggerAuthentication'],
    },
    blocks: 'ready',
  },
  {
    from: ['infra.contrib.fluxcd.io/Terraform'],
    at: 'spec.sourceRef',
    to: {
      defaultGroup: 'source.toolkit.fluxcd.io',
      only: ['Bucket', 'GitRepository', 'OCIRepository'],
    },
    namespace: 'namespace',
    blocks: 'start',
    awaitsReady: true,
  },
  {
    from: ['infra.contrib.fluxcd.io/Terraform'],
    at: 'spec.varsFrom[]',
    to: { defaultGroup: '', only: ['ConfigMap', 'Secret'] },
    optional: 'optional',
    blocks: 'ready',
  },
];
