import type { ReadingChart } from './charts.js';

/** Small charts whose templates look up keys that the user's values name. */
export const chosenCharts: readonly ReadingChart[] = [
  {
    name: 'a section that a value names',
    files: {
      'values.yaml': 'env: dev\nenvironments:\n  dev: { size: 1 }\n  prod: { size: 2 }\n',
      'templates/a.yaml': 'a: {{ (index .Values.environments .Values.env).size }}\n',
    },
    read: [{ env: 'own', environments: { own: { size: 3 } } }, { env: 'prod' }, { environments: { dev: { size: 3 } } }],
    unread: [{ environments: { dev: { sise: 3 } } }, { enviroments: { dev: { size: 3 } } }],
  },
  {
    name: 'a section beside the value that names it',
    files: {
      'values.yaml': 'profile: small\nsmall: { cpu: 1 }\nother: { port: 80 }\n',
      'templates/a.yaml': 'a: {{ (get .Values .Values.profile).cpu }}\nb: {{ .Values.other.port }}\n',
    },
    read: [{ profile: 'own', own: { cpu: 9 } }, { small: { cpu: 2 } }],
    unread: [{ other: { prot: 81 } }],
  },
  {
    name: 'a path that templates have as a text',
    files: {
      'values.yaml': 'a: { b: { c: { d: 1 } } }\n',
      'templates/a.yaml':
        '{{ $v := mustMergeOverwrite dict (deepCopy .Values) }}{{ range mustRegexSplit "\\\\." "a.b.c" -1 }}{{ $v = dig . dict $v }}{{ end }}a: {{ toJson $v }}{{ $v.e }}\n',
    },
    read: [{ a: { b: { c: { e: 2 } } } }],
    unread: [{ a: { b: { e: 2 } } }, { a: { e: 2 } }, { b: {} }],
  },
  {
    name: 'a section that a text of a value names',
    files: {
      'values.yaml': 'env: dev\nmore: { dev-x: { a: 1 } }\n',
      'templates/_h.tpl': '{{ define "key" }}{{ .Values.env }}-deep{{ end }}',
      'templates/a.yaml':
        'a: {{ with get .Values (printf "%s-config" .Values.env) }}{{ .x }}{{ end }}\nb: {{ dig (include "key" .) "y" "" .Values.AsMap }}\nc: {{ pluck (printf "%s-x" .Values.env) .Values.more | first | toJson }}\nd: {{ index .Values (camelcase "one") }}\n',
    },
    read: [{ 'dev-config': { x: 1 } }, { 'dev-deep': { y: 1 } }, { env: 'my', more: { 'my-x': { a: 2 } } }, { One: 1 }],
    unread: [],
    same: [{ more: { 'dev-x': { a: 1 } } }],
  },
  {
    name: 'a section by the name of the release, or by a number',
    files: {
      'values.yaml': 'a: 1\n',
      'templates/a.yaml':
        'a: {{ with index .Values .Release.Name }}{{ .x }}{{ end }}\n{{ range $i := until 2 }}n{{ $i }}: {{ get $.Values (printf "node%d" $i) }}\n{{ end }}',
    },
    read: [{ release: { x: 1 } }, { node1: 1 }],
    unread: [],
  },
  {
    name: 'a template that goes through all values',
    files: {
      'values.yaml': 'a: { enabled: true }\nb: { port: 80 }\n',
      'templates/a.yaml':
        '{{ range $k, $v := .Values }}{{ if kindIs "map" $v }}{{ if $v.enabled }}x-{{ $k }}: {{ $v.size }}\n{{ end }}{{ end }}{{ end }}b: {{ .Values.b.port }}\n',
    },
    read: [{ own: { enabled: true, size: 3 } }, { b: { enabled: true } }],
    unread: [{ b: { prot: 1 } }],
  },
  {
    name: 'a template that goes through all values but one',
    files: {
      'values.yaml': 'a: 1\nb: { port: 80 }\n',
      'templates/a.yaml':
        '{{ range $k, $v := omit .Values "a" "b" "global" }}{{ $k }}: {{ $v | quote }}\n{{ end }}b: {{ .Values.b.port }}\n',
    },
    read: [{ own: 'v' }],
    unread: [],
  },
  {
    name: 'a mode whose few names the template compares',
    files: {
      'values.yaml': 'server: { mode: stateful, port: 80, stateful: { size: 1 }, stateless: { size: 2 } }\n',
      'templates/a.yaml':
        '{{ $s := .Values.server }}a: {{ (index $s $s.mode).size }}\nb: {{ $s.port }}\n{{ if eq $s.mode "stateful" }}c: 1{{ end }}\n',
    },
    read: [{ server: { mode: 'stateless' } }, { server: { stateful: { size: 3 } } }],
    unread: [{ server: { prot: 81 } }],
  },
  {
    name: 'a template whose name printf makes of a section',
    files: {
      'values.yaml': 'insert: { enabled: true, port: 1 }\nstorage: { enabled: true, port: 2 }\n',
      'templates/_h.tpl':
        '{{ define "insert.ports" }}i: {{ .port }}{{ end }}{{ define "storage.ports-2" }}{{ .port }}{{ .size }}{{ end }}',
      'templates/a.yaml':
        '{{ range $name, $app := .Values }}{{ if and (kindIs "map" $app) (eq $name "insert") }}{{ include (printf "%s.ports" $name) $app }}\n{{ end }}{{ end }}s: {{ include (printf "%s.ports-%d" "storage" 2) .Values.storage }}\n',
    },
    read: [{ insert: { port: 3 } }, { storage: { size: 3 } }],
    unread: [{ insert: { prot: 3 } }, { storage: { sise: 3 } }],
  },
  {
    name: 'a template whose name printf cannot make of what it gets',
    files: {
      'values.yaml': 'a: { port: 1 }\n',
      'templates/_h.tpl': '{{ define "p.%!d(string=x)" }}{{ toYaml . }}{{ end }}{{ define "p.x" }}{{ .port }}{{ end }}',
      'templates/a.yaml': 'a: {{ include (printf "p.%d" "x") .Values.a | nindent 2 }}\n',
    },
    read: [{ a: { other: 1 } }],
    unread: [],
  },
];
