import { expect, test } from 'vitest';
import { linkerdIssuerSecret } from '../../src/addons/linkerd-issuer-secret/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(linkerdIssuerSecret);

test('makes the Secret that the control plane reads, from the store', () => {
  const { target, data } = synthAlone(linkerdIssuerSecret).find('ExternalSecret', 'linkerd-identity-issuer').spec;
  expect(target).toEqual({
    name: 'linkerd-identity-issuer',
    creationPolicy: 'Owner',
    template: { type: 'kubernetes.io/tls' },
  });
  expect(data.map((one: { secretKey: string }) => one.secretKey)).toEqual(['ca.crt', 'tls.crt', 'tls.key']);
});
