import { field, type LanguageField } from './form/language-field.js';
import { defineProject } from './form/project.js';
import type { KindByField, ReferenceRow } from './form/reference.js';

const EXTERNAL_SECRETS = 'external-secrets.io';

const store: KindByField = {
  defaultKind: 'SecretStore',
  defaultGroup: EXTERNAL_SECRETS,
  only: ['SecretStore', 'ClusterSecretStore'],
};
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

const references: readonly ReferenceRow[] = [
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
];

const externalSecret = (path: string): readonly LanguageField[] => [
  field(`${path}.refreshInterval`, 'go-duration'),
  field(`${path}.dataFrom[].find.name.regexp`, 're2'),
  field(`${path}.syncWindows.windows[].schedule`, 'cron'),
  field(`${path}.syncWindows.windows[].duration`, 'go-duration'),
];
const secretStore: readonly LanguageField[] = [
  field('spec.conditions[].namespaceRegexes[]', 're2'),
  field('spec.retrySettings.retryInterval', 'go-duration'),
];

/** External Secrets. https://external-secrets.io/latest/api/spec/ */
export const externalSecrets = defineProject({
  name: 'External Secrets',
  clusterScoped: {
    'external-secrets.io': ['ClusterExternalSecret', 'ClusterPushSecret', 'ClusterSecretStore'],
    'generators.external-secrets.io': ['ClusterGenerator'],
  },
  references,
  languages: {
    'external-secrets.io/ClusterExternalSecret': [
      field('spec.refreshTime', 'go-duration'),
      ...externalSecret('spec.externalSecretSpec'),
    ],
    'external-secrets.io/ClusterSecretStore': secretStore,
    'external-secrets.io/ExternalSecret': externalSecret('spec'),
    'external-secrets.io/SecretStore': secretStore,
  },
  webhooks: { 'external-secrets': ['external-secrets.io', 'generators.external-secrets.io'] },
  makesNothingNamed: ['external-secrets.io/*', 'generators.external-secrets.io/*'],
});
