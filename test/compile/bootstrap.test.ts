import type { Construct } from 'constructs';
import { secret } from 'fluxspan';
import { Secret } from 'fluxspan/imports/core';
import { ExternalSecret } from 'fluxspan/imports/external-secrets.io';
import { synthCluster } from 'fluxspan/testing';
import { describe, expect, it } from 'vitest';
import { verifyContract } from '../../src/terraform/verify/check-contract.js';
import { addon, clusterOf } from '../support/synthesize.js';

const bootstrap = {
  'sops-age': secret({ keys: ['age.agekey'], description: 'the key by which Flux decrypts' }),
  pull: secret({ keys: ['.dockerconfigjson'], namespace: 'default', type: 'kubernetes.io/dockerconfigjson' }),
};
const decryption = { provider: 'sops', secretRef: { name: 'sops-age' } };
const web = addon('web', { kustomization: { decryption } });

const synth = (addons: readonly unknown[], options: object = { bootstrap }) =>
  synthCluster(clusterOf({ all: addons }, { options }));
const messagesOf = (...given: Parameters<typeof synth>): readonly string[] =>
  synth(...given)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code} ${message}`);

describe('what is brought before Flux runs', () => {
  it('is in the contract and the README, with what reads it', () => {
    const { contract, files, diagnostics } = synth([web]);
    expect(diagnostics).toEqual([]);
    expect(contract.bootstrap).toEqual([
      {
        namespace: 'default',
        name: 'pull',
        type: 'kubernetes.io/dockerconfigjson',
        keys: ['.dockerconfigjson'],
        readBy: [],
      },
      {
        namespace: 'flux-system',
        name: 'sops-age',
        type: 'Opaque',
        keys: ['age.agekey'],
        description: 'the key by which Flux decrypts',
        readBy: ['Kustomization/web'],
      },
    ]);
    expect(files['clusters/dev/README.md']).toContain(
      '| `sops-age` | `flux-system` | `age.agekey` | the key by which Flux decrypts | `Kustomization/web` |\n',
    );
  });

  it('is not made by the tree (FX770)', () => {
    const own = addon('own', {
      namespace: 'default',
      build: (scope: Construct) => {
        new Secret(scope, 'pull', { name: 'pull' });
      },
    });
    expect(messagesOf([web, own])).toEqual([
      'FX770 Secret "pull" in namespace "default" is brought before Flux runs, and Secret/pull of addon "own" makes it, too',
    ]);
    const operator = addon('operator', {
      namespace: 'default',
      build: (scope: Construct) => {
        const secretStoreRef = { kind: 'ClusterSecretStore', name: 'main', external: true } as const;
        new ExternalSecret(scope, 'pull', {
          spec: { secretStoreRef, target: { name: 'pull' }, dataFrom: [{ extract: { key: 'pull' } }] },
        } as never);
      },
    });
    expect(messagesOf([web, operator], { bootstrap, external: ['external-secrets.io'] })).toEqual([
      'FX770 Secret "pull" in namespace "default" is brought before Flux runs, and ExternalSecret/operator of addon "operator" makes it, too',
    ]);
  });

  it.each([
    ['no object', ['sops-age']],
    ['a name that is none', { 'Sops Age': secret({ keys: ['a'] }) }],
    ['no keys', { git: { ...secret({ keys: ['a'] }), keys: [] } }],
    ['a key twice', { git: secret({ keys: ['a', 'a'] }) }],
    ['a key that no Secret has', { git: secret({ keys: ['a b'] }) }],
  ])('is declared by names and keys: %s is refused', (_, given) => {
    const [message = ''] = messagesOf([addon('plain')], { bootstrap: given });
    expect(message).toMatch(/^FX\d+ cluster "dev" has bootstrap /);
  });
});

describe('fluxspan contract check, of Secrets', () => {
  const { contract } = synth([web]);
  const item = (namespace: string, name: string, data: object) => ({
    apiVersion: 'v1',
    data,
    kind: 'Secret',
    metadata: { name, namespace },
    type: 'Opaque',
  });
  const check = (...items: readonly object[]) => {
    const bytes = Buffer.from(JSON.stringify({ apiVersion: 'v1', items, kind: 'List' }));
    return verifyContract(bytes, [contract], { file: 'secrets.json' });
  };
  const right = [
    item('default', 'pull', { '.dockerconfigjson': 'c2VjcmV0LXZhbHVl' }),
    item('flux-system', 'sops-age', { 'age.agekey': 'c2VjcmV0LXZhbHVl' }),
  ];

  it('takes a cluster that has all of them', () => {
    expect(check(...right)).toMatchObject({ form: 'secrets', diagnostics: [] });
  });

  it('finds what is missing, elsewhere, or has another key (FX771, FX772)', () => {
    const { diagnostics } = check(
      item('web', 'pull', {}),
      item('flux-system', 'sops-age', { 'age.agekye': 'c2VjcmV0LXZhbHVl' }),
    );
    expect(diagnostics.map(({ code, message, fix }) => `${code} ${message}; ${fix}`)).toEqual([
      'FX771 Secret "pull" is in namespace "web", and is wanted in "default"; bring it before Flux runs: fluxspan bootstrap dev writes the script',
      'FX772 Secret "sops-age" in namespace "flux-system" has no key "age.agekey"; rename its key "age.agekye"',
    ]);
    expect(check().diagnostics.map(({ code }) => code)).toEqual(['FX771', 'FX771']);
    expect(check(right[0]!).diagnostics.map(({ message }) => message)).toEqual([
      'Secret "sops-age" is missing in namespace "flux-system"',
    ]);
  });

  it('reads no value', () => {
    const texts =
      JSON.stringify(check(...right)) +
      JSON.stringify(check(item('flux-system', 'sops-age', { a: 'c2VjcmV0LXZhbHVl' })));
    expect(texts).not.toContain('c2VjcmV0LXZhbHVl');
  });
});
