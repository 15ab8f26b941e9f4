import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { parseYamlDocuments } from '../../../src/yaml/parse-yaml.js';
import { root } from '../../support/root.js';
import { diagnosticsOfAddon } from '../../support/synthesize.js';

const [secret] = parseYamlDocuments(readFileSync(join(root, 'test/fixtures/sops/db.enc.yaml'), 'utf8')) as [
  Readonly<Record<string, unknown>>,
];
const encrypted = (type: string) => `ENC[AES256_GCM,data:Z0/KQDM=,iv:3MvI=,tag:6uP9==,type:${type}]`;

const said = (json: object, kustomization: object = { decryption: { provider: 'sops' } }) =>
  diagnosticsOfAddon({
    kustomization,
    build: (scope) => {
      new ApiObject(scope, 'encrypted', json as never);
    },
  }).map(({ code, message, severity }) => `${severity} ${code} ${message}`);

describe('what Flux decrypts is judged as far as it is readable', () => {
  it.each([
    ['a file of SOPS', secret],
    [
      'base64, of which only the type is known',
      { ...secret, stringData: undefined, data: { token: encrypted('str') } },
    ],
    ['an encrypted type', { ...secret, type: encrypted('str') }],
    [
      'a number and a boolean',
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web' },
        sops: secret['sops'],
        spec: {
          replicas: encrypted('int'),
          paused: encrypted('bool'),
          selector: { matchLabels: { app: encrypted('str') } },
          template: {
            metadata: { labels: { app: encrypted('str') } },
            spec: { containers: [{ name: 'web', image: encrypted('str') }] },
          },
        },
      },
    ],
    [
      'what its operator decrypts',
      {
        ...secret,
        kind: 'ConfigMap',
        stringData: undefined,
        metadata: { name: 'db', annotations: { 'kustomize.toolkit.fluxcd.io/decrypt': 'disabled' } },
        data: {},
      },
    ],
  ])('%s', (_, json) => expect(said(json)).toEqual([]));

  it.each([
    [
      'a kind that is not there',
      { ...secret, kind: 'Secrt' },
      "error FX647 Secrt/db: the API server doesn't serve v1 Secrt",
    ],
    ['a name', { ...secret, metadata: { name: 'DB_x' } }, 'error FX303'],
    [
      'a field',
      { ...secret, foo: 1 },
      'error FX315 Secret/db: "foo" is a field that nothing reads, and Flux leaves it out',
    ],
    [
      'the type of an encrypted value',
      { ...secret, immutable: encrypted('str') },
      'error FX315 the API server refuses Secret/db: "immutable" takes true or false, not a string',
    ],
    [
      'what only looks encrypted',
      { ...secret, stringData: { user: 'ENC[hunter2]' } },
      'error FX646 Secret/db is encrypted with SOPS, but "stringData.user" is plain text',
    ],
    [
      'a block without a mac, which Flux takes for none',
      { ...secret, sops: { version: '3.9.0' } },
      'error FX315 Secret/db: "sops" is a field that nothing reads, and Flux leaves it out',
    ],
  ])('not %s', (_, json, message) => {
    const found = said(json).join('\n');
    expect(found).toContain(message);
    expect(found).not.toContain('hunter2');
  });
});
