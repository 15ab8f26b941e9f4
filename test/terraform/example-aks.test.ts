import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/contract.js';
import { linkPackages } from '../support/link-packages.js';
import { root } from '../support/root.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import {
  describeAzureProvider,
  describeKubernetesProvider,
  describeMocks,
  describeTerraform,
  folderWith,
  terraform,
  terraformWithProviders,
} from './terraform.js';

const example = join(root, 'examples/terraform-aks');

const SUBSCRIPTION = '0b1f6471-0000-4000-8000-9c2b3d4e5f60';
const GROUP = `/subscriptions/${SUBSCRIPTION}/resourceGroups/platform-dev`;
const NETWORK = `/subscriptions/${SUBSCRIPTION}/resourceGroups/network/providers/Microsoft.Network`;
const CLIENT = '4a1f9a2e-0000-4000-8000-6f7b8c9d0e1f';
const PRINCIPAL = '5b2f9a2e-0000-4000-8000-6f7b8c9d0e1f';

const CLUSTER = '{ host = "https://platform-dev.example.org", cluster_ca_certificate = "Y2E=" }';

const PLAN = `mock_provider "azurerm" {
  override_during = plan

  mock_data "azurerm_client_config" {
    defaults = { tenant_id = "72f988bf-0000-4000-8000-2d7cd011db47", object_id = "4a1f9a2e-0000-4000-8000-6f7b8c9d0e1f" }
  }
  mock_resource "azurerm_resource_group" {
    defaults = { id = "${GROUP}" }
  }
  mock_resource "azurerm_user_assigned_identity" {
    defaults = {
      id = "${GROUP}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/one"
      client_id = "${CLIENT}"
      principal_id = "${PRINCIPAL}"
    }
  }
  mock_resource "azurerm_kubernetes_cluster" {
    defaults = {
      id = "${GROUP}/providers/Microsoft.ContainerService/managedClusters/platform-dev"
      oidc_issuer_url = "https://westeurope.oic.prod-aks.azure.com/72f988bf-0000-4000-8000-2d7cd011db47/one/"
      kube_config = [${CLUSTER}]
    }
  }
  mock_resource "azurerm_key_vault" {
    defaults = {
      id = "${GROUP}/providers/Microsoft.KeyVault/vaults/platform-dev"
      vault_uri = "https://platform-dev.vault.azure.net/"
    }
  }
  mock_resource "azurerm_dns_zone" {
    defaults = { id = "${GROUP}/providers/Microsoft.Network/dnsZones/dev.example.org" }
  }
  mock_resource "azurerm_log_analytics_workspace" {
    defaults = { id = "${GROUP}/providers/Microsoft.OperationalInsights/workspaces/platform-dev" }
  }
}
mock_provider "kubernetes" {}
mock_provider "random" {
  override_during = plan
}

run "plan" {
  command = plan

  variables {
    subscription_id = "${SUBSCRIPTION}"
    domain = "dev.example.org"
    admin_email = "admin@example.org"
    admin_group_ids = ["4a1f9a2e-0000-4000-8000-6f7b8c9d0e1f"]
    api_cidrs = ["192.0.2.0/24"]
    node_subnet_id = "${NETWORK}/virtualNetworks/platform/subnets/nodes"
  }
}
`;

const NETWORK_PLAN = `mock_provider "azurerm" {
  override_during = plan

  mock_data "azurerm_kubernetes_cluster" {
    defaults = { kube_config = [${CLUSTER}] }
  }
  mock_data "azurerm_subnet" {
    defaults = { id = "${NETWORK}/virtualNetworks/platform/subnets/database" }
  }
  mock_data "azurerm_private_dns_zone" {
    defaults = { id = "${NETWORK}/privateDnsZones/platform.postgres.database.azure.com" }
  }
}
mock_provider "kubernetes" {}

run "plan" {
  command = plan

  variables {
    subscription_id = "${SUBSCRIPTION}"
    cluster = { name = "platform-dev", resource_group = "platform-dev" }
    network = { resource_group = "network", name = "platform", database_subnet = "database" }
    database_dns_zone = "platform.postgres.database.azure.com"
    operator_principal_id = "${PRINCIPAL}"
  }
}
`;

const outside = temporaryFolder();
/** The folder of what `init --template aks` makes, with the example beside its tree. */
let project: string;
let contract: Contract;

beforeAll(() => {
  project = join(outside, 'platform');
  const fluxspan = (cwd: string, ...argv: readonly string[]) =>
    spawnSync(process.execPath, [join(root, 'bin/fluxspan.js'), ...argv], { cwd, encoding: 'utf8' });
  fluxspan(outside, 'init', 'platform', '--template', 'aks', '--yes', '--no-install');
  linkPackages(project);
  expect(fluxspan(project, 'synth', '--no-base')).toMatchObject({ status: 0 });
  cpSync(example, join(project, 'examples/terraform-aks'), { recursive: true });
  contract = JSON.parse(readFileSync(join(project, 'k8s/contract/dev/contract.json'), 'utf8')) as Contract;
});

/** The keys of one argument in the call of the contract's module. */
const keysOf = (file: string, argument: string): readonly string[] => {
  const call = /^module "flux_contract" \{\n([\s\S]*?)^\}/m.exec(readFileSync(join(example, file), 'utf8'))?.[1] ?? '';
  const body = new RegExp(`^  ${argument} = \\{\\n([\\s\\S]*?)^  \\}`, 'm').exec(call)?.[1] ?? '';
  return [...body.matchAll(/^ {4}"?([\w-]+)"? += /gm)].map(([, key = '']) => key).sort();
};

it('supplies what the template asks for, each input from its state', () => {
  const own = ['vars', 'values', 'secrets'].map((channel) => keysOf('main.tf', channel));
  const network = keysOf('network/main.tf', 'vars');
  expect(network).toEqual(['TF_DATABASE_DNS_ZONE_ID', 'TF_DATABASE_SUBNET_ID']);
  expect([...own[0]!, ...network].sort()).toEqual(Object.keys(contract.vars).sort());
  expect(own[1]).toEqual(Object.keys(contract.values).sort());
  expect(own[2]).toEqual(Object.keys(contract.secrets).sort());
});

it('trusts the service accounts that the tree has', () => {
  const identities = readFileSync(join(example, 'azure/identities.tf'), 'utf8');
  const accounts = [...identities.matchAll(/namespace = "([\w-]+)", account = "([\w-]+)"/g)].map(([, ns, name]) => [
    ns,
    name,
  ]);
  expect(accounts).toHaveLength(4);
  for (const [namespace, name] of accounts) {
    const folder = { 'azureserviceoperator-system': 'azure-service-operator', 'external-secrets': 'key-vault-store' }[
      namespace!
    ];
    const text = ['helm-release.yaml', 'service-account.yaml']
      .map((file) => join(project, 'k8s/addons/dev', folder ?? namespace!, file))
      .map((file) => spawnSync('cat', [file], { encoding: 'utf8' }).stdout)
      .join('');
    // The operator's chart gives its account a name of its own.
    expect(text).toContain(name === 'azureserviceoperator-default' ? 'azure-service-operator' : `name: ${name}`);
  }
});

describeTerraform('examples/terraform-aks', () => {
  it('is formatted', () => {
    const folder = folderWith({});
    cpSync(example, folder, { recursive: true });
    expect(terraform(folder, 'fmt', '-check', '-diff', '-recursive')).toBe('');
  });
});

const planTests = () => {
  let folder: string;

  const runPlan = (place: string, mocks: string): { readonly code: number | null; readonly output: string } => {
    writeFileSync(join(place, 'plan.tftest.hcl'), mocks);
    const { code, output } = terraformWithProviders(place, 'test', '-no-color');
    // Terraform breaks lines where it likes.
    return { code, output: output.replace(/\s+/g, ' ') };
  };

  beforeAll(() => {
    folder = join(project, 'examples/terraform-aks');
    for (const place of [folder, join(folder, 'network')]) {
      expect(terraformWithProviders(place, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
    }
  }, 240_000);

  it('plans, with all inputs of the contract', { timeout: 240_000 }, () => {
    const { code, output } = runPlan(folder, PLAN);
    expect(code, output).toBe(0);
  });

  it('plans the part of the network', { timeout: 240_000 }, () => {
    const { code, output } = runPlan(join(folder, 'network'), NETWORK_PLAN);
    expect(code, output).toBe(0);
  });

  it.each([
    [
      'the resource id of an identity',
      `client_id = "${CLIENT}"`,
      `client_id = "${GROUP}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/one"`,
      'vars.TF_KEY_VAULT_CLIENT_ID (client id of the managed identity of External Secrets, not its resource id) is missing or does not fit',
    ],
    [
      'a Key Vault in China',
      'platform-dev.vault.azure.net',
      'platform-dev.vault.azure.cn',
      'vars.TF_KEY_VAULT_URL (URL of the Key Vault, in AzurePublicCloud) is missing or does not fit',
    ],
    [
      'a Key Vault of the US government',
      'platform-dev.vault.azure.net',
      'platform-dev.vault.usgovcloudapi.net',
      'var.vars.TF_KEY_VAULT_URL is "https://platform-dev.vault.usgovcloudapi.net/"',
    ],
    [
      'a version that is none of Kubernetes',
      'api_cidrs = ["192.0.2.0/24"]',
      'api_cidrs = ["192.0.2.0/24"]\nkubernetes_version = "1.9"',
      "kubernetes_version isn't a minor version of Kubernetes",
    ],
    [
      'addresses of Services that are no block',
      'api_cidrs = ["192.0.2.0/24"]',
      'api_cidrs = ["192.0.2.0/24"]\nservice_cidr = "10.0.0.1/16"',
      'service_cidr must be an IPv4 block that starts at its first address',
    ],
  ])('refuses %s', { timeout: 240_000 }, (_, right, wrong, message) => {
    expect(PLAN).toContain(right);
    const { code, output } = runPlan(folder, PLAN.replace(right, wrong));
    expect(code).toBe(1);
    expect(output).toContain(message);
  });

  it('refuses the resource id of an identity where Azure wants its principal id', { timeout: 240_000 }, () => {
    const { code, output } = runPlan(join(folder, 'network'), NETWORK_PLAN.replace(PRINCIPAL, `${GROUP}/one`));
    expect(code).toBe(1);
    expect(output).toContain("operator_principal_id isn't a GUID");
  });
};

describeAzureProvider('examples/terraform-aks with its provider', () => {
  it('has a valid module azure', () => {
    const folder = folderWith({});
    cpSync(join(example, 'azure'), folder, { recursive: true });
    expect(terraformWithProviders(folder, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
    expect(terraformWithProviders(folder, 'validate', '-no-color')).toMatchObject({ code: 0 });
  });

  describeKubernetesProvider('and the contract around it', () => {
    // Mocks make up what Azure would answer; the provider itself checks each argument.
    describeMocks('planned with mocks', planTests);
  });
});
