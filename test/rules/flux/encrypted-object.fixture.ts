import { ApiObject } from 'cdk8s';
import type { Live } from '../../live/live.js';
import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, one, widgetCrd } from '../rule-programs.js';

const enc = (text: string) => `ENC[AES256_GCM,data:${text},iv:aXY=,tag:dGFn,type:str]`;
const sops = { lastmodified: '2026-01-01T00:00:00Z', mac: enc('bWFj'), version: '3.9.0' };
const base64 = (text: string) => Buffer.from(text).toString('base64');
const file = `password: ${enc('cGFzcw==')}\nsops:\n    mac: ${sops.mac}\n`;

const secret =
  (name: string, fields: object, apiVersion = 'v1', kind = 'Secret'): Build =>
  (scope) => {
    new ApiObject(scope, name, { apiVersion, kind, metadata: { name }, ...fields });
  };
const dataOf = (name: string) => async (live: Live) =>
  (await live.get({ apiVersion: 'v1', kind: 'Secret', name, namespace: 'default' }))?.data;
const decryption = { kustomization: { decryption: { provider: 'sops', secretRef: { name: 'sops-age' } } } };

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX646',
    bad: () =>
      one({
        build: both(
          secret('object', { data: { password: enc('cGFzcw==') }, sops }),
          secret('config-map', { data: { password: enc('cGFzcw==') }, sops }, 'v1', 'ConfigMap'),
          both(widgetCrd('example.org'), secret('widget', { spec: {}, sops }, 'example.org/v1', 'Widget')),
          secret('file', { data: { 'app.yaml': base64(file) } }),
          secret('plain-file', { stringData: { 'app.yaml': file } }),
          secret('value', { stringData: { password: enc('cGFzcw==') } }),
          secret('plain', {
            stringData: { user: enc('dXNlcg=='), password: 'hunter2', port: '' },
            sops: { ...sops, encrypted_regex: '^(data|stringData)$' },
          }),
        ),
      }),
    good: () =>
      one(
        {
          build: both(
            secret('object', { data: { password: enc('cGFzcw==') }, sops }),
            secret('config-map', { data: { password: enc('cGFzcw==') }, sops }, 'v1', 'ConfigMap'),
            secret('file', { data: { 'app.yaml': base64(file) } }),
            secret('value', { stringData: { password: 'ENC[…] is what SOPS writes' } }),
            secret('plain', {
              type: 'Opaque',
              stringData: { user: enc('dXNlcg=='), port: '' },
              sops: { ...sops, encrypted_regex: '^(data|stringData)$' },
            }),
            // Its operator decrypts it in the cluster.
            secret(
              'operator',
              { spec: { password: enc('cGFzcw==') }, sops },
              'isindir.github.com/v1alpha3',
              'SopsSecret',
            ),
          ),
        },
        { external: ['isindir.github.com'] },
        decryption,
      ),
    mutation: () =>
      platform.add(
        'headlamp',
        platform.configMap(
          { password: enc('cGFzcw==') },
          { apiVersion: 'v1', kind: 'Secret', title: 'Secret/extra', namespace: 'headlamp' },
        ),
      ),
    fault: 'a Secret that SOPS encrypted, without decryption',
    live: {
      twins: {
        'sops-object': {
          shows: [dataOf('sops-object'), { a: base64(enc('YQ==')) }],
          make: (bad) => ({
            build: secret('sops-object', bad ? { stringData: { a: enc('YQ==') }, sops } : { stringData: { a: 'b' } }),
          }),
        },
        'sops-refused': {
          says: '.sops: field not declared in schema',
          make: (bad) => ({
            build: both(
              widgetCrd('sops-refused.example.org'),
              secret('sops-refused', bad ? { spec: {}, sops } : { spec: {} }, 'sops-refused.example.org/v1', 'Widget'),
            ),
          }),
        },
        'sops-file': {
          shows: [dataOf('sops-file'), { 'app.yaml': base64(file) }],
          make: (bad) => ({ build: secret('sops-file', { data: { 'app.yaml': base64(bad ? file : 'a: b') } }) }),
        },
        'sops-value': {
          shows: [twin.configMap('sops-value'), { a: enc('YQ==') }],
          make: (bad) => ({ build: secret('sops-value', { data: { a: bad ? enc('YQ==') : 'b' } }, 'v1', 'ConfigMap') }),
        },
      },
    },
  },
];
