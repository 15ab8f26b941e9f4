import { ApiObject } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { parseYamlDocuments } from '../../../src/yaml/parse-yaml.js';
import { addon, diagnosticsOf } from '../../support/synthesize.js';
import { correctSets } from '../correct-sets.js';
import { harmfulSets } from '../harmful-sets.js';

const options = {
  external: ['fluxcd.controlplane.io', 'external-secrets.io', { kind: 'ClusterSecretStore', name: 'main' }],
};

const judge = (yaml: string) =>
  diagnosticsOf(
    {
      first: [
        addon('web', {
          build: (scope) => {
            for (const [at, json] of parseYamlDocuments(yaml).entries()) new ApiObject(scope, `o${at}`, json as never);
          },
        }),
      ],
    },
    { options },
  );

describe('a set that does harm is refused', () => {
  it.each(Object.entries(harmfulSets))('%s', (_, { yaml, expected }) => {
    const found = judge(yaml);
    expect(found.map(({ code, at }) => `${code} ${at.path ?? ''}`).join()).toContain(expected);
  });
});

describe('a correct set is taken', () => {
  it.each(Object.entries(correctSets))('%s', (_, yaml) => {
    const found = judge(yaml).filter(({ code }) => code !== 'FX638');
    expect(found.map(({ severity, code, message, at }) => `${severity} ${code} ${at.path} ${message}`)).toEqual([]);
  });
});
