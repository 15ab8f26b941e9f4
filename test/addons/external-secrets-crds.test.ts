import { expect, test } from 'vitest';
import { externalSecretsCrds } from '../../src/addons/external-secrets-crds/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(externalSecretsCrds);

test('reads its CRDs at a tag, and never takes them away', () => {
  const { find, files } = synthAlone(externalSecretsCrds);
  expect(find('GitRepository', 'external-secrets').spec).toMatchObject({
    url: 'https://github.com/external-secrets/external-secrets',
    ref: { tag: 'v2.9.0' },
  });
  expect(find('Kustomization', 'external-secrets-crds').spec).toMatchObject({
    path: './deploy/crds',
    prune: false,
    wait: true,
    sourceRef: { kind: 'GitRepository', name: 'external-secrets' },
  });
  expect(Object.keys(files).filter((path) => path.startsWith('addons/') || path.startsWith('crds/'))).toEqual([]);
});
