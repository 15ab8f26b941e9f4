import { FluxApp, FluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import {
  acmeIssuer,
  authentik,
  azureServiceOperator,
  certManager,
  externalDns,
  gatewayApi,
  headlamp,
  keyVaultStore,
  kubePrometheusStack,
  linkerdIssuerSecret,
  storageClass,
  velero,
} from '../../src/addons/index.js';
import { azurePlatform, googlePlatform } from '../support/cloud-platforms.js';
import { describeAddon, synthAlone } from './addon-case.js';

const namespaces = { external: [{ kind: 'Namespace', name: 'external-secrets' }] };
for (const { aws: _, ...variants } of [
  acmeIssuer.variants,
  authentik.variants,
  certManager.variants,
  gatewayApi.variants,
  headlamp.variants,
  kubePrometheusStack.variants,
  linkerdIssuerSecret.variants,
  storageClass.variants,
  velero.variants,
]) {
  for (const [provider, addon] of Object.entries(variants)) describe(provider, () => describeAddon(addon as never));
}
for (const provider of ['azure', 'azure-private-dns', 'google', 'webhook'] as const) {
  describe(provider, () => describeAddon(externalDns.variants[provider]));
}
for (const [environment, addon] of Object.entries(keyVaultStore.variants)) {
  describe(environment, () => describeAddon(addon, namespaces));
}

describe.each([
  ['azure', azurePlatform, /\baws\b|amazonaws|arn:/i],
  ['google', googlePlatform, /\baws\b|amazonaws|arn:|azure/i],
] as const)('a platform on %s', (name, platform, others) => {
  const { files, diagnostics, contract } = synthCluster(platform(new FluxApp()));

  it('has values that the charts take, and objects that the CRDs take', () => {
    expect(diagnostics).toEqual([]);
  });

  it('asks for nothing of another cloud, and has nothing of one in its tree', () => {
    const kept = Object.entries(files).filter(([path]) => !path.endsWith('README.md'));
    expect(kept.length).toBeGreaterThan(40);
    const found = kept.flatMap(([path, text]) =>
      text.split('\n').flatMap((line) => (others.test(line) ? [`${path}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
    expect(Object.keys(contract.vars).join(' ')).not.toMatch(/AWS|ARN/);
  });

  it('has this tree', async () => {
    const paths = Object.keys(files).filter((path) => /^addons\/.*\/(?!kustomization)[^/]+\.yaml$/.test(path));
    expect(paths.length).toBeGreaterThan(20);
    const text = paths
      .sort()
      .map((path) => `### ${path}\n${files[path]}`)
      .join('');
    await expect(text).toMatchFileSnapshot(`trees/clouds/${name}.yaml`);
  });
});

describe('the wrong combination', () => {
  const messages = (addon: Parameters<typeof synthAlone>[0], settings: object) =>
    synthAlone(addon, { ...settings }).diagnostics.map(({ code, message, fix, at }) => [code, at.path, message, fix]);

  it('is refused in the words of the compiler, all at once', () => {
    expect(
      messages(acmeIssuer, { provider: 'azure', hostedZoneId: 'Z1', role: 'arn:aws:iam::012345678901:role/dns' }),
    ).toEqual([
      [
        'FX107',
        'hostedZoneId',
        "option 'hostedZoneId' isn't for provider 'azure'",
        "leave it out, or choose the provider that has it: 'aws'",
      ],
      [
        'FX107',
        'role',
        "option 'role' isn't for provider 'azure'",
        "leave it out, or choose the provider that has it: 'aws'",
      ],
    ]);
    expect(messages(storageClass, { skuName: 'Premium_LRS' })).toEqual([
      [
        'FX107',
        'skuName',
        "option 'skuName' isn't for provider 'aws'",
        "leave it out, or choose the provider that has it: 'azure'",
      ],
    ]);
  });

  it('says which providers there are', () => {
    expect(messages(velero, { provider: 'azur', environment: 'AzureChinaCloud' })).toEqual([
      ['FX107', 'provider', 'option "provider" of addon "velero" cannot be "azur"', 'did you mean "azure"?'],
    ]);
    expect(messages(velero, { provider: 5 })).toEqual([
      ['FX107', 'provider', 'option "provider" of addon "velero" cannot be 5', 'it is one of "aws", "azure", "gcp"'],
    ]);
    expect(messages(velero, { provider: null }).map(([, path, , fix]) => [path, fix])).toEqual([
      ['provider', 'it is one of "aws", "azure", "gcp"'],
    ]);
    expect(messages(velero, { provider: undefined })).toEqual([]);
  });

  it.each([
    [
      'the namespace of an account',
      certManager,
      { provider: 'azure', serviceAccount: 'cert-manager:dns' },
      'serviceAccount',
      /^give a name/,
    ],
    ['no account', externalDns, { provider: 'azure', serviceAccount: '' }, 'serviceAccount', /^give a name/],
    ['an account with spaces', velero, { provider: 'gcp', serviceAccount: 'a b' }, 'serviceAccount', /^give a name/],
    ['no tag', velero, { provider: 'azure', pluginVersion: '' }, 'pluginVersion', /^give the tag/],
    [
      'a schedule that no object can be called',
      velero,
      { schedules: { 'A B': { schedule: '@daily' } } },
      'schedules["A B"]',
      /^give a name/,
    ],
    [
      'a subnet of a public balancer',
      gatewayApi,
      { provider: 'azure', subnet: 'gateways' },
      'subnet',
      /scheme: 'internal'/,
    ],
    ['no subnet', gatewayApi, { provider: 'azure', scheme: 'internal', subnet: '' }, 'subnet', /./],
    [
      'a name for an id',
      storageClass,
      { provider: 'azure', diskEncryptionSetId: 'keys' },
      'diskEncryptionSetId',
      /resource id/,
    ],
    [
      'a key of AWS',
      storageClass,
      { provider: 'gcp', kmsKey: 'arn:aws:kms:eu-west-1:1:key/a' },
      'kmsKey',
      /^give the id/,
    ],
    [
      'a group without kinds',
      azureServiceOperator,
      { moreCrds: ['cache.azure.com'] },
      'moreCrds[0]',
      /cache.azure.com.Redis/,
    ],
  ] as const)('is refused: %s', (_, addon, settings, path, fix) => {
    const found = messages(addon as Parameters<typeof messages>[0], settings).filter(([code]) => code === 'FX107');
    expect(found).toEqual([['FX107', path, expect.any(String), expect.stringMatching(fix)]]);
  });

  it('is an input of another cloud, too', () => {
    const patternOf = (settings: object, name: string) =>
      synthAlone(keyVaultStore, { ...settings }, namespaces).contract.vars[name]?.schema['pattern'] as string;
    const url = 'https://platform-dev.vault.usgovcloudapi.net/';
    expect(url).not.toMatch(new RegExp(patternOf({}, 'TF_KEY_VAULT_URL')));
    expect(url).toMatch(new RegExp(patternOf({ environment: 'AzureUSGovernmentCloud' }, 'TF_KEY_VAULT_URL')));
    expect('https://platform-dev.vault.azure.cn').not.toMatch(
      new RegExp(patternOf({ environment: 'AzureUSGovernmentCloud' }, 'TF_KEY_VAULT_URL')),
    );
    expect(
      '/subscriptions/0b1f6471-0000-4000-8000-9c2b3d4e5f60/resourceGroups/platform/providers/Microsoft.ManagedIdentity/userAssignedIdentities/external-secrets',
    ).not.toMatch(new RegExp(patternOf({}, 'TF_KEY_VAULT_CLIENT_ID')));
  });

  it('is an addon of AWS that reads from a Key Vault, too', () => {
    const cluster = new FluxCluster(new FluxApp(), 'dev', {
      external: [
        'external-secrets',
        'external-secrets.io',
        'gateway.networking.k8s.io',
        'gateway',
        { kind: 'Namespace', name: 'external-secrets' },
      ],
    })
      .stage('store', [keyVaultStore()])
      .stage('apps', [
        kubePrometheusStack({
          store: { kind: 'ClusterSecretStore', name: 'key-vault' },
          gateway: { name: 'public', namespace: 'gateways', external: true },
        }),
      ]);
    expect(synthCluster(cluster).diagnostics.map(({ code, message, fix }) => [code, message, fix])).toEqual([
      [
        'FX878',
        'addon "kube-prometheus-stack" is for AWS, since it has no provider, and "key-vault-store" is for Azure',
        "give provider: 'azure', or provider: 'aws' if AWS is intended",
      ],
      [
        'FX890',
        'ExternalSecret/grafana-admin reads an ARN of AWS from ClusterSecretStore/key-vault, which is on Azure Key Vault',
        "give the name that the secret has there; an addon of the package takes it with provider: 'azure'",
      ],
    ]);
  });
});
