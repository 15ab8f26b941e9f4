import { expect, test } from 'vitest';
import { parse, type Tags } from 'yaml';
import { authentik } from '../../src/addons/authentik/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(authentik);

test('takes its secrets from the stores that Terraform and the database write', () => {
  const { find, contract } = synthAlone(authentik);
  expect(find('ExternalSecret', 'authentik-postgres').spec.dataFrom).toEqual([
    { extract: { key: '${TF_AUTHENTIK_DB_SECRET_ARN}' } },
  ]);
  expect(find('ExternalSecret', 'authentik-secret-key').spec.data).toEqual([
    {
      secretKey: 'AUTHENTIK_SECRET_KEY',
      remoteRef: { key: '${TF_AUTHENTIK_SECRET_MANAGER_ARN}', property: 'secretKey' },
    },
  ]);
  expect(contract.secrets['authentik-db']?.managedBy).toBe('aws');
  expect(Object.keys(contract.secrets['authentik']?.properties ?? {})).toEqual([
    'adminEmail',
    'adminPassword',
    'secretKey',
    'token',
  ]);
});

test('every Secret that the release reads is one that an ExternalSecret makes', () => {
  const { objects, find } = synthAlone(authentik);
  const { global, server, worker } = find('HelmRelease', 'authentik').spec.values;
  const made = objects.filter(({ kind }) => kind === 'ExternalSecret').map(({ spec }) => spec.target.name as string);
  const read = [
    ...global.envFrom.map((one: { secretRef: { name: string } }) => one.secretRef.name),
    ...[server, worker].flatMap((one) =>
      one.volumes.map((volume: { secret: { secretName: string } }) => volume.secret.secretName),
    ),
  ];
  expect([...new Set(read)].sort()).toEqual(made.sort());
  for (const one of [server, worker]) {
    expect(one.volumeMounts[0].name).toBe(one.volumes[0].name);
    expect(find('HelmRelease', 'authentik').spec.values.authentik.postgresql.password).toBe(
      `file://${one.volumeMounts[0].mountPath}/password`,
    );
  }
});

test('plain HTTP is told to come back with HTTPS', () => {
  const gateway = { name: 'edge', namespace: 'edge', external: true, httpListener: 'web', httpsListener: 'tls' };
  const { find } = synthAlone(authentik, { gateway });
  const redirect = find('HTTPRoute', 'authentik-redirect').spec;
  expect(redirect.parentRefs).toEqual([{ kind: 'Gateway', name: 'edge', namespace: 'edge', sectionName: 'web' }]);
  expect(redirect.rules[0].filters[0].requestRedirect).toEqual({ scheme: 'https', statusCode: 301 });
  const route = find('HTTPRoute', 'authentik').spec;
  expect(route.parentRefs[0].sectionName).toBe('tls');
  expect(route.rules[0].backendRefs).toEqual([{ name: 'authentik-server', port: 80, weight: 1 }]);
  expect(route.hostnames).toEqual(['${TF_AUTHENTIK_HOSTNAME}']);
});

test('the database, its checks and the replicas are options', () => {
  const options = { database: 'id', databasePort: 6432, sslMode: 'verify-full', serverReplicas: 3, workerReplicas: 2 };
  const { values } = synthAlone(authentik, options).find('HelmRelease', 'authentik').spec;
  expect(values.authentik.postgresql).toMatchObject({ name: 'id', port: 6432 });
  expect(values.global.env).toEqual([{ name: 'AUTHENTIK_POSTGRESQL__SSLMODE', value: 'verify-full' }]);
  expect([values.server.replicas, values.worker.replicas]).toEqual([3, 2]);
});

test('without its store in the cluster it says so', () => {
  const store = { kind: 'ClusterSecretStore', name: 'vault' };
  const messages = synthAlone(authentik, { store }).diagnostics.map(({ message }) => message);
  expect(messages).toEqual(Array(3).fill('no addon of the cluster makes ClusterSecretStore/vault'));
});

/** The tags of blueprints, each as what it stands for: `!KeyOf email` is { KeyOf: 'email' }. */
const tags: Tags = [
  { tag: '!Find', collection: 'seq', resolve: (node) => ({ Find: node.toJSON() as unknown }) },
  { tag: '!File', resolve: (text: string) => ({ File: text }) },
  { tag: '!KeyOf', resolve: (text: string) => ({ KeyOf: text }) },
];

test('an application is a blueprint, whose client is that of its remote secret', () => {
  const oidcApplications = [
    { slug: 'wiki', name: 'Team: "wiki"', secret: 'arn:aws:…:wiki', redirectUris: ['https://wiki.example.org/back'] },
  ];
  const { find, objects, diagnostics } = synthAlone(authentik, { oidcApplications });
  expect(diagnostics).toEqual([]);
  expect(find('ExternalSecret', 'oidc-wiki').spec).toMatchObject({
    target: { name: 'oidc-wiki' },
    data: [
      { secretKey: 'clientID', remoteRef: { key: 'arn:aws:…:wiki', property: 'clientID' } },
      { secretKey: 'clientSecret', remoteRef: { key: 'arn:aws:…:wiki', property: 'clientSecret' } },
    ],
  });
  const { blueprints, worker, server } = find('HelmRelease', 'authentik').spec.values;
  expect(blueprints).toEqual({ configMaps: ['oidc-wiki'] });
  expect(worker.volumes).toContainEqual({ name: 'oidc-wiki', secret: { secretName: 'oidc-wiki' } });
  expect(worker.volumeMounts).toContainEqual({ name: 'oidc-wiki', mountPath: '/oidc-wiki', readOnly: true });
  expect(JSON.stringify(server)).not.toContain('oidc-wiki');

  const blueprint = parse(find('ConfigMap', 'oidc-wiki')['data']['oidc-wiki.yaml'] as string, { customTags: tags });
  const ofModel = (model: string) => blueprint.entries.filter((one: { model: string }) => one.model === model);
  const [provider] = ofModel('authentik_providers_oauth2.oauth2provider');
  expect(provider.attrs).toMatchObject({
    client_id: { File: '/oidc-wiki/clientID' },
    client_secret: { File: '/oidc-wiki/clientSecret' },
    grant_types: ['authorization_code', 'refresh_token'],
    signing_key: { Find: ['authentik_crypto.certificatekeypair', ['name', 'authentik Self-signed Certificate']] },
    redirect_uris: [{ matching_mode: 'strict', url: 'https://wiki.example.org/back' }],
  });
  expect(JSON.stringify(provider.attrs.property_mappings)).toContain('scope-profile');
  const [email] = ofModel('authentik_providers_oauth2.scopemapping');
  expect(provider.attrs.property_mappings).toContainEqual({ KeyOf: email.id });
  expect(email.attrs).toMatchObject({
    scope_name: 'email',
    expression: expect.stringContaining('"email_verified": True'),
  });
  expect(ofModel('authentik_core.application')).toEqual([
    {
      model: 'authentik_core.application',
      identifiers: { slug: 'wiki' },
      attrs: { name: 'Team: "wiki"', provider: { KeyOf: provider.id } },
    },
  ]);
  // Without applications there is none of it.
  expect(synthAlone(authentik).objects.length).toBe(objects.length - 2);
});

test('an application without a place to send users back to is refused', () => {
  const oidcApplications = [{ slug: 'Wiki', name: 'Wiki', secret: 'wiki', redirectUris: [] }];
  const messages = synthAlone(authentik, { oidcApplications }).diagnostics.map(({ message }) => message);
  expect(messages).toEqual([
    'option "oidcApplications[0].redirectUris" of addon "authentik" cannot be []',
    'option "oidcApplications[0].slug" of addon "authentik" cannot be "Wiki"',
  ]);
});

test('a rotated password is fetched as often as it is said', () => {
  const { find } = synthAlone(authentik, { databaseRefreshInterval: '5m' });
  expect(find('ExternalSecret', 'authentik-postgres').spec.refreshInterval).toBe('5m');
  expect(find('ExternalSecret', 'authentik-secret-key').spec.refreshInterval).toBe('1h');
});
