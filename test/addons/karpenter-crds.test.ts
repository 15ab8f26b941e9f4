import { expect, test } from 'vitest';
import { karpenterCrds } from '../../src/addons/karpenter-crds/index.js';
import { describeAddon, synthAlone } from './addon-case.js';

describeAddon(karpenterCrds);

test("keeps the CRDs at the chart's version, in the folder of CRDs", () => {
  const { find, files } = synthAlone(karpenterCrds);
  const { spec } = find('HelmRelease', 'karpenter-crd');
  expect([spec.install.crds, spec.upgrade.crds]).toEqual(['CreateReplace', 'CreateReplace']);
  expect(find('Kustomization', 'karpenter-crds').spec.path).toBe('./k8s/crds/alone/karpenter-crds');
  expect(Object.keys(files)).toContain('crds/alone/karpenter-crds/oci-repository.yaml');
});
