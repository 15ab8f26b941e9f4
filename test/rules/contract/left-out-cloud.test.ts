import { FluxApp, FluxCluster } from 'fluxspan';
import { synthCluster } from 'fluxspan/testing';
import { expect, it } from 'vitest';
import type { AddonInstance } from '../../../src/addon/addon.js';
import {
  acmeIssuer,
  albController,
  certManager,
  externalDns,
  gatewayApiCrds,
  istio,
  keyVaultStore,
  secretManagerStore,
  velero,
} from '../../../src/addons/index.js';
import { azurePlatform, googlePlatform } from '../../support/cloud-platforms.js';

type Addons = readonly AddonInstance[];

const provided = ['external-secrets', 'external-secrets.io', 'gateway.networking.k8s.io'];

const problems = (...addons: Addons) =>
  synthCluster(
    new FluxCluster(new FluxApp(), 'dev', {
      flux: '2.9',
      external: [...provided, { kind: 'Namespace', name: 'external-secrets' }],
    }).stage('all', addons as never),
  )
    .diagnostics.filter(({ code }) => code === 'FX878')
    .map(({ severity, message, fix, at }) => [severity, at.addon, message, fix]);

it('names each addon that was forgotten, and what the others are for', () => {
  expect(problems(velero(), externalDns(), istio(), keyVaultStore())).toEqual(
    ['external-dns', 'velero'].map((name) => [
      'notice',
      name,
      `addon "${name}" is for AWS, since it has no provider, and "key-vault-store" is for Azure`,
      "give provider: 'azure', or provider: 'aws' if AWS is intended",
    ]),
  );
  expect(
    problems(velero({ provider: undefined }), externalDns(), secretManagerStore(), certManager({ provider: 'gcp' })),
  ).toEqual([
    [
      'notice',
      'external-dns',
      'addon "external-dns" is for AWS, since it has no provider, and "cert-manager" and "secret-manager-store" are for Google Cloud',
      "give provider: 'google', or provider: 'aws' if AWS is intended",
    ],
    [
      'notice',
      'velero',
      'addon "velero" is for AWS, since it has no provider, and "cert-manager" and "secret-manager-store" are for Google Cloud',
      "give provider: 'gcp', or provider: 'aws' if AWS is intended",
    ],
  ]);
});

it('goes by the cloud that most addons are for', () => {
  const azure = [keyVaultStore(), externalDns({ provider: 'azure' })];
  expect(problems(...azure, certManager(), acmeIssuer({ provider: 'azure' }), velero({ provider: 'gcp' }))).toEqual([
    [
      'notice',
      'cert-manager',
      'addon "cert-manager" is for AWS, since it has no provider, and "acme-issuer", "external-dns" and "key-vault-store" are for Azure',
      "give provider: 'azure', or provider: 'aws' if AWS is intended",
    ],
  ]);
  expect(problems(...azure, albController())).toEqual([
    [
      'notice',
      'alb-controller',
      'addon "alb-controller" runs on EKS alone, and "external-dns" and "key-vault-store" are for Azure',
      'take it out; or, if the cluster is on EKS, give the others its provider',
    ],
  ]);
});

it('compares cert-manager with its issuer', () => {
  expect(problems(certManager({ provider: 'aws' }), acmeIssuer({ provider: 'azure' }))).toEqual([
    [
      'notice',
      'cert-manager',
      'addon "cert-manager" is for AWS, and "acme-issuer", whose records its pods write, for Azure',
      'give both the same provider',
    ],
  ]);
});

it.each([
  ['AWS alone', [velero(), certManager(), gatewayApiCrds()]],
  ['AWS by name, next to another cloud', [velero({ provider: 'aws' }), certManager({ provider: 'azure' })]],
  ['addons that need no rights', [certManager(), istio(), keyVaultStore()]],
  ['DNS elsewhere', [externalDns({ provider: 'cloudflare' }), velero()]],
  [
    'two other clouds, so none is the one',
    [certManager(), velero({ provider: 'gcp' }), externalDns({ provider: 'azure' })],
  ],
] as const)('says nothing of %s', (_, addons) => {
  expect(problems(...(addons as never as Addons))).toEqual([]);
});

it('says nothing of whole platforms of one cloud', () => {
  for (const platform of [azurePlatform, googlePlatform]) {
    expect(synthCluster(platform(new FluxApp())).diagnostics).toEqual([]);
  }
  expect(problems(certManager.variants.azure(), acmeIssuer.variants.azure())).toEqual([]);
});
