import { expect, test } from 'vitest';
import { headlamp } from '../../src/addons/headlamp/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(headlamp);

test('reads its OIDC client from the Secret that its ExternalSecret makes', () => {
  const { find, contract } = synthAlone(headlamp);
  const { oidc } = find('HelmRelease', 'headlamp').spec.values.config;
  const { target, data } = find('ExternalSecret', 'headlamp-oidc').spec;
  expect(oidc).toEqual({
    secret: { create: false },
    externalSecret: { enabled: true, name: target.name, hasScopes: true },
  });
  // The names that the chart passes on as arguments.
  expect(data.map((one: { secretKey: string }) => one.secretKey)).toEqual([
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'OIDC_ISSUER_URL',
    'OIDC_SCOPES',
  ]);
  expect(Object.keys(contract.secrets['headlamp']?.properties ?? {})).toEqual([
    'clientID',
    'clientSecret',
    'issuerURL',
    'scopes',
  ]);
});

test('nobody has rights whom the cluster does not name', () => {
  expect(synthAlone(headlamp).objects.filter(({ kind }) => kind === 'ClusterRoleBinding')).toEqual([]);
  const { find } = synthAlone(headlamp, { users: ['a@example.org', 'b@example.org'], clusterRole: 'edit' });
  const { roleRef, subjects } = find('ClusterRoleBinding', 'authentik-view');
  expect(roleRef).toEqual({ apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'edit' });
  expect(subjects.map((one: { kind: string; name: string }) => [one.kind, one.name])).toEqual([
    ['User', 'a@example.org'],
    ['User', 'b@example.org'],
  ]);
});

test('is behind the Gateway, which told the client to use HTTPS', () => {
  const { find } = synthAlone(headlamp);
  const [rule] = find('HTTPRoute', 'headlamp').spec.rules;
  expect(rule.backendRefs).toEqual([{ name: 'headlamp', port: 80, weight: 1 }]);
  expect(rule.filters[0].requestHeaderModifier.set).toEqual([{ name: 'X-Forwarded-Proto', value: 'https' }]);
  expect(find('HTTPRoute', 'headlamp-redirect').spec.hostnames).toEqual(['${TF_HEADLAMP_HOSTNAME}']);
});
