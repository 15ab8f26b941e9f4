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
