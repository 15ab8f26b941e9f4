import type { ReadingChart } from './charts.js';

const DEPLOYMENT = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: x }\nspec:\n  template: {}\n';

/** Small charts that take texts in the place of numbers and booleans, or don't. */
export const scalarCharts: readonly ReadingChart[] = [
  {
    name: 'a number that is printed as it is',
    files: {
      'values.yaml': 'replicas: 1\nports: {}\n',
      'templates/a.yaml': `${DEPLOYMENT}  replicas: {{ .Values.replicas }}\n{{ range $n, $p := .Values.ports }}\n---\nkind: X\nmetadata: { name: {{ $n }} }\nspec:\n  containerPort: {{ $p.port }}\n{{ end }}`,
    },
    read: [{ replicas: '3' }, { replicas: 3 }, { ports: { web: { port: '80' } } }],
    unread: [],
    refused: [{ replicas: 'two' }, { replicas: true }, { replicas: '3.5' }],
  },
  {
    name: 'a boolean that is only tested',
    files: {
      'values.yaml': 'flag: false\nparts: {}\n',
      'templates/a.yaml':
        'a: {{ if and .Values.flag (not .Values.other) }}yes{{ end }}\n{{ range $n, $p := .Values.parts }}{{ $n }}: {{ if $p.flag }}yes{{ end }}\n{{ end }}',
    },
    read: [{ flag: 'true' }, { flag: true }, { parts: { web: { flag: 'true' } } }],
    unread: [{ no: true }],
    refused: [{ flag: 'false' }, { flag: 'no' }],
  },
  {
    name: 'a boolean that Helm takes as nothing else',
    files: {
      'values.yaml': 'flag: false\nalso: false\n',
      'templates/a.yaml': 'a: {{ ternary "x" "y" .Values.flag }}{{ if eq .Values.also true }}z{{ end }}\n',
    },
    read: [{ flag: true }, { also: true }],
    unread: [],
    fails: [{ flag: 'true' }, { also: 'true' }, { flag: 1 }],
  },
  {
    name: 'a text that is compared where templates ask first whether it is there',
    files: {
      'values.yaml': 'hook: install\nphase: ""\nmode: fast\n',
      'templates/a.yaml':
        'a: {{ if eq (.Values.hook | default "") "upgrade" }}u{{ end }}\n{{ with .Values.hook }}b: {{ . }}\n{{ end }}c: {{ if and .Values.phase (eq .Values.phase "one") }}p{{ end }}\nd: {{ if eq .Values.mode "slow" }}s{{ end }}\n',
    },
    read: [{ hook: 'upgrade' }, { hook: false }, { phase: 'one' }, { mode: 'slow' }],
    unread: [],
    same: [{ phase: false }],
    fails: [{ hook: true }, { phase: true }, { mode: false }, { hook: 1 }],
  },
  {
    name: 'a text that is compared also where templates did not ask for it',
    files: {
      'values.yaml': 'type: ClusterIP\naffinity: ""\nlabel: ""\nshown: true\n',
      'templates/a.yaml':
        '{{ if .Values.shown }}a: {{ if or (eq .Values.type "ClusterIP") (empty .Values.type) }}c{{ end }}\n{{ end }}{{ if or .Values.affinity .Values.shown }}b: {{ if eq .Values.affinity "hard" }}h{{ end }}\n{{ end }}{{ if .Values.label }}c: {{ trimSuffix "/" .Values.label }}\n{{ end }}d: {{ trimSuffix "/" .Values.label }}\n',
    },
    read: [{ type: 'NodePort' }, { affinity: 'hard' }, { label: 'a/' }],
    unread: [],
    fails: [{ type: false }, { affinity: false }, { label: false }],
  },
  {
    name: 'a list that is printed as it is',
    files: {
      'values.yaml': 'jobs: {}\n',
      'templates/a.yaml':
        '{{ range $name, $job := .Values.jobs }}{{ $name }}:\n  {{ if $job.command }}\n  command: {{ $job.command }}\n  {{ end }}\n  title: {{ $job.title }}\n{{ end }}\n',
    },
    read: [{ jobs: { web: { command: ['/bin/sh'] } } }, { jobs: { web: { command: '["/bin/sh", "-c"]' } } }],
    unread: [],
    refused: [{ jobs: { web: { title: ['x'] } } }, { jobs: { web: { command: { a: 1 } } } }],
  },
  {
    name: 'values that are only printed, or made what they are needed as',
    files: {
      'values.yaml': 'n: 1\nb: false\ni: 1\ns: x\n',
      'templates/a.yaml':
        'n: {{ .Values.n }}\nb: {{ .Values.b }}\ni: {{ int .Values.i }}\ns: {{ quote .Values.s }}{{ if eq (toString .Values.b) "true" }}\nt: 1{{ end }}\n',
    },
    read: [{ n: '2' }, { n: 'two' }, { b: 'true' }, { i: '2' }, { s: 3 }],
    unread: [],
  },
  {
    name: 'a map whose keys become part of a text',
    files: {
      'values.yaml': 'extraPorts: {}\nrules: {}\n',
      'templates/_h.tpl': '{{ define "name" }}{{ .name | trunc 63 | trimSuffix "-" }}{{ end }}',
      'templates/a.yaml':
        '{{ range $key, $port := .Values.extraPorts }}a-{{ $key | lower }}: {{ $port.containerPort }}{{ with $port.service }}{{ .port }}{{ end }}\n{{ end }}{{ range $k, $v := .Values.rules }}{{ include "name" (dict "name" $k) }}: {{ toJson $v }}\n{{ end }}\n{{ range $k, $v := .Values.other }}{{ if eq $k "a" }}x: {{ $v }}{{ end }}{{ end }}\n',
    },
    read: [
      { extraPorts: { http: { containerPort: 80 } } },
      { extraPorts: { http: { containerPort: 80, service: { port: 81 } } } },
      { rules: { one: ['x'] } },
      { other: { a: 1 } },
    ],
    unread: [{ extraPort: {} }],
    same: [{ extraPorts: [] }, { extraPorts: null }, { rules: [] }],
    fails: [
      { extraPorts: [{ containerPort: 80 }] },
      { extraPorts: { http: 80 } },
      { extraPorts: { http: true } },
      { extraPorts: { http: 'x' } },
      { rules: ['x'] },
    ],
  },
  {
    name: 'a list or a map, whose keys may be numbers',
    files: {
      'values.yaml': 'ports: {}\nparts: {}\nextra: {}\nflags: {}\non: false\n',
      'templates/a.yaml':
        '{{ range $key, $port := .Values.ports }}a-{{ $key }}: {{ quote $key }}{{ printf "%v" $key }}{{ $port.number }}\n{{ end }}{{ range $k, $v := .Values.parts }}{{ if kindIs "string" $k }}{{ lower $k }}{{ end }}: {{ $v.name }}\n{{ end }}{{ if kindIs "map" .Values.extra }}{{ range $k, $v := .Values.extra }}{{ lower $k }}: {{ $v }}\n{{ end }}{{ else }}{{ toYaml .Values.extra }}{{ end }}\n{{ if .Values.on }}{{ range $k, $v := .Values.flags }}{{ lower $k }}{{ $v }}{{ end }}{{ else }}{{ range .Values.flags }}f: {{ . }}{{ end }}{{ end }}\n{{ if .Values.whole }}w: {{ .Values.whole.part }}{{ end }}\n',
    },
    read: [
      { ports: [{ number: 80 }] },
      { ports: { http: { number: 80 } } },
      { parts: [{ name: 'x' }] },
      { extra: ['x'] },
      { extra: { a: 'x' } },
      { flags: ['x'] },
      { whole: { part: 1 } },
    ],
    unread: [{ port: 1 }],
    same: [{ whole: false }],
  },
];
