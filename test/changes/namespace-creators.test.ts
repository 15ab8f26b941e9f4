import { expect, it } from 'vitest';
import { compareCreators, terraformSteps } from '../../src/changes/rules/terraform/namespace-creator.js';

it('finds only the namespaces that Terraform starts or stops creating', () => {
  expect(
    compareCreators(
      [
        { name: 'stays', creator: 'terraform' },
        { name: 'goes', creator: 'terraform' },
        { name: 'handed', creator: 'terraform' },
        { name: 'taken', creator: 'addon', addon: 'a' },
        { name: 'kube-system', creator: 'kubernetes' },
      ],
      [
        { name: 'stays', creator: 'terraform' },
        { name: 'handed', creator: 'addon', addon: 'a' },
        { name: 'taken', creator: 'terraform' },
        { name: 'new', creator: 'terraform' },
        { name: 'kube-system', creator: 'kubernetes' },
      ],
    ),
  ).toEqual([
    { name: 'goes', to: 'other' },
    { name: 'handed', to: 'other' },
    { name: 'taken', to: 'terraform' },
  ]);
});

it('prints the block to paste or the command to run', () => {
  expect(terraformSteps({ name: 'apps', to: 'terraform' }).join('\n')).toBe(
    'import {\n  to = module.flux_contract.kubernetes_namespace_v1.this["apps"]\n  id = "apps"\n}',
  );
  expect(terraformSteps({ name: 'apps', to: 'other' })).toEqual([
    `terraform state rm 'module.flux_contract.kubernetes_namespace_v1.this["apps"]'`,
  ]);
});
