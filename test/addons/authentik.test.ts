import { expect, test } from 'vitest';
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
