import { describe, expect, it } from 'vitest';
import { readGoTemplate } from '../../../src/rules/languages/go-template.js';

/** What text/template of Go 1.25 says. */
const refused = [
  '{{ .a }',
  '{{ .a',
  '{{ if .a }}b',
  '{{ end }}',
  '{{ else }}',
  '{{ if .a }}{{ end }}{{ end }}',
  '{{ "a }}',
  '{{ `a }}',
  '{{/* a }}',
  '{{ range . }}{{ with .a }}{{ end }}',
];
const accepted = [
  '',
  'a } b }} c',
  '{{ .a }}',
  '{{- .a -}}',
  '{{- if .a }}b{{- else if .c }}d{{ else }}e{{- end }}',
  '{{ "}}" }}{{ `}}` }}{{ "\\"}}" }}',
  "{{ eq '}' '}' }}",
  '{{/* {{ if */}}{{- /* a */ -}}',
  '{{ define "x" }}{{ .a }}{{ end }}{{ template "x" . }}',
  '{{ range $i, $x := . }}{{ $x }}{{ else }}b{{ end }}',
  '{{ block "x" . }}{{ end }}',
  '{{ .endpoint }}{{ .iffy }}',
  '{{\n.a\n}}',
];

describe('readGoTemplate', () => {
  it('refuses what Go refuses', () => {
    expect(refused.filter((text) => readGoTemplate(text).fault === undefined)).toEqual([]);
  });
  it('takes what Go takes', () => {
    expect(accepted.flatMap((text) => readGoTemplate(text).fault ?? [])).toEqual([]);
  });
  it.each([
    ['{{ .a }}{{ $.b | quote }}{{ (.c) }}', ['a', 'b', 'c']],
    ['{{ .a.b }}{{ index . "c" }}{{ $x := .d }}{{ $x.e }}', ['a', 'd']],
    ['{{ if .a }}{{ .b }}{{ end }}{{ with .c }}{{ .d }}{{ end }}', ['a', 'c']],
    ['{{ ".a" }}{{ `.b` }}{{ and .c .d }}{{ 1.5 }}{{ (index . "x").e }}', []],
  ])('reads the fields of %s', (text, fields) => {
    expect(readGoTemplate(text).fields).toEqual(fields);
  });
});
