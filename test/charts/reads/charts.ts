/** A small chart for one way in which templates read values, with values that show it. */
export interface ReadingChart {
  readonly name: string;
  /** By path; Chart.yaml is added where there is none. */
  readonly files: Readonly<Record<string, string>>;
  /** Values that the chart reads: its output changes. */
  readonly read: readonly object[];
  /** Values that it doesn't read: its output stays the same. */
  readonly unread: readonly object[];
  /** Values that it takes, and that change nothing. */
  readonly same?: readonly object[];
  /** Values that Helm renders to what the API server refuses, or to the opposite. */
  readonly refused?: readonly object[];
  /** Values with which Helm fails. */
  readonly fails?: readonly object[];
  /** What is told of values with which it fails, by their key. */
  readonly says?: Readonly<Record<string, string>>;
}

const DEPENDENCY = `apiVersion: v2\nname: parent\nversion: 1.0.0\ndependencies:\n`;

export const charts: readonly ReadingChart[] = [
  {
    name: 'a path that the defaults have only in a comment',
    files: {
      'values.yaml': 'image:\n  tag: v1\n  # digest: sha256:…\n',
      'templates/a.yaml': 'a: {{ .Values.image.tag }}{{ with .Values.image.digest }}@{{ . }}{{ end }}\n',
    },
    read: [{ image: { digest: 'sha256:1' } }, { image: { tag: 'v2' } }],
    unread: [{ image: { digset: 'sha256:1' } }, { digest: 'x' }],
  },
  {
    name: 'a map that is passed on whole',
    files: {
      'values.yaml': 'resources: {}\nconfig:\n  level: info\n',
      'templates/a.yaml': 'a:\n  {{- toYaml .Values.resources | nindent 2 }}\nb: {{ tpl (toJson .Values.config) $ }}\n',
    },
    read: [{ resources: { limits: { cpu: 1 } } }, { config: { format: 'json' } }],
    unread: [{ resource: {} }],
  },
  {
    name: 'an empty map for a list, and an empty list for a map',
    files: {
      'values.yaml': 'tolerations: [{ key: a }]\naffinity: { a: b }\n',
      'templates/a.yaml':
        '{{ with .Values.tolerations }}t: {{ toYaml . | nindent 2 }}{{ end }}\n{{ with .Values.affinity }}a: {{ toYaml . | nindent 2 }}{{ end }}\n',
    },
    read: [{ tolerations: {} }, { tolerations: [] }, { affinity: null }],
    unread: [{ toleration: [] }],
  },
  {
    name: 'methods of the values',
    files: {
      'values.yaml': 'a: 1\nb:\n  c: 2\n',
      'templates/a.yaml':
        'a: {{ dig "b" "d" "" .Values.AsMap }}{{ (.Values.Table "b").e }}{{ .Values.PathValue "b.c" }}\n{{ with .Values.AsMap.f }}f: {{ . }}{{ end }}\n',
    },
    read: [{ b: { d: 'x' } }, { b: { e: 'x' } }, { b: { c: 3 } }, { f: 1 }],
    unread: [{ AsMap: { f: 1 } }, { d: 1 }, { b: { AsMap: 1 } }],
  },
  {
    name: 'a list that another one stands in for, printed as Go prints it',
    files: {
      'values.yaml': 'auth: [public]\nparams: []\n',
      'templates/a.yaml': '{{ range .Values.params }}- auth: {{ .auth | default $.Values.auth }}\n{{ end }}',
    },
    read: [{ params: [{ auth: ['x'] }] }, { params: [{ auth: 'x' }] }, { auth: ['x'], params: [{}] }],
    unread: [{ auht: ['x'] }],
  },
  {
    name: 'a key of which the template asks first whether it is one of some',
    files: {
      'values.yaml': 'collector: { level: 1 }\nother: { port: 80 }\nmode: a\n',
      'templates/a.yaml':
        '{{ $old := list "field" "filter" }}{{ range $k, $v := .Values.collector }}{{ if and (has $k $old) (hasKey $.Values $k) }}{{ $v = index $.Values $k }}{{ end }}{{ if eq $k "own" }}{{ $v = get $.Values $k }}{{ end }}{{ $k }}: {{ if kindIs "slice" $v }}{{ join "," $v }}{{ else }}{{ toString $v }}{{ end }}\n{{ end }}port: {{ .Values.other.port }}{{ .Values.mode }}\n',
    },
    read: [
      { collector: { field: 1 }, field: ['x'] },
      { collector: { own: 1 }, own: 'x' },
      { collector: { new: 'x' } },
      { other: { port: 81 } },
    ],
    unread: [{ fields: ['x'] }, { other: { prot: 81 } }],
  },
  {
    name: 'a map whose keys the user chooses',
    files: {
      'values.yaml': 'boards: {}\n',
      'templates/a.yaml':
        '{{ range $name, $b := .Values.boards }}{{ $name }}: {{ $b.json }}{{ range $b.tags }}{{ .text }}{{ end }}\n{{ end }}',
    },
    read: [{ boards: { mine: { json: 'x' } } }, { boards: { mine: { json: 'x', tags: [{ text: 'y' }] } } }],
    unread: [{ board: { mine: { json: 'x' } } }],
  },
  {
    name: 'helpers with a dict, variables and defaults',
    files: {
      'values.yaml': 'web:\n  port: 80\n',
      'templates/_h.tpl':
        '{{ define "port" }}{{ $v := .ctx.Values }}{{ $c := index $v .key }}{{ default 1 $c.port }}{{ $c.suffix }}{{ end }}',
      'templates/a.yaml': 'a: "{{ include "port" (dict "ctx" $ "key" "web") }}"\n',
    },
    read: [{ web: { suffix: 'x' } }, { web: { port: '81' } }],
    unread: [{ web: { sufix: 'x' } }, { wbe: { port: 1 } }],
  },
  {
    name: 'merged maps and copies',
    files: {
      'values.yaml': 'base:\n  a: 1\nmain: {}\n',
      'templates/a.yaml':
        '{{ $m := mustMergeOverwrite (deepCopy .Values.base) .Values.main }}a: {{ $m.a }}\nb: {{ dig "c" "d" "" $m }}\n',
    },
    read: [{ main: { a: 2 } }, { base: { c: { d: 'x' } } }, { main: { c: { d: 'x' } } }],
    unread: [{ main: { b: 2 } }, { base: { c: { e: 'x' } } }],
  },
  {
    name: 'maps that are merged into each other',
    files: {
      'values.yaml': 'one: {}\ntwo: {}\nproxy:\n  resources: {}\n',
      ...Object.fromEntries(
        ['one', 'two'].map((key) => [
          `templates/${key}.yaml`,
          `{{ $t := deepCopy . }}{{ $_ := set $t.Values.proxy "resources" (merge .Values.${key} .Values.proxy.resources) }}${key}: {{ $t.Values.proxy.resources.cpu }}\n`,
        ]),
      ),
      'templates/three.yaml': '{{ $_ := merge .Values.one .Values.proxy.resources }}three: {{ .Values.one.memory }}\n',
    },
    read: [{ one: { cpu: 1 } }, { two: { cpu: 1 } }, { proxy: { resources: { cpu: 1 } } }, { one: { memory: 1 } }],
    unread: [{ one: { cup: 1 } }, { proxy: { resource: { cpu: 1 } } }],
  },
  {
    name: 'a path as text',
    files: {
      'values.yaml': 'auth: {}\n',
      'templates/a.yaml':
        '{{ $v := .Values }}{{ range splitList "." "auth.user.name" }}{{ $v = (index ($v | default dict) .) }}{{ end }}a: {{ $v }}\n',
    },
    read: [{ auth: { user: { name: 'x' } } }],
    unread: [{ auth: { user: { nmae: 'x' } } }],
  },
  {
    name: 'a template in the defaults, and one in a file',
    files: {
      'values.yaml': "config: 'level={{ .Values.level }}'\n",
      'files/x.conf': 'mode={{ .Values.mode }}',
      'templates/a.yaml': 'a: {{ tpl .Values.config $ }}\nb: {{ tpl (.Files.Get "files/x.conf") $ }}\n',
    },
    read: [{ level: 'x' }, { mode: 'x' }],
    unread: [{ levle: 'x' }],
  },
  {
    name: 'a map that is made, printed and read again',
    files: {
      'values.yaml': 'services: {}\n',
      'templates/_h.tpl':
        '{{ define "on" }}{{ $on := dict }}{{ range $k, $s := .Values.services }}{{ if $s.enabled }}{{ $_ := set $on $k $s }}{{ end }}{{ end }}{{ toYaml $on }}{{ end }}',
      'templates/a.yaml': '{{ range $k, $s := (include "on" . | fromYaml) }}{{ $k }}: {{ $s.port }}\n{{ end }}',
    },
    read: [{ services: { web: { enabled: true, port: 1 } } }],
    unread: [{ services: { web: { enabled: false } } }, { service: {} }].slice(1),
  },
  {
    name: 'a library and its helpers',
    files: {
      'Chart.yaml': `${DEPENDENCY}  - { name: lib, version: 1.0.0 }\n`,
      'values.yaml': '{}\n',
      'templates/a.yaml': '{{ include "lib.object" . }}',
      'charts/lib/Chart.yaml': 'apiVersion: v2\nname: lib\nversion: 1.0.0\ntype: library\n',
      'charts/lib/templates/_a.tpl': '{{ define "lib.object" }}a: {{ .Values.title | quote }}{{ end }}',
    },
    read: [{ title: 'x' }],
    unread: [{ titel: 'x' }],
  },
  {
    name: 'a library that merges its own values into those of the chart',
    files: {
      'Chart.yaml': `${DEPENDENCY}  - { name: lib, version: 1.0.0 }\n`,
      'values.yaml': 'web:\n  port: 1\n',
      'templates/a.yaml': '{{ include "lib.init" . }}{{ include "lib.object" . }}',
      'charts/lib/Chart.yaml': 'apiVersion: v2\nname: lib\nversion: 1.0.0\ntype: library\n',
      'charts/lib/values.yaml': 'web:\n  host: x\n',
      'charts/lib/templates/_a.tpl':
        '{{ define "lib.init" }}{{ $_ := set . "Values" (mustMergeOverwrite (deepCopy .Values.lib) (deepCopy (omit .Values "lib"))) }}{{ end }}{{ define "lib.object" }}a: {{ .Values.web.port }}\nb: {{ .Values.web.host }}\nc: {{ .Values.title }}{{ end }}',
    },
    read: [{ web: { host: 'y' } }, { lib: { web: { host: 'y' } } }, { title: 'x' }, { lib: { title: 'x' } }],
    unread: [{ web: { hots: 'y' } }, { titel: 'x' }, { lib: { titel: 'x' } }],
  },
  {
    name: 'subcharts with an alias, global and import-values',
    files: {
      'Chart.yaml': `${DEPENDENCY}  - { name: sub, alias: db, version: 1.0.0, condition: db.enabled, import-values: [data] }\n`,
      'values.yaml': 'db:\n  enabled: true\n',
      'templates/a.yaml': 'p: {{ .Values.port }}\n',
      'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
      'charts/sub/values.yaml': 'size: 1\nexports:\n  data:\n    port: 1\n',
      'charts/sub/templates/a.yaml': 'a: {{ .Values.size }}\nb: {{ .Values.global.domain }}\n',
    },
    read: [{ db: { size: 2 } }, { db: { enabled: false } }, { global: { domain: 'x' } }, { port: 2 }],
    unread: [{ size: 2 }, { db: { sise: 2 } }, { global: { domian: 'x' } }],
  },
  {
    name: 'values that a subchart hands to its parent',
    files: {
      'Chart.yaml': `${DEPENDENCY}  - { name: sub, version: 1.0.0, import-values: [{ child: network.out, parent: net }] }\n`,
      'values.yaml': 'net: {}\n',
      'templates/a.yaml': 'a: {{ .Values.net.port }}\nb: {{ .Values.net.host }}\n',
      'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
      'charts/sub/values.yaml': 'network:\n  out:\n    port: 1\n',
      'charts/sub/templates/a.yaml': 'c: {{ .Values.size }}\n',
    },
    read: [{ net: { port: 2 } }, { net: { host: 'x' } }],
    // Helm hands over the subchart's defaults, not what a user sets there.
    unread: [{ net: { prot: 2 } }, { sub: { network: { in: { port: 2 } } } }],
  },
  {
    name: 'one chart under two names, switched by conditions',
    files: {
      'Chart.yaml': `${DEPENDENCY}  - { name: sub, alias: one, version: 1.0.0, condition: one.on }\n  - { name: sub, alias: two, version: 1.0.0, tags: [extra] }\n`,
      'values.yaml': '{}\n',
      'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
      'charts/sub/values.yaml': 'size: 1\n',
      'charts/sub/templates/a.yaml': '{{ .Chart.Name }}: {{ .Values.size }}{{ .Values.global.x }}\n',
    },
    read: [{ one: { size: 2 } }, { one: { on: false } }, { tags: { extra: false } }, { global: { x: 'y' } }],
    unread: [{ one: { sise: 2 } }, { sub: { size: 2 } }, { global: { y: 1 } }],
  },
  {
    name: 'numbers that may be text, and text that may not be a number',
    files: {
      'values.yaml': 'retention: 30\nname: x\nreplicas: 1\n',
      'templates/a.yaml': 'a: --keep={{ .Values.retention }}\nb: {{ .Values.name | trunc 5 }}\n',
    },
    read: [{ retention: '30d' }, { name: 'y' }],
    unread: [],
    fails: [{ name: 5 }],
  },
  {
    name: 'a value that templates only go through',
    files: {
      'values.yaml': 'hosts: ""\nports:\n',
      'templates/a.yaml':
        '{{ with .Values.hosts }}{{ range . }}h: {{ . }}\n{{ end }}{{ end }}{{ range .Values.ports }}p: {{ . }}\n{{ end }}{{ range $k, $v := .Values.paths }}{{ $k }}: {{ $v }}\n{{ end }}s: {{ sortAlpha .Values.names }}{{ join "," .Values.tags }}\n',
    },
    read: [{ hosts: ['x'] }, { ports: { a: 1 } }, { paths: { a: 1 } }, { names: 'x' }, { tags: 'x' }, { names: ['x'] }],
    unread: [],
    same: [{ hosts: '' }, { hosts: false }, { ports: null }, { ports: [] }],
    fails: [
      { hosts: 'x' },
      { hosts: 5 },
      { ports: 'x' },
      { ports: 80 },
      { ports: '' },
      { ports: true },
      { paths: 'x' },
    ],
  },
  {
    name: 'a loop over all values that looks into the sections of the chart',
    files: {
      'values.yaml': 'debug: false\nweb:\n  enabled: true\n  port: 1\nworker:\n  enabled: false\n',
      'templates/a.yaml':
        '{{ range $name, $s := .Values }}{{ if and (kindIs "map" $s) (hasKey $s "route") }}{{ $c := index $.Values $name }}{{ $name }}: {{ $s.route.host }}{{ $c.suffix }}\n{{ end }}{{ end }}',
    },
    read: [{ web: { route: { host: 'x' } } }, { worker: { route: { host: 'x' }, suffix: 'y' } }],
    unread: [{ web: { rotue: { host: 'x' } } }],
    same: [{ own: { port: 1 } }],
  },
  {
    name: 'a section that another value names',
    files: {
      'values.yaml': 'server:\n  mode: single\n  size: 1\n  single:\n    spec: {}\n  many:\n    spec: {}\n',
      'templates/a.yaml':
        '{{ $s := .Values.server }}{{ if and (kindIs "map" $s) (hasKey $s $s.mode) }}a: {{ $s.size }}\nb: {{ toYaml (index $s $s.mode).spec }}{{ end }}',
    },
    read: [{ server: { size: 2 } }, { server: { single: { spec: { x: 1 } } } }],
    unread: [{ server: { sise: 2 } }, { server: { enabled: true } }, { server: { single: { specs: { x: 1 } } } }],
  },
  {
    name: 'a map that has entries by default, and takes others of their kind',
    files: {
      'values.yaml': 'ports:\n  web:\n    port: 80\n    expose: true\n',
      'templates/a.yaml':
        '{{ range $n, $p := .Values.ports }}{{ if $p }}{{ $n }}: {{ $p.port }}{{ if $p.expose }}!{{ end }}\n{{ end }}{{ end }}',
    },
    read: [
      { ports: { web: { expose: false } } },
      { ports: { admin: { port: 1, expose: true } } },
      { ports: { web: null } },
    ],
    unread: [{ ports: { web: { exposed: false } } }],
  },
  {
    name: 'a template that asks for the type of a value',
    files: {
      'values.yaml': 'extra: []\nhosts: []\n',
      'templates/a.yaml':
        '{{ range .Values.extra }}{{ if kindIs "string" . }}{{ tpl . $ }}{{ else }}{{ toYaml . }}{{ end }}\n{{ end }}{{ if kindIs "map" .Values.hosts }}{{ with .Values.hosts.main }}h: {{ . }}{{ end }}{{ end }}',
    },
    read: [{ extra: ['a: 1'] }, { extra: [{ a: 1 }] }, { hosts: { main: 'x' } }],
    unread: [{ hosts: { mian: 'x' } }],
  },
  {
    name: 'a section that may be a text instead',
    files: {
      'values.yaml': 'provider:\n  name: aws\n',
      'templates/a.yaml':
        '{{ if eq (typeOf .Values.provider) "string" }}a: {{ .Values.provider }}{{ else }}a: {{ .Values.provider.name }}{{ with .Values.provider.webhook }}{{ .image }}{{ end }}{{ end }}\n',
    },
    read: [{ provider: 'x' }, { provider: { name: 'x' } }, { provider: { webhook: { image: 'x' } } }],
    unread: [{ provider: { nmae: 'x' } }, { provider: { webhooks: { image: 'x' } } }],
  },
  {
    name: 'values that go into a map of which nothing is known',
    files: {
      'values.yaml': 'raw: "a: 1"\nextra: {}\none: {}\n',
      'templates/a.yaml':
        '{{ $m := tpl .Values.raw $ | fromYaml }}{{ $_ := set $m "one" .Values.one }}{{ toYaml (mergeOverwrite $m .Values.extra) }}\n',
    },
    read: [{ extra: { b: { c: 1 } } }, { one: { b: 1 } }, { raw: 'b: 2' }],
    unread: [{ extras: { b: 1 } }],
  },
  {
    name: 'a helper that calls itself, with the context in its dot',
    files: {
      'values.yaml': 'config:\n  web:\n    port: 1\nname: x\n',
      'templates/_h.tpl':
        '{{ define "env" }}{{ $root := .root }}{{ range $k, $v := .values }}{{ if kindIs "map" $v }}{{ include "env" (dict "root" $root "values" $v "at" (printf "%s_%s" $.at $k)) }}{{ else }}{{ $.at }}_{{ $k }}: {{ tpl (toString $v) $root }}\n{{ end }}{{ end }}{{ end }}',
      'templates/a.yaml': '{{ include "env" (dict "root" $ "values" .Values.config "at" "a") }}b: {{ .Values.name }}\n',
    },
    read: [{ config: { web: { tls: { ciphers: { first: 'x' } } } } }, { config: { log: 'x' } }, { name: 'y' }],
    unread: [{ configs: { log: 'x' } }, { nmae: 'y' }],
  },
  {
    name: 'a context that helpers change and restore',
    files: {
      'values.yaml': 'web:\n  labels: {}\napi:\n  labels: {}\n',
      'templates/_h.tpl':
        '{{ define "name" }}{{ $_ := set . "field" "nameOverride" }}{{ $v := index .root.Values .key }}{{ index $v .field | default .key }}{{ $_ := unset . "field" }}{{ end }}',
      'templates/a.yaml':
        '{{ range list "web" "api" }}{{ $ctx := dict "root" $ "key" . }}{{ include "name" $ctx }}: {{ toYaml (index $.Values .).labels }}\n{{ end }}',
    },
    read: [{ web: { nameOverride: 'x' } }, { api: { nameOverride: 'x' } }, { api: { labels: { a: 'b' } } }],
    unread: [{ web: { nameOveride: 'x' } }, { nameOverride: 'x' }],
  },
  {
    name: 'a list that is passed on whole, of which the schema names some keys',
    files: {
      'values.yaml': 'init: []\n',
      'values.schema.json':
        '{"type":"object","properties":{"init":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}}}}}}',
      'templates/a.yaml': 'a:\n  {{- toYaml .Values.init | nindent 2 }}\n',
    },
    read: [{ init: [{ name: 'x', securityContext: { runAsUser: 1 } }] }],
    unread: [{ inti: [] }],
    fails: [{ init: [{ name: 1 }] }],
  },
  {
    name: 'a map of which the schema names some keys of the entries',
    files: {
      'values.yaml': 'extra: {}\n',
      'values.schema.json':
        '{"type":"object","properties":{"extra":{"additionalProperties":{"type":"object","properties":{"name":{"type":"string"}}}}}}',
      'templates/a.yaml': '{{ range .Values.extra }}{{ with .text }}a: {{ . }}{{ end }}{{ end }}\n',
    },
    read: [{ extra: { a: { text: 'x' } } }],
    unread: [{ extra: { a: { txet: 'x' } } }],
    fails: [{ extra: { a: { name: 1 } } }],
  },
  {
    name: 'a schema that lies in a dependency, by its address',
    files: {
      'Chart.yaml': `${DEPENDENCY}  - { name: lib, version: 1.0.0 }\n`,
      'values.schema.json': '{"$ref":"https://example.invalid/lib-1.0.0/charts/lib/values.schema.json"}',
      'templates/a.yaml': '{{ toYaml .Values.app }}',
      'charts/lib/Chart.yaml': 'apiVersion: v2\nname: lib\nversion: 1.0.0\ntype: library\n',
      'charts/lib/schemas/app.json':
        '{"app":{"type":"object","additionalProperties":false,"properties":{"image":{"type":"string"}}}}',
      'charts/lib/values.schema.json':
        '{"$id":"https://example.invalid/lib-1.0.0/charts/lib/values.schema.json","type":"object","properties":{"app":{"$ref":"schemas/app.json#/app"}}}',
    },
    read: [],
    unread: [],
    // Helm itself would fetch the schema.
    fails: [{ app: { imgae: 'x' } }, { app: { image: 1 } }],
  },
  {
    name: 'a template whose name is in a map that is merged with what Helm gives',
    files: {
      'values.yaml': 'items: [1]\nlabel: x\n',
      'templates/_h.tpl':
        '{{ define "labels" }}app: {{ .Values.label }}{{ end }}{{ define "patch" }}{{ .target }}: {{ include ._labels . | quote }}{{ end }}{{ define "all" }}{{ range .list }}{{ include "patch" (merge (dict "target" .) $) }}{{ end }}{{ end }}',
      'templates/a.yaml': '{{ include "all" (merge (dict "list" .Values.items "_labels" "labels") .) }}\n',
    },
    read: [{ label: 'y' }, { items: [2] }],
    unread: [{ lable: 'y' }, { other: 1 }],
  },
  {
    name: 'paths of which templates check one or another, a step at a time',
    files: {
      'values.yaml': 'auth: { user: a, password: b, replica: { password: c } }\non: false\n',
      'templates/_h.tpl':
        '{{ define "get" }}{{ $now := .context.Values }}{{ range splitList "." .key }}{{ $now = index $now . }}{{ end }}{{ $now }}{{ end }}{{ define "all" }}{{ range .keys }}{{ include "get" (dict "key" .path "context" $.context) }}{{ end }}{{ end }}',
      'templates/a.yaml':
        '{{ $keys := list (dict "path" "auth.password") }}{{ if .Values.on }}{{ $keys = append $keys (dict "path" "auth.replica.password") }}{{ end }}{{ if .Values.auth.user }}{{ $keys = append $keys (dict "path" "auth.user") }}{{ end }}a: {{ include "all" (dict "keys" $keys "context" .) }}\n',
    },
    read: [{ auth: { user: 'x' } }, { auth: { password: 'x' } }, { on: true }],
    unread: [
      { auth: { usre: 'x' } },
      { auth: { replica: { passwrd: 'x' } } },
      { auth: { auth: {} } },
      { password: 'x' },
    ],
  },
  {
    name: 'templates of which a value chooses one by a part of the name',
    files: {
      'values.yaml': 'store: { kind: s3, s3: { bucket: a }, disk: { path: b } }\n',
      'templates/_h.tpl':
        '{{ define "store.s3.config" }}bucket: {{ .Values.store.s3.bucket }}{{ end }}{{ define "store.disk.config" }}path: {{ .Values.store.disk.path }}{{ end }}',
      'templates/a.yaml': '{{ include (printf "store.%s.config" .Values.store.kind) . }}\n',
    },
    read: [{ store: { kind: 'disk' } }, { store: { s3: { bucket: 'x' } } }],
    unread: [{ store: { s3: { buckt: 'x' } } }, { store: { other: 1 } }],
  },
];
