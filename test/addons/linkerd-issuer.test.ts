import { expect, test } from 'vitest';
import { linkerdIssuer } from '../../src/addons/linkerd-issuer/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(linkerdIssuer);

test('cert-manager renews an issuer of the trust anchor, whose key stays', () => {
  const { find } = synthAlone(linkerdIssuer, { trustDomain: 'example.org' });
  const anchor = find('Certificate', 'linkerd-trust-anchor').spec;
  const issuer = find('Certificate', 'linkerd-identity-issuer').spec;
  expect(anchor).toMatchObject({ isCA: true, duration: '87600h', privateKey: { rotationPolicy: 'Never' } });
  expect(anchor.issuerRef).toEqual({ kind: 'Issuer', name: 'linkerd-self-signed' });
  expect(find('Issuer', 'linkerd-trust-anchor').spec).toEqual({ ca: { secretName: anchor.secretName } });
  expect(issuer).toMatchObject({
    isCA: true,
    duration: '48h',
    commonName: 'identity.linkerd.example.org',
    dnsNames: ['identity.linkerd.example.org'],
    secretName: 'linkerd-identity-issuer',
    privateKey: { algorithm: 'ECDSA', size: 256 },
    issuerRef: { kind: 'Issuer', name: 'linkerd-trust-anchor' },
  });
});

test.each([
  ['trustDomain', { trustDomain: 'x y' }],
  ['trustDomain', { trustDomain: `${'x'.repeat(40)}.example.org` }],
  ['issuerDuration', { trustAnchorDuration: '24h', issuerDuration: '48h' }],
  ['issuerDuration', { trustAnchorDuration: '48h', issuerDuration: '2880m' }],
])('refuses %s where cert-manager would issue nothing that Linkerd takes', (path, options) => {
  expect(synthAlone(linkerdIssuer, options).diagnostics.map(({ at }) => at.path)).toEqual([path]);
});

test('takes an issuer that ends before its anchor', () => {
  expect(synthAlone(linkerdIssuer, { trustAnchorDuration: '49h', issuerDuration: '48h30m' }).diagnostics).toEqual([]);
});
