import { ApiObject } from 'cdk8s';
import {
  azureClientId,
  azureSubscriptionId,
  azureTenantId,
  ClusterSecretStore,
  defineAddon,
  ExternalSecret,
  FluxApp,
  FluxCluster,
  gcpProject,
  gcpServiceAccount,
  HelmRelease,
  helmChart,
  type InfraOf,
  keyVaultUrl,
  remoteSecret,
  resourceGroup,
} from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { beforeAll, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { planModule } from '../../../src/terraform/module/plan-module.js';
import { describeTerraform, errorsOfPlans } from '../terraform.js';

const clientIdAnnotation = 'azure.workload.identity/client-id';
const requires = ['external-secrets.io'] as const;

/** What an addon of a platform on Azure reads: ids of identities, the tenant, the vault, the resource group of its zones. */
const keyVaultStore = defineAddon({
  name: 'key-vault-store',
  requires,
  provides: ['secret-store'],
  infra: { vars: { TF_AZURE_TENANT_ID: azureTenantId(), TF_KEY_VAULT_URL: keyVaultUrl() } },
  build(scope, { vars }) {
    new ClusterSecretStore(scope, 'store', {
      name: 'key-vault',
      provider: {
        azurekv: { authType: 'WorkloadIdentity', tenantId: vars.TF_AZURE_TENANT_ID, vaultUrl: vars.TF_KEY_VAULT_URL },
      },
    });
  },
});

const externalDns = defineAddon({
  name: 'external-dns',
  namespace: 'external-dns',
  createNamespace: true,
  charts: {
    'external-dns': helmChart<Record<string, unknown>>({
      url: 'https://charts.example.org/',
      chart: 'external-dns',
      version: '1.0.0',
    }),
  },
  infra: {
    values: {
      'external-dns': z.object({
        azure: z.object({
          resourceGroup: resourceGroup(),
          subscriptionId: azureSubscriptionId(),
          tenantId: azureTenantId(),
        }),
        serviceAccount: z.object({ annotations: z.object({ [clientIdAnnotation]: azureClientId() }) }),
      }),
    },
  },
  build(scope, { charts }) {
    new HelmRelease(scope, 'release', { chart: charts['external-dns'] });
  },
});

const secretName = () =>
  z
    .string()
    .regex(/^[a-z-]+$/)
    .meta({ examples: ['shop'] });

const shop = defineAddon({
  name: 'shop',
  namespace: 'shop',
  createNamespace: true,
  requires: [...requires, 'secret-store'],
  infra: {
    vars: { TF_SHOP_DB_SECRET_NAME: secretName(), TF_SHOP_SECRET_NAME: secretName() },
    secrets: {
      'shop-db': remoteSecret({
        key: 'TF_SHOP_DB_SECRET_NAME',
        managedBy: 'azure',
        properties: { password: z.string() },
      }),
      shop: remoteSecret({ key: 'TF_SHOP_SECRET_NAME', properties: { token: z.string() } }),
    },
  },
  build(scope, { secrets }) {
    new ExternalSecret(scope, 'secret', {
      secretStoreRef: { kind: 'ClusterSecretStore', name: 'key-vault' },
      data: [
        { secretKey: 'token', remoteRef: secrets.shop.property('token') },
        { secretKey: 'password', remoteRef: secrets['shop-db'].property('password') },
      ],
    });
  },
});

const onAzure = new FluxCluster(new FluxApp(), 'aks', { flux: '2.9', external: ['external-secrets.io'] })
  .stage('store', [keyVaultStore(), externalDns()])
  .stage('apps', [shop()]);

/** A platform's outputs, as the provider azurerm has them: what Azure makes is unknown until it is applied. */
const platform = `variable "tenant_id" {
  default = "72f988bf-0000-4000-8000-2d7cd011db47"
}

resource "terraform_data" "identity" {
  input = { client_id = "4a1f9a2e-0000-4000-8000-6f7b8c9d0e1f", principal_id = "9d0e1f4a-0000-4000-8000-6f7b8c4a1f9a" }
}

resource "terraform_data" "vault" {
  input = {
    id        = "/subscriptions/0b1f6471-0000-4000-8000-9c2b3d4e5f60/resourceGroups/platform-dev/providers/Microsoft.KeyVault/vaults/platform-dev"
    vault_uri = "https://platform-dev.vault.azure.net/"
  }
}

output "tenant_id" {
  value = var.tenant_id
}

output "subscription_id" {
  value = "0b1f6471-0000-4000-8000-9c2b3d4e5f60"
}

output "identities" {
  value = { external_dns = terraform_data.identity.output }
}

output "key_vault" {
  value = terraform_data.vault.output
}

output "dns_resource_group" {
  value = { id = "/subscriptions/0b1f6471-0000-4000-8000-9c2b3d4e5f60/resourceGroups/platform-dns", name = "platform-dns" }
}
`;

const root = `module "platform" {
  source = "../platform"
}

module "flux_contract" {
  source = "../contract"

  vars = {
    TF_AZURE_TENANT_ID = module.platform.tenant_id
    TF_KEY_VAULT_URL   = module.platform.key_vault.vault_uri
    TF_SHOP_DB_SECRET_NAME = "shop-db"
    TF_SHOP_SECRET_NAME = "shop"
  }

  values = {
    "external-dns" = {
      azure = {
        resourceGroup  = module.platform.dns_resource_group.name
        subscriptionId = module.platform.subscription_id
        tenantId       = module.platform.tenant_id
      }
      serviceAccount = {
        annotations = { "${clientIdAnnotation}" = module.platform.identities.external_dns.client_id }
      }
    }
  }

  secrets = {
    shop = { token = "drawn" }
  }
}
`;

it('asks of Terraform what the cloud does not write itself', () => {
  const { contract, files } = synthCluster(onAzure);
  expect(contract.secrets['shop-db']?.managedBy).toBe('azure');
  expect(files['clusters/aks/README.md']).toMatch(/`shop-db` +\| `TF_SHOP_DB_SECRET_NAME` +\| Azure +\|/);
  expectTypeOf<InfraOf<typeof onAzure>['secrets']>().toEqualTypeOf<{ shop: { token: string } }>();
  expectTypeOf<InfraOf<typeof onAzure>['vars']['TF_KEY_VAULT_URL']>().toBeString();
});

const replaced = (text: string, found: string | RegExp, instead: string): string => {
  const changed = text.replace(found, instead);
  expect(changed).not.toBe(text);
  return changed;
};

describeTerraform('the contract of a platform on Azure', () => {
  const breaks = [
    [
      'the id of a resource group for its name',
      [/platform\.dns_resource_group\.name/, 'platform.dns_resource_group.id'],
      'values.external-dns.azure.resourceGroup',
    ],
    [
      'the name of a tenant for its id',
      [/module\.platform\.tenant_id\n {4}TF_KEY/, '"example.onmicrosoft.com"\n    TF_KEY'],
      'vars.TF_AZURE_TENANT_ID',
    ],
    ['no client id', [/ {8}annotations = .*\n/, '        annotations = {}\n'], clientIdAnnotation],
    [
      'no URL of the vault',
      [/ {4}TF_KEY_VAULT_URL .*\n/, ''],
      'vars.TF_KEY_VAULT_URL (URL of the Key Vault) is missing',
    ],
    [
      'a secret of the cloud as one of its own',
      [/shop = \{ token/, 'shop-db = { password = "x" }\n    shop = { token'],
      'shop-db',
    ],
  ] as const;
  const wrong = replaced(root, 'key_vault.vault_uri', 'key_vault.id');
  const roots = {
    right: root,
    ...Object.fromEntries(breaks.map(([title, [found, instead]]) => [title, replaced(root, found, instead)])),
    wrong,
    known: replaced(wrong, '../platform', '../known-platform'),
  };
  let errors: Readonly<Record<string, readonly string[]>>;

  beforeAll(() => {
    const { contract, diagnostics } = synthCluster(onAzure);
    expect(diagnostics).toEqual([]);
    const known = '{ id = "/subscriptions/x", vault_uri = "" }';
    const found = errorsOfPlans(Object.values(roots), {
      'platform/main.tf': platform,
      'known-platform/main.tf': replaced(platform, 'terraform_data.vault.output', known),
      'contract/contract.tf': planModule(contract).get('contract.tf')!,
    });
    errors = Object.fromEntries(Object.keys(roots).map((name, at) => [name, found[at]!]));
  });

  it('is kept by outputs of its shape', () => {
    expect(errors['right']).toEqual([]);
  });

  it.each(breaks)('is broken at plan time by %s', (title, _, named) => {
    expect(errors[title]!.join('\n')).toContain(named);
  });

  it('is broken when it is applied by what was unknown before', () => {
    // Not known yet: the key is there, and that is all that a plan can prove.
    expect(errors['wrong']).toEqual([]);
    expect(errors['known']![0]).toContain('vars.TF_KEY_VAULT_URL (URL of the Key Vault) is missing or does not fit');
    expect(errors['known']![0]).toContain('such as "https://platform-dev.vault.azure.net/"');
  });
});

const googleAccounts = [
  'external-dns@platform-dev.iam.gserviceaccount.com',
  'external-dns@my-project.example.com.iam.gserviceaccount.com',
  '123456789012-compute@developer.gserviceaccount.com',
  'platform-dev@appspot.gserviceaccount.com',
];

const onGoogle = new FluxCluster(new FluxApp(), 'gke', { flux: '2.9' }).stage('all', [
  defineAddon({
    name: 'dns',
    infra: { vars: { TF_GCP_PROJECT: gcpProject(), TF_GCP_DNS_ACCOUNT: gcpServiceAccount() } },
    build(scope, { vars }) {
      new ApiObject(scope, 'account', {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: {
          name: 'dns',
          namespace: 'default',
          annotations: {
            'iam.gke.io/gcp-service-account': vars.TF_GCP_DNS_ACCOUNT,
            'example.org/project': vars.TF_GCP_PROJECT,
          },
        },
      });
    },
  })(),
]);

describeTerraform('the contract of a platform on Google Cloud', () => {
  const right = googleAccounts.map((account) => ['example.com:my-project', account]);
  let errors: readonly (readonly string[])[];

  beforeAll(() => {
    const { contract, diagnostics } = synthCluster(onGoogle);
    expect(diagnostics).toEqual([]);
    const roots = [...right, ['123456789012', 'external-dns']].map(([project, account]) => {
      const vars = JSON.stringify({ TF_GCP_PROJECT: project, TF_GCP_DNS_ACCOUNT: account });
      return `module "flux_contract" {\n  source = "../contract"\n  vars   = ${vars}\n}\n`;
    });
    errors = errorsOfPlans(roots, { 'contract/contract.tf': planModule(contract).get('contract.tf')! });
  });

  it('is kept by a project with a domain and each of the accounts', () => {
    expect(errors.slice(0, -1)).toEqual(right.map(() => []));
  });

  it('is broken by the number of a project and by the name of an account', () => {
    const text = errors.at(-1)!.join('\n');
    expect(text).toContain(
      'vars.TF_GCP_PROJECT (id of the Google Cloud project, not its number) is missing or does not fit',
    );
    expect(text).toContain(
      'vars.TF_GCP_DNS_ACCOUNT (e-mail address of the Google Cloud service account) is missing or does not fit',
    );
  });
});

it('takes the ids of Google Cloud, and refuses what looks like them', () => {
  const fits = (schema: z.ZodType, value: string) => schema.safeParse(value).success;
  for (const one of ['platform-dev', 'my-project-123456', 'example.com:my-project']) {
    expect(fits(gcpProject(), one), one).toBe(true);
  }
  expect(
    ['123456789012', 'Platform Dev', 'short', 'ends-with-dash-', ':my-project'].map((one) => fits(gcpProject(), one)),
  ).toEqual(Array(5).fill(false));
  for (const one of googleAccounts) expect(fits(gcpServiceAccount(), one), one).toBe(true);
  for (const one of ['external-dns', 'dns@gmail.com', 'x@developer.gserviceaccount.com']) {
    expect(fits(gcpServiceAccount(), one), one).toBe(false);
  }
});

it('takes the ids of Azure, and refuses what looks like them', () => {
  const fits = (schema: z.ZodType, value: string) => schema.safeParse(value).success;
  for (const guid of [azureTenantId(), azureClientId(), azureSubscriptionId()]) {
    expect(fits(guid, '72f988bf-86f1-41af-91ab-2d7cd011db47')).toBe(true);
    expect(fits(guid, '72F988BF-86F1-41AF-91AB-2D7CD011DB47')).toBe(true);
    expect(fits(guid, 'example.onmicrosoft.com')).toBe(false);
    expect(fits(guid, '/subscriptions/72f988bf-86f1-41af-91ab-2d7cd011db47')).toBe(false);
  }
  const groups = ['platform_dev', 'rg-(old).1', 'ends-with.', '/subscriptions/x/resourceGroups/y', ''];
  expect(groups.map((one) => fits(resourceGroup(), one))).toEqual([true, true, false, false, false]);
  const vaults = [
    'https://kv-dev.vault.azure.net/',
    'https://kv-dev.vault.azure.cn',
    'https://kv-dev.example.org/',
    'kv-dev',
  ];
  expect(vaults.map((one) => fits(keyVaultUrl(), one))).toEqual([true, true, false, false]);
});

it('refuses a cloud that it does not know', () => {
  const wrong = defineAddon({
    name: 'wrong',
    infra: {
      vars: { TF_WRONG_SECRET_NAME: secretName() },
      // @ts-expect-error: no such cloud
      secrets: { one: remoteSecret({ key: 'TF_WRONG_SECRET_NAME', managedBy: 'azur', properties: {} }) },
    },
    build() {},
  });
  const { diagnostics } = synthCluster(new FluxCluster(new FluxApp(), 'dev', { flux: '2.9' }).stage('all', [wrong()]));
  expect(diagnostics.map(({ message }) => message)).toContain(
    'remote secret "one" has the manager "azur", which isn\'t a cloud that fluxspan knows',
  );
});
