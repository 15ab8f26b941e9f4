import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { synthCluster } from 'fluxspan/testing';
import { beforeAll, expect, it } from 'vitest';
import app from '../../src/platform/app.js';
import { planModule } from '../../src/terraform/module/plan-module.js';
import {
  describeAwsProvider,
  describeKubernetesProvider,
  describeMocks,
  describeTerraform,
  folderWith,
  hasMocks,
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

const initialize = (folder: string): void => {
  expect(terraformWithProviders(folder, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
};

const expectPassed = (folder: string): void => {
  const { code, output } = terraformWithProviders(folder, 'test', '-no-color');
  expect(code, output).toBe(0);
  expect(output).toContain(' 0 failed');
};

/** A plan validates first. */
const testValid = (folder: () => string): void => {
  if (!hasMocks) {
    it('is valid', () => {
      expect(terraformWithProviders(folder(), 'validate', '-no-color')).toMatchObject({ code: 0 });
    }, 240_000);
  }
};

describeAwsProvider('examples/terraform-eks/aws', () => {
  let folder: string;

  // The provider is large: a busy machine takes its time to start it.
  beforeAll(() => {
    folder = join(copyOfExample(), 'aws');
    writeFileSync(join(folder, 'changes.tftest.hcl'), changesWithMocks);
    mkdirSync(join(folder, 'only-variables'));
    cpSync(join(folder, 'variables.tf'), join(folder, 'only-variables/variables.tf'));
    initialize(folder);
  }, 240_000);

  testValid(() => folder);

  describeMocks('planned with mocks', () => {
    it('takes every name that AWS takes, and keeps the network of the first apply', () => {
      expectPassed(folder);
    }, 240_000);
  });

  describeKubernetesProvider('with the root around it', () => {
    let root: string;

    beforeAll(() => {
      root = copyOfExample();
      writeFileSync(join(root, 'plan.tftest.hcl'), planWithMocks);
      mkdirSync(join(root, 'known-passwords'));
      writeFileSync(join(root, 'known-passwords/main.tf'), knownPasswords);
      writeFileSync(join(root, 'main_override.tf'), 'module "passwords" {\n  source = "./known-passwords"\n}\n');
      initialize(root);
    }, 240_000);

    testValid(() => root);

    describeMocks('planned with mocks', () => {
      it('keeps the contract of dev while nothing is known', () => {
        expectPassed(root);
      }, 240_000);
    });
  });
});

/** What mocks make up is neither a policy nor a zone, nor whoever runs Terraform. */
const mocks = `mock_provider "aws" {
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
`;

const planWithMocks = `${mocks}mock_provider "kubernetes" {}
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

/** The rest has ARNs, which mocks make up badly. */
const network = 'plan_options {\n    target = [aws_subnet.private]\n  }';

/** A run of the module for AWS; it plans unless another command is given. */
const runOf = (title: string, ...settings: readonly string[]): string =>
  ['', `run "${title}" {`, ...settings.map((one) => `  ${one}`), '}', ''].join('\n');

const planning = (variables: string, ...refusedBy: readonly string[]): readonly string[] => [
  'command = plan',
  `variables {\n    ${variables}\n  }`,
  ...refusedBy.map((address) => `expect_failures = [${address}]`),
];

/** The variable alone refuses a name: the rest of the module would start the provider for each. */
const ONLY_VARIABLES = 'module {\n    source = "./only-variables"\n  }';
const refusedNames = ['Platform', '1-platform', 'platform-', 'plat--form', 'plat_form', 'ssm-platform', 'p'.repeat(45)];

const runs = [
  runOf('takes_the_longest_name', ...planning(`name = "${'p'.repeat(44)}"`)),
  ...refusedNames.map((name, index) =>
    runOf(`refuses_name_${index}`, ONLY_VARIABLES, ...planning(`name = "${name}"`, 'var.name')),
  ),
  runOf('is_applied', network),
  runOf('refuses_another_block', network, ...planning('cidr = "10.1.0.0/16"', 'terraform_data.network')),
  runOf(
    'refuses_another_order_of_zones',
    network,
    ...planning('zones = ["eu-west-1b", "eu-west-1a", "eu-west-1c"]', 'terraform_data.network'),
  ),
  runOf('refuses_fewer_zones', network, ...planning('zone_count = 2', 'terraform_data.network')),
  runOf('takes_the_same_zones_by_name', network, ...planning('zones = ["eu-west-1a", "eu-west-1b", "eu-west-1c"]')),
].join('');

/** The provider itself checks how long names may be. */
const changesWithMocks = `${mocks}variables {
  name                 = "platform-dev"
  region               = "eu-west-1"
  domain               = "example.org"
  cidr                 = "10.0.0.0/16"
  zones                = []
  zone_count           = 3
  nat_per_zone         = false
  admins               = ["arn:aws:iam::123456789012:role/terraform"]
  viewers              = []
  api_cidrs            = ["192.0.2.0/24"]
  private_api_cidrs    = []
  permissions_boundary = null
  secret_names         = ["authentik"]
  database_multi_az    = true
  protect              = true
}
${runs}`;

/** Terraform has no mocks of ephemeral resources; the live test draws real passwords. */
const knownPasswords = `variable "prefix" {}
variable "region" {}
variable "versions" {}
output "values" {
  sensitive = true
  value     = { for name, version in var.versions : name => "\${name}-\${version}" }
}
`;
