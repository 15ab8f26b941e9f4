import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
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

  describeKubernetesProvider('with the root around it', () => {
    it('is valid, and keeps the contract of dev while nothing is known', () => {
      const root = copyOfExample();
      writeFileSync(join(root, 'plan.tftest.hcl'), planWithMocks);
      mkdirSync(join(root, 'known-passwords'));
      writeFileSync(join(root, 'known-passwords/main.tf'), knownPasswords);
      writeFileSync(join(root, 'main_override.tf'), 'module "passwords" {\n  source = "./known-passwords"\n}\n');
      expect(terraformWithProviders(root, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
      expect(terraformWithProviders(root, 'validate', '-no-color')).toMatchObject({ code: 0 });
      const { code, output } = terraformWithProviders(root, 'test', '-no-color');
      expect(code, output).toBe(0);
      // The provider is large: a busy machine takes its time to start it.
    }, 240_000);
  });
});

/** What mocks make up is neither a policy nor a zone, nor whoever runs Terraform. */
const planWithMocks = `mock_provider "aws" {
  mock_data "aws_iam_policy_document" {
    defaults = { json = "{}" }
  }
  mock_data "aws_caller_identity" {
    defaults = { account_id = "123456789012", arn = "arn:aws:sts::123456789012:assumed-role/terraform/ci" }
  }
  mock_data "aws_partition" {
    defaults = { partition = "aws" }
  }
  mock_data "aws_availability_zones" {
    defaults = { names = ["eu-west-1a", "eu-west-1b", "eu-west-1c"] }
  }
  mock_data "aws_iam_session_context" {
    defaults = { issuer_arn = "arn:aws:iam::123456789012:role/terraform" }
  }
  mock_data "aws_route53_zones" {
    defaults = { ids = ["Z0123456789"] }
  }
  mock_data "aws_route53_zone" {
    defaults = { name = "example.org", private_zone = false }
  }
}
mock_provider "kubernetes" {}
run "plans" {
  command = plan
  variables {
    domain      = "example.org"
    admin_email = "admin@example.org"
    admins      = ["arn:aws:iam::123456789012:role/terraform"]
    api_cidrs   = ["192.0.2.0/24"]
  }
}
`;

/** Terraform has no mocks of ephemeral resources; the live test draws real passwords. */
const knownPasswords = `variable "prefix" {}
variable "region" {}
variable "versions" {}
output "values" {
  sensitive = true
  value     = { for name, version in var.versions : name => "\${name}-\${version}" }
}
`;
