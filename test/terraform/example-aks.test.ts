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
  describeTerraform,
  folderWith,
  terraform,
  terraformWithProviders,
} from './terraform.js';

const example = join(root, 'examples/terraform-aks');

/** The project of `init --template aks`, with the example beside its tree. */
const makeProject = (): { readonly project: string; readonly contract: Contract } => {
  const folder = temporaryFolder();
  const project = join(folder, 'platform');
  const fluxspan = (cwd: string, ...argv: readonly string[]) =>
    spawnSync(process.execPath, [join(root, 'bin/fluxspan.js'), ...argv], { cwd, encoding: 'utf8' });
  fluxspan(folder, 'init', 'platform', '--template', 'aks', '--yes', '--no-install');
  linkPackages(project);
  expect(fluxspan(project, 'synth', '--no-base')).toMatchObject({ status: 0 });
  cpSync(example, join(project, 'examples/terraform-aks'), { recursive: true });
  const contract = JSON.parse(readFileSync(join(project, 'k8s/contract/dev/contract.json'), 'utf8')) as Contract;
  return { project, contract };
};

/** The keys of one argument in the call of the contract's module. */
const keysOf = (file: string, argument: string): readonly string[] => {
  const call = /^module "flux_contract" \{\n([\s\S]*?)^\}/m.exec(readFileSync(join(example, file), 'utf8'))?.[1] ?? '';
  const body = new RegExp(`^  ${argument} = \\{\\n([\\s\\S]*?)^  \\}`, 'm').exec(call)?.[1] ?? '';
  return [...body.matchAll(/^ {4}"?([\w-]+)"? += /gm)].map(([, key = '']) => key).sort();
};

it('supplies what the template asks for, each input from its state', () => {
  const { contract } = makeProject();
  const own = ['vars', 'values', 'secrets'].map((channel) => keysOf('main.tf', channel));
  const network = keysOf('network/main.tf', 'vars');
  expect(network).toEqual(['TF_DATABASE_DNS_ZONE_ID', 'TF_DATABASE_SUBNET_ID']);
  expect([...own[0]!, ...network].sort()).toEqual(Object.keys(contract.vars).sort());
  expect(own[1]).toEqual(Object.keys(contract.values).sort());
  expect(own[2]).toEqual(Object.keys(contract.secrets).sort());
});

it('trusts the service accounts that the tree has', () => {
  const { project } = makeProject();
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

describeAzureProvider('examples/terraform-aks/azure', () => {
  it('is valid', () => {
    const folder = folderWith({});
    cpSync(join(example, 'azure'), folder, { recursive: true });
    expect(terraformWithProviders(folder, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
    expect(terraformWithProviders(folder, 'validate', '-no-color')).toMatchObject({ code: 0 });
  });

  describeKubernetesProvider('with the root around it', () => {
    let folder: string;

    beforeAll(() => {
      const { project } = makeProject();
      folder = join(project, 'examples/terraform-aks');
      writeFileSync(join(folder, 'plan.tftest.hcl'), PLAN);
      expect(terraformWithProviders(folder, 'init', '-backend=false', '-no-color')).toMatchObject({ code: 0 });
    }, 240_000);

    it('plans with mocks', { timeout: 240_000 }, () => {
      const { code, output } = terraformWithProviders(folder, 'test', '-no-color');
      expect(code, output).toBe(0);
    });
  });
});

const PLAN = `mock_provider "azurerm" {
  mock_data "azurerm_client_config" {
    defaults = { tenant_id = "72f988bf-0000-4000-8000-2d7cd011db47", object_id = "4a1f9a2e-0000-4000-8000-6f7b8c9d0e1f" }
  }
}
mock_provider "kubernetes" {}
mock_provider "random" {}

run "plan" {
  command = plan

  variables {
    subscription_id = "0b1f6471-0000-4000-8000-9c2b3d4e5f60"
    domain          = "dev.example.org"
    admin_email     = "admin@example.org"
    admin_group_ids = ["4a1f9a2e-0000-4000-8000-6f7b8c9d0e1f"]
    api_cidrs       = ["192.0.2.0/24"]
    node_subnet_id  = "/subscriptions/0b1f6471-0000-4000-8000-9c2b3d4e5f60/resourceGroups/network/providers/Microsoft.Network/virtualNetworks/platform/subnets/nodes"
  }
}
`;
