import { expect, test } from 'vitest';
import { gatewayApiCrds } from '../../src/addons/gateway-api-crds/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(gatewayApiCrds);

test('reads its CRDs at a tag, and never takes them away', () => {
  const { find } = synthAlone(gatewayApiCrds);
  expect(find('GitRepository', 'gateway-api-crds').spec).toMatchObject({
    url: 'https://github.com/kubernetes-sigs/gateway-api',
    ref: { tag: 'v1.6.1' },
  });
  expect(find('Kustomization', 'gateway-api-crds').spec).toMatchObject({
    path: './config/crd',
    prune: false,
    wait: true,
  });
});
