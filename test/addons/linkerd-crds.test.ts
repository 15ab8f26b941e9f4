import { expect, test } from 'vitest';
import { linkerdCrds } from '../../src/addons/linkerd-crds/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(linkerdCrds);

test("are Linkerd's own, and stay when the release goes", () => {
  const { values, postRenderers } = synthAlone(linkerdCrds).find('HelmRelease', 'linkerd-crds').spec;
  expect(values).toEqual({ installGatewayAPI: false });
  expect(JSON.stringify(postRenderers)).toContain('helm.sh/resource-policy: keep');
});
