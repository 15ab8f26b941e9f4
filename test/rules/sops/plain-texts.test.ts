import { describe, expect, it } from 'vitest';
import { plainTextsOf } from '../../../src/rules/sops/plain-texts.js';

const ENC = 'ENC[AES256_GCM,data:YQ==,iv:aXY=,tag:dGFn,type:str]';
const plain = (rule: object, fields: object) =>
  plainTextsOf({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, ...fields, sops: { mac: ENC, ...rule } });

describe('values that an encrypted file has in plain text', () => {
  it.each([
    [
      { encrypted_regex: '^(data|stringData)$' },
      { type: 'Opaque', stringData: { a: 'b', c: ENC } },
      ['stringData', 'a'],
    ],
    [{ encrypted_suffix: '_enc' }, { stringData: { a_enc: 'b', c: 'd' } }, ['stringData', 'a_enc']],
    [
      { unencrypted_regex: '^(apiVersion|kind|metadata|type)$' },
      { type: 'Opaque', data: { a: 'Yg==' } },
      ['data', 'a'],
    ],
    [{ unencrypted_suffix: '_open' }, { data: { a: 'Yg==', b_open: 'Yg==' } }, ['data', 'a']],
    [{ encrypted_regex: 'spec' }, { spec: { list: [ENC, 1] } }, ['spec', 'list', 1]],
  ])('are found by %j', (rule, fields, path) => {
    expect(plainTextsOf({ ...fields, sops: { mac: ENC, ...rule } })).toEqual({
      rule: Object.keys(rule)[0],
      paths: [path],
    });
  });

  it.each([
    [{}, { data: { a: 'Yg==' } }],
    [{ unencrypted_suffix: '_unencrypted' }, { data: { a: 'Yg==' } }],
    [{ encrypted_regex: '^data$' }, { data: { a: ENC, b: '', c: null }, stringData: { a: 'b' } }],
    [{ encrypted_regex: '^(name|data)$' }, { data: { a: ENC } }],
    [{ encrypted_comment_regex: 'secret', encrypted_regex: '^data$' }, { data: { a: 'Yg==' } }],
    [{ encrypted_regex: '(' }, { data: { a: 'Yg==' } }],
  ])('are not found by %j in %j', (rule, fields) => {
    expect(plain(rule, fields)).toBeUndefined();
  });
});
