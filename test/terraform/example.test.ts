import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import app from '../../src/platform/app.js';
import { planModule } from '../../src/terraform/module/plan-module.js';
import {
  describeAwsProvider,
  describeKubernetesProvider,
  describeTerraform,
  folderWith,
  terraform,
  terraformWithProviders,
} from './terraform.js';

const example = fileURLToPath(new URL('../../examples/terraform-eks', import.meta.url));

/** The example beside the module of dev, as they lie in the repository. */
const copyOfExample = (): string => {
  const dev = app.clusters.find(({ name }) => name === 'dev')!;
  const module = planModule(synthCluster(dev).contract);
  const folder = folderWith(Object.fromEntries([...module].map(([file, text]) => [`k8s/contract/dev/${file}`, text])));
  const root = join(folder, 'examples/terraform-eks');
  cpSync(example, root, { recursive: true, filter: (path) => !path.includes('.terraform') });
  return root;
};

describeTerraform('examples/terraform-eks', () => {
  it('is formatted', () => {
    expect(terraform(copyOfExample(), 'fmt', '-check', '-diff', '-recursive')).toBe('');
  });
});

describeAwsProvider('examples/terraform-eks/aws', () => {
  it('is valid', () => {
    const folder = join(copyOfExample(), 'aws');
    expect(terraformWithProviders(folder, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
    expect(terraformWithProviders(folder, 'validate', '-no-color')).toMatchObject({ code: 0 });
  });

  describeKubernetesProvider('with the root around it, but for Flux', () => {
    it('is valid, and keeps the contract of dev while nothing is known', () => {
      const root = copyOfExample();
      rmSync(join(root, 'flux.tf'));
      cpSync(
        join(
          folderWith({
            'plan.tftest.hcl': `mock_provider "aws" {
  # What a mock makes up is no policy.
  mock_data "aws_iam_policy_document" {
    defaults = { json = "{}" }
  }
}
mock_provider "kubernetes" {}
run "plans" {
  command = plan
  variables {
    domain      = "example.org"
    admin_email = "admin@example.org"
    controller_policies = {
      alb_controller = "arn:aws:iam::123456789012:policy/alb-controller"
      karpenter      = "arn:aws:iam::123456789012:policy/karpenter"
    }
  }
}
`,
          }),
          'plan.tftest.hcl',
        ),
        join(root, 'plan.tftest.hcl'),
      );
      expect(terraformWithProviders(root, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
      expect(terraformWithProviders(root, 'validate', '-no-color')).toMatchObject({ code: 0 });
      expect(terraformWithProviders(root, 'test', '-no-color')).toMatchObject({ code: 0 });
    });
  });
});
