import { describe, expect, test } from 'vitest';
import { isReadByText, textReads } from '../../../src/rules/values/text-reads.js';
import { checkValues } from './value-problems.js';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    extra: {},
    sub: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
  },
  additionalProperties: false,
};

const refused = (values: object): readonly string[] => checkValues(schema, values).map(({ path }) => path);

describe('a key that a text of the values reads', () => {
  test.each([
    '{{ .Values.my.key }}',
    '{{ $.Values.my.key | quote }}',
    '{{ if eq .Values.my.key "x" }}a{{ end }}',
    '{{ with .Values.my }}{{ .key }}{{ end }}',
    '{{ range $k, $v := .Values.my }}{{ $k }}{{ end }}',
    '{{ index .Values "my" "key" }}',
    '{{ (index $.Values "my").key }}',
    '{{ get .Values "my" | toYaml }}',
    '{{ printf "%s-x" (default "a" .Values.my.key) }}',
    '{{ index .Values .Release.Name }}',
    '{{ toYaml .Values }}',
  ])('%s', (text) => {
    expect(refused({ text, my: { key: 1 } })).toEqual([]);
    expect(refused({ extra: [{ data: { file: text } }], my: { key: 1 } })).toEqual([]);
    expect(refused({ text: 'plain', my: { key: 1 } })).toEqual(['my']);
  });

  test('others are refused', () => {
    expect(refused({ text: '{{ .Values.my.key }}', yours: 1 })).toEqual(['yours']);
    expect(refused({ text: '{{ .Values.my', my: 1 })).toEqual(['my']);
    expect(refused({ text: '.Values.my', my: 1 })).toEqual(['my']);
    expect(refused({ my: { key: '{{ .Values.my.other }}' } })).toEqual(['my']);
  });

  test('a text of a dependency reads below its key', () => {
    expect(refused({ sub: { text: '{{ .Values.own }}', own: 1 } })).toEqual([]);
    expect(refused({ sub: { text: '{{ .Values.own }}', other: 1 } })).toEqual(['sub.other']);
  });

  test('paths of which only a part is read', () => {
    const values = { a: '{{ .Values.my.key }}', my: { key: { deep: 1 }, other: 1 } };
    const texts = textReads(values);
    expect(isReadByText(['my', 'key', 'deep'], values, texts)).toBe(true);
    expect(isReadByText(['my', 'other'], values, texts)).toBe(false);
    expect(refused({ text: '{{ .Values.my.key }}', my: { kye: 1 } })).toEqual(['my']);
  });
});
