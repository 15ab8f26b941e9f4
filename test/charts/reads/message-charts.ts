import type { ReadingChart } from './charts.js';

const fails = (condition: string, text = 'gone') => `{{ if ${condition} }}{{ fail ${JSON.stringify(text)} }}{{ end }}`;

/** A template that other charts' libraries have, too: it fails with all messages at once. */
const validate = (messages: readonly string[], fail = 'printf "\\nVALUES VALIDATION:\\n%s" $message | fail') =>
  `{{ define "c.validate" }}{{- $messages := list -}}
${messages.map((name) => `{{- $messages := append $messages (trim (include "${name}" .)) -}}`).join('\n')}
{{- $messages := without $messages "" -}}
{{- $message := join "\\n" $messages -}}
{{- if $message -}}{{- ${fail} -}}{{- end -}}{{ end }}`;

/** Charts that fail by what they put into variables before. */
export const messageCharts: readonly ReadingChart[] = [
  {
    name: 'a value in a variable, with which a chart fails',
    files: {
      'values.yaml': 'a: 1\nb: { c: 1 }\nshown: ""\n',
      'templates/a.yaml': `{{ $old := .Values.old }}${fails('$old', 'use `a` instead')}{{ $bad := or .Values.one (not (not .Values.two)) }}${fails('$bad')}{{ $ok := not (hasKey .Values.b "d") }}{{ if not $ok }}{{ fail "gone" }}{{ end }}{{ $shown := .Values.shown }}${fails('and $shown .Values.strict')}a: {{ .Values.a }}{{ .Values.b.c }}{{ $shown }}{{ if .Values.strict }}{{ end }}\n`,
    },
    read: [{ a: 2 }, { b: { c: 2 } }, { shown: 'x' }],
    unread: [{ ol: 1 }, { b: { dd: 1 } }],
    same: [{ old: false }, { one: 0 }, { two: '' }, { strict: true }],
    fails: [{ old: 1 }, { one: 1 }, { two: 'x' }, { b: { d: false } }],
  },
  {
    name: 'messages of templates, with which a chart fails at the end',
    files: {
      'values.yaml': 'mode: a\nport: 80\nauth: {}\n',
      'templates/_h.tpl': `${validate(['c.old', 'c.mode', 'c.all'])}
{{ define "c.old" -}}
{{- if .Values.oldPort -}}
web: oldPort
    Use port instead of {{ .Values.oldPort }}.
{{- end -}}
{{- end }}
{{ define "c.mode" -}}
{{- if not (has .Values.mode (list "a" "b")) -}}
web: mode
{{- else if and .Values.user (not .Values.password) -}}
web: password
{{- end -}}
{{- end }}
{{ define "c.all" -}}
{{- include "c.auth" . -}}
{{- if and .Values.legacy .Values.mode -}}
{{- $name := .Values.mode }}web: legacy {{ $name }}
{{- end -}}
{{- end }}
{{ define "c.auth" }}{{ with .Values.auth.token }}web: auth.token{{ end }}{{ end }}`,
      'templates/NOTES.txt': 'Done.\n{{- include "c.validate" . }}\n',
      'templates/a.yaml': 'a: {{ .Values.mode }}{{ .Values.port }}{{ .Values.password }}{{ .Values.auth.user }}\n',
    },
    read: [{ mode: 'b' }, { port: 81 }, { password: 'x' }, { auth: { user: 'x' } }],
    unread: [{ old: 1 }, { auth: { usr: 1 } }],
    same: [{ oldPort: 0 }, { auth: { token: '' } }, { legacy: false }],
    fails: [{ oldPort: 81 }, { legacy: true }, { auth: { token: 'x' } }, { user: 'x' }],
  },
  {
    name: 'messages that a chart collects itself',
    files: {
      'values.yaml': 'a: 1\nuser: ""\n',
      'templates/a.yaml': `{{ $errors := list }}{{ if .Values.old }}{{ $errors = append $errors (printf "use a, not old: %v" .Values.older) }}{{ end }}{{ if hasKey .Values "gone" }}{{ $errors = append $errors "gone is gone" }}{{ end }}{{ if gt (len $errors) 0 }}{{ fail (join "\\n" $errors) }}{{ end }}
{{ $text := "" }}{{ if .Values.short }}{{ $text = printf "%s\\nshort is gone" $text }}{{ end }}{{ if ne $text "" }}{{ fail $text }}{{ end }}
{{ $isBad := false }}{{ if .Values.bad }}{{ $isBad = true }}{{ end }}${fails('$isBad')}{{ $isGood := true }}{{ if .Values.worse }}{{ $isGood = false }}{{ end }}${fails('not $isGood')}
{{ $mode := "none" }}{{ if .Values.user }}{{ $mode = "user" }}{{ end }}a: {{ .Values.a }}{{ $mode }}\n`,
    },
    read: [{ a: 2 }, { user: 'x' }],
    unread: [{ olde: 1 }, { older: 1 }, { gon: 1 }],
    same: [{ old: '' }, { short: false }, { bad: false }, { worse: 0 }],
    fails: [{ old: 1 }, { gone: false }, { short: 'x' }, { bad: true }, { worse: true }],
  },
  {
    name: 'values of which one is taken, or that choose between two, with which a chart fails',
    files: {
      'values.yaml': 'a: 1\n',
      'templates/a.yaml': `${fails('coalesce .Values.one .Values.two')}${fails('ternary true false (hasKey .Values "three")')}${fails('not (ternary "" "ok" (hasKey .Values "four"))')}${fails('.Values.five | default false')}${fails('default "" .Values.six')}{{ if .Values.seven | empty | not }}{{ fail "gone" }}{{ end }}a: {{ .Values.a }}{{ coalesce .Values.other .Values.a }}{{ .Values.kept | default "x" }}\n`,
    },
    read: [{ a: 2 }, { other: 2 }, { kept: 1 }],
    unread: [{ thre: 1 }, { fiv: 1 }],
    same: [{ one: 0 }, { two: '' }, { five: false }, { six: '' }, { seven: [] }],
    fails: [{ one: 1 }, { two: 'x' }, { three: '' }, { four: 0 }, { five: true }, { six: 'x' }, { seven: [1] }],
  },
  {
    name: 'a variable or a message that a chart does more with than to fail',
    files: {
      'values.yaml': 'a: 1\nconfig: {}\n',
      'templates/_h.tpl':
        '{{ define "c.note" }}{{ if .Values.noted }}noted{{ end }}{{ end }}{{ define "c.warn" }}{{ if .Values.warned }}warned{{ end }}{{ end }}',
      'templates/a.yaml': `{{ $one := .Values.one }}${fails('and $one .Values.strict')}{{ if .Values.strict }}{{ end }}one: {{ $one }}
{{ $note := include "c.note" . }}${fails('and $note .Values.strict')}note: {{ include "c.note" . }}
{{ $warnings := list (include "c.warn" .) | compact }}{{ if $warnings }}warnings: {{ len $warnings }}{{ end }}
{{ $mode := .Values.mode }}{{ if .Values.fast }}{{ $mode = "fast" }}{{ end }}{{ if eq (toString $mode) "bad" }}{{ fail "bad" }}{{ end }}mode: {{ $mode }}
{{ $errors := list }}{{ if .Values.two }}{{ $errors = append $errors "two" }}{{ end }}{{ if .Values.reset }}{{ $errors = list }}{{ end }}${fails('and $errors .Values.strict')}two: {{ .Values.two }}{{ .Values.reset }}\n`,
    },
    read: [{ one: 1 }, { noted: true }, { warned: true }, { mode: 'x' }, { fast: true }, { two: 1 }, { reset: 1 }],
    unread: [{ on: 1 }],
    same: [{ strict: true }],
  },
];
