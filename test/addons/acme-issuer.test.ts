import { expect, test } from 'vitest';
import { acmeIssuer } from '../../src/addons/acme-issuer/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(acmeIssuer);

const issuer = (options: { readonly name?: string } = {}) =>
  synthAlone(acmeIssuer, options).find('ClusterIssuer', options.name ?? 'letsencrypt').spec.acme;

test('answers challenges in Route 53, with the rights of its service account', () => {
  const { server, email, privateKeySecretRef, solvers } = issuer();
  expect(server).toBe('https://acme-v02.api.letsencrypt.org/directory');
  expect(email).toContain('TF_ACME_EMAIL');
  expect(privateKeySecretRef).toEqual({ name: 'letsencrypt-account-key' });
  expect(solvers).toEqual([{ dns01: { route53: { region: '${TF_AWS_REGION}' } } }]);
});

test('the server, the zones and a role of another account are options', () => {
  const server = 'https://acme-staging-v02.api.letsencrypt.org/directory';
  const role = 'arn:aws:iam::012345678901:role/dns';
  const made = issuer({ name: 'staging', server, dnsZones: ['example.org'], hostedZoneId: 'Z0123', role } as object);
  expect(made).toMatchObject({ server, privateKeySecretRef: { name: 'staging-account-key' } });
  expect(made.solvers).toEqual([
    {
      selector: { dnsZones: ['example.org'] },
      dns01: { route53: { region: '${TF_AWS_REGION}', hostedZoneID: 'Z0123', role } },
    },
  ]);
});

test('refuses a server that is not a URL', () => {
  const { diagnostics } = synthAlone(acmeIssuer, { server: 'letsencrypt' });
  expect(diagnostics.map(({ at }) => at.path)).toEqual(['server']);
});

test('refuses a zone with a wildcard: it has all names below it already', () => {
  const { diagnostics } = synthAlone(acmeIssuer, { dnsZones: ['example.org', '*.example.com', 'example.org.'] });
  expect(diagnostics.map(({ at }) => at.path)).toEqual(['dnsZones[1]', 'dnsZones[2]']);
});
