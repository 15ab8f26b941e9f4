import { objectsOf } from '../json/as-shape.js';
import { valueAt } from '../json/json-path.js';
import type { JsonObject } from '../json/json-value.js';
import { readField } from '../json/read-field.js';
import type { EffectRow, Sides, When } from './form/effect.js';
import { unlessField } from './form/keeps.js';
import { field, type LanguageField } from './form/language-field.js';
import { deletesOnRemoval } from './form/later-removal.js';
import { removal } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import type { KindByField, ReferenceRow } from './form/reference.js';
import { becomes, both, changed, leaves, narrows, removed } from './form/when.js';

const EXTERNAL_SECRETS = 'external-secrets.io';

const store: KindByField = {
  defaultKind: 'SecretStore',
  defaultGroup: EXTERNAL_SECRETS,
  only: ['SecretStore', 'ClusterSecretStore'],
};
/** The fields in which a store names the Secrets with its credentials. */
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
    // The operator would look for a SecretStore in each of the namespaces.
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
  field(`${path}.dataFrom[].rewrite[].regexp.source`, 're2'),
  field(`${path}.syncWindows.windows[].schedule`, 'cron'),
  field(`${path}.syncWindows.windows[].duration`, 'go-duration'),
];
const pushSecret = (path: string): readonly LanguageField[] => [
  field(`${path}.refreshInterval`, 'go-duration'),
  field(`${path}.dataTo[].match.regexp`, 're2'),
  field(`${path}.dataTo[].rewrite[].regexp.source`, 're2'),
];
const secretStore: readonly LanguageField[] = [
  field('spec.conditions[].namespaceRegexes[]', 're2'),
  field('spec.retrySettings.retryInterval', 'go-duration'),
];

const EXTERNAL = `${EXTERNAL_SECRETS}/ExternalSecret`;
const PUSH = `${EXTERNAL_SECRETS}/PushSecret`;
const stores = ['SecretStore', 'ClusterSecretStore'].map((kind) => `${EXTERNAL_SECRETS}/${kind}`);

/** Generators that create a new value each time, without a copy elsewhere. */
const RANDOM = ['Password', 'UUID', 'SSHKey'];
const makesItself = (json: JsonObject, { after }: Sides): boolean =>
  objectsOf(readField(json, 'spec.dataFrom')).some((one) => {
    const ref = valueAt(one, ['sourceRef', 'generatorRef']);
    const [kind, name] = ['kind', 'name'].map((key) => valueAt(ref, [key]));
    if (kind !== 'ClusterGenerator') return RANDOM.includes(String(kind));
    const found = after.index
      .ofKind('generators.external-secrets.io', 'ClusterGenerator')
      .find(({ id }) => id.name === name);
    return found !== undefined && RANDOM.includes(String(readField(found.holdings[0].json, 'spec.kind')));
  });
const isGenerated: When = (_, __, sides) => makesItself(sides.to, sides);
const isRefreshedBy = (json: JsonObject): boolean => {
  const policy = readField(json, 'spec.refreshPolicy') ?? 'Periodic';
  return policy === 'Periodic' && !/^0[a-z]*$/.test(String(readField(json, 'spec.refreshInterval') ?? '1h'));
};
const isStable: When = (_, __, { from }) => !isRefreshedBy(from);
const isRefreshed: When = (_, is, { to }) => is === 'OnChange' || isRefreshedBy(to);
const nameChanges: When = (was, is, { object }) => (was ?? object.id.name) !== (is ?? object.id.name);

const generated = (at: string, when: When): EffectRow => ({
  on: EXTERNAL,
  at,
  when: both(when, isGenerated),
  severity: 'warning',
  destroys: 'the generated secret, of which there is no other copy',
  effect: 'the generator makes another value: what was encrypted or set up with the old one no longer takes it',
  instead: 'to keep it, leave the field as it is, or first copy the Secret to a store',
});

const pushDeletes: When = (_, __, { to }) => readField(to, 'spec.deletionPolicy') === 'Delete';

/** Effects on what the operator pushes to stores. */
const pushed: readonly EffectRow[] = [
  // https://external-secrets.io/latest/api/pushsecret/
  ...(
    [
      [PUSH, 'spec.deletionPolicy'],
      [`${EXTERNAL_SECRETS}/ClusterPushSecret`, 'spec.pushSecretSpec.deletionPolicy'],
    ] as const
  ).map(([on, policy]) =>
    removal(on, 'the secrets that it has pushed to the store', {
      ...unlessField(policy, 'Delete'),
      setting: `${policy}: None`,
    }),
  ),
  // https://external-secrets.io/latest/api/pushsecret/
  {
    on: PUSH,
    at: 'spec.updatePolicy',
    when: leaves('IfNotExists'),
    severity: 'warning',
    destroys: 'secrets that the store already has under its keys',
    effect: 'with updatePolicy: Replace, the default, the operator writes its own value over what is there',
    instead: 'to keep them, leave updatePolicy: IfNotExists',
  },
  deletesOnRemoval(PUSH, 'spec.deletionPolicy', becomes('Delete'), 'the secrets that it has pushed'),
  // `DeleteSecretFromProviders`: https://github.com/external-secrets/external-secrets/tree/main/pkg/controllers/pushsecret
  ...(
    [
      ['spec.data[match.remoteRef]', 'match', 'the secret that it has pushed for that entry'],
      ['spec.secretStoreRefs[name]', 'name', 'the secrets that it has pushed to that store'],
    ] as const
  ).map(
    ([at, shows, destroys]): EffectRow => ({
      on: PUSH,
      at,
      when: both(removed, pushDeletes),
      shows,
      severity: 'error',
      destroys,
      effect: 'spec.deletionPolicy: Delete deletes from the store what is no longer pushed',
      instead: 'to keep it, set spec.deletionPolicy: None',
    }),
  ),
];

const effects: readonly EffectRow[] = [
  // https://external-secrets.io/latest/api/secretstore/
  removal(stores, 'what keeps Secrets of ExternalSecrets up to date'),
  // https://external-secrets.io/latest/provider/aws-access/
  ...['service', 'region'].map(
    (key): EffectRow => ({
      on: stores,
      at: `spec.provider.aws.${key}`,
      when: changed,
      severity: 'warning',
      says: 'reads from another place',
      effect:
        'if a secret is not in the new place, its ExternalSecrets fail; those with deletionPolicy: Delete also delete their Secrets',
      instead: 'copy the secrets first, or add a second store',
    }),
  ),
  // https://external-secrets.io/latest/guides/ownership-deletion-policy/
  {
    on: EXTERNAL,
    at: 'spec.target.deletionPolicy',
    when: becomes('Delete'),
    severity: 'notice',
    says: 'deletes its Secret from now on when the provider has none of its secrets any more',
  },
  // https://external-secrets.io/latest/guides/generator/ and https://external-secrets.io/latest/api/externalsecret/
  generated('spec.target.name', both(nameChanges, isStable)),
  generated('spec.refreshPolicy', both(leaves('CreatedOnce'), isRefreshed)),
  // `deleteOutdatedExternalSecrets`:
  // https://github.com/external-secrets/external-secrets/tree/main/pkg/controllers/clusterexternalsecret
  ...['spec.namespaceSelectors', 'spec.namespaceSelector'].map(
    (at): EffectRow => ({
      on: `${EXTERNAL_SECRETS}/ClusterExternalSecret`,
      at,
      when: both(
        narrows,
        (_, is, { to }) => is !== undefined || readField(to, 'spec.namespaceSelectors') === undefined,
      ),
      severity: 'warning',
      destroys: 'the Secrets in namespaces that it no longer selects',
      effect: 'the operator deletes its ExternalSecrets there, and their Secrets with them',
      instead: 'to keep them, select those namespaces, too',
    }),
  ),
  ...pushed,
];

/** External Secrets. https://external-secrets.io/latest/api/spec/ */
export const externalSecrets = defineProject({
  name: 'External Secrets',
  clusterScoped: {
    'external-secrets.io': ['ClusterExternalSecret', 'ClusterPushSecret', 'ClusterSecretStore'],
    'generators.external-secrets.io': ['ClusterGenerator'],
  },
  references,
  effects,
  languages: {
    'external-secrets.io/ClusterExternalSecret': [
      field('spec.refreshTime', 'go-duration'),
      ...externalSecret('spec.externalSecretSpec'),
    ],
    [`${EXTERNAL_SECRETS}/ClusterPushSecret`]: [
      field('spec.refreshTime', 'go-duration'),
      ...pushSecret('spec.pushSecretSpec'),
    ],
    'external-secrets.io/ClusterSecretStore': secretStore,
    'external-secrets.io/ExternalSecret': externalSecret('spec'),
    [PUSH]: pushSecret('spec'),
    'external-secrets.io/SecretStore': secretStore,
  },
  webhooks: { 'external-secrets': ['external-secrets.io', 'generators.external-secrets.io'] },
  makesNothingNamed: ['external-secrets.io/*', 'generators.external-secrets.io/*'],
});
