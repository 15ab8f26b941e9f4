import { expect, test } from 'vitest';
import { privateCa } from '../../src/addons/private-ca/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(privateCa);

test('its issuer signs with the key of a root that signs itself, and keeps it', () => {
  const { find } = synthAlone(privateCa, { name: 'internal', commonName: 'Internal CA', duration: '43800h' });
  const { metadata, spec } = find('Certificate', 'internal-root');
  expect(metadata.namespace).toBe('cert-manager');
  expect(spec).toEqual({
    isCA: true,
    commonName: 'Internal CA',
    secretName: 'internal-root',
    duration: '43800h',
    privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Never' },
    issuerRef: { kind: 'ClusterIssuer', name: 'internal-root' },
  });
  expect(find('ClusterIssuer', 'internal-root').spec).toEqual({ selfSigned: {} });
  expect(find('ClusterIssuer', 'internal').spec).toEqual({ ca: { secretName: spec.secretName } });
});
