import { expect, test } from 'vitest';
import { sealedSecrets } from '../../src/addons/sealed-secrets/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(sealedSecrets);

test('is where kubeseal looks, by the name that it looks for', () => {
  const { metadata, spec } = synthAlone(sealedSecrets).find('HelmRelease', 'sealed-secrets');
  expect(metadata.namespace).toBe('kube-system');
  expect(spec.values).toEqual({ fullnameOverride: 'sealed-secrets-controller', keyrenewperiod: '720h' });
});

test.each(['0', '24h'])('makes another key every %s', (keyRenewPeriod) => {
  const { find, diagnostics } = synthAlone(sealedSecrets, { keyRenewPeriod });
  expect(diagnostics).toEqual([]);
  expect(find('HelmRelease', 'sealed-secrets').spec.values.keyrenewperiod).toBe(keyRenewPeriod);
});
