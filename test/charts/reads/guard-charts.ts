import type { ReadingChart } from './charts.js';

const fails = (condition: string, text = 'gone') => `{{ if ${condition} }}{{ fail ${JSON.stringify(text)} }}{{ end }}`;

/** Charts that read a value to fail where it is set. */
export const guardCharts: readonly ReadingChart[] = [
  {
    name: 'a value with which a chart fails',
    files: {
      'values.yaml': 'controller:\n  replicas: 1\nlegacy: false\n',
      'templates/a.yaml': `${fails('.Values.replicaCount', 'replicaCount was renamed to controller.replicas')}${fails('.Values.legacy')}{{ with .Values.tls }}{{ fail (printf "no %s" .) }}{{ end }}a: {{ .Values.controller.replicas }}\n`,
    },
    read: [{ controller: { replicas: 2 } }],
    unread: [{ controllers: { replicas: 2 } }],
    same: [{ replicaCount: 0 }, { replicaCount: '' }, { replicaCount: null }, { replicaCount: {} }, { legacy: false }],
    fails: [{ replicaCount: 2 }, { replicaCount: { a: 1 } }, { replicaCount: [1] }, { legacy: true }, { tls: 'x' }],
  },
  {
    name: 'a value with which a chart fails whatever it is',
    files: {
      'values.yaml': 'a: 1\nb: {}\n',
      'templates/_h.tpl': '{{ define "gone" }}{{ fail "gone" }}{{ end }}',
      'templates/a.yaml': `{{ if hasKey .Values "old" }}{{ include "gone" . }}{{ end }}{{ if hasKey .Values.b "old" }}{{ template "gone" }}{{ end }}{{ if not (kindIs "invalid" .Values.older) }}{{ "gone" | fail }}{{ end }}a: {{ .Values.a }}{{ .Values.b.new }}\n`,
    },
    read: [{ a: 2 }, { b: { new: 1 } }],
    unread: [{ ol: 1 }, { b: { oldest: 1 } }],
    fails: [{ old: false }, { old: 1 }, { b: { old: '' } }, { older: false }],
  },
  {
    name: 'a value with which a chart fails, among others',
    files: {
      'values.yaml': 'a: 1\nold-key: ""\n',
      'templates/a.yaml': `${fails('or .Values.one (.Values.two).three (index .Values "old-key") (dig "seven" "eight" "" .Values.AsMap)')}{{ if not .Values.four }}{{ else }}{{ fail "gone" }}{{ end }}{{ if not (and (not .Values.five) (empty .Values.six)) }}{{ fail "gone" }}{{ end }}a: {{ .Values.a }}\n`,
    },
    read: [{ a: 2 }],
    unread: [{ tow: {} }, { seven: { nine: 1 } }],
    same: [{ one: false }, { two: { three: '' } }, { 'old-key': '' }, { six: [] }],
    fails: [
      { one: 1 },
      { two: { three: true } },
      { 'old-key': 'x' },
      { four: 1 },
      { seven: { eight: 1 } },
      { five: 1 },
      { six: [1] },
    ],
  },
  {
    name: 'a value with which a chart fails, of a map that it passes on whole, and of one that it also reads',
    files: {
      'values.yaml': 'config: {}\n',
      'templates/a.yaml': `${fails('.Values.config.old')}${fails('.Values.crds')}{{ if .Values.crds }}crds: true{{ end }}\nc: {{ toJson .Values.config }}\n`,
    },
    read: [{ config: { new: 1 } }, { config: { old: false } }],
    unread: [{ crd: true }],
    same: [{ crds: false }],
    fails: [{ config: { old: 1 } }, { crds: true }],
  },
  {
    name: 'a value with which a chart fails only together with others',
    files: {
      'values.yaml': 'mode: a\n',
      'templates/a.yaml': `${fails('and .Values.old (eq .Values.mode "x")', 'not with mode x')}{{ if eq .Values.mode "y" }}${fails('.Values.older')}{{ end }}${fails('and .Values.one .Values.mode')}${fails('.Values.one', 'one is gone')}mode: {{ .Values.mode }}\n`,
    },
    read: [{ mode: 'b' }],
    unread: [{ old: true }, { older: true }],
    same: [{ old: false }],
    fails: [{ one: 1 }],
    says: {
      old: 'the chart reads the value "old" for nothing but to fail with some other values: "not with mode x"',
      older: 'the chart reads the value "older" for nothing but to fail with some other values: "gone"',
      one: 'the chart refuses the value "one": "one is gone"',
    },
  },
  {
    name: 'a value that may be set, though a chart fails in some cases',
    files: {
      'values.yaml': 'mode: a\nsize: s\nlicense: yes\nconfig: {}\nitems: []\nscale: { min: 1, max: 2 }\n',
      'templates/a.yaml': `${fails('eq .Values.mode "x"')}${fails('not (has .Values.size (list "s" "l"))')}${fails('not .Values.license')}${fails('and .Values.one .Values.two')}${fails('and .Values.config.old (not .Values.allowOld)')}{{ if .Values.legacy }}{{ fail "gone" }}{{ else if .Values.other }}{{ .Values.other }}{{ end }}{{ range .Values.items }}${fails('.old')}{{ .new }}{{ toYaml . }}{{ end }}${fails('gt .Values.scale.min .Values.scale.max')}{{ if .Values.strict }}{{ if .Values.one }}{{ fail "not both" }}{{ end }}{{ end }}\na: {{ .Values.one }}{{ .Values.two }}{{ .Values.mode }}{{ .Values.size }}{{ .Values.license }}{{ toYaml .Values.config }}{{ if .Values.strict }}strict{{ end }}\n`,
    },
    read: [
      { mode: 'b' },
      { size: 'l' },
      { license: 'x' },
      { one: 1 },
      { two: 1 },
      { config: { old: 1 }, allowOld: true },
      { other: 1 },
      { items: [{ new: 1 }] },
      { strict: true },
    ],
    unread: [],
    same: [{ allowOld: true }],
    fails: [{ legacy: true }],
  },
  {
    name: 'a value with which a chart of another fails, if it is switched on',
    files: {
      'Chart.yaml':
        'apiVersion: v2\nname: parent\nversion: 1.0.0\ndependencies:\n  - { name: db, version: 1.0.0, condition: db.enabled }\n',
      'values.yaml': 'db:\n  enabled: false\n',
      'templates/a.yaml': 'a: {{ .Values.db.port }}\n',
      'charts/db/Chart.yaml': 'apiVersion: v2\nname: db\nversion: 1.0.0\n',
      'charts/db/values.yaml': 'user: x\nextra: {}\n',
      'charts/db/templates/a.yaml': `${fails('.Values.username', 'use `user` instead')}${fails('.Values.port')}${fails('.Values.extra.old')}u: {{ .Values.user }}{{ toYaml .Values.extra }}\n`,
    },
    read: [{ db: { port: 1 } }, { db: { enabled: true } }],
    unread: [{ db: { username: 'y' } }, { db: { usr: 'y' } }],
    same: [{ db: { extra: { old: 1 } } }],
    fails: [{ db: { enabled: true, username: 'y' } }],
  },
  {
    name: 'a value that switches a chart, and with which another template fails',
    files: {
      'Chart.yaml':
        'apiVersion: v2\nname: parent\nversion: 1.0.0\ndependencies:\n  - { name: db, version: 1.0.0, condition: db.enabled }\n',
      'values.yaml': 'db:\n  enabled: false\nhost: ""\n',
      'templates/a.yaml': `${fails('and .Values.db.enabled .Values.host', 'set only one of the two')}a: {{ .Values.host }}\n`,
      'charts/db/Chart.yaml': 'apiVersion: v2\nname: db\nversion: 1.0.0\n',
      'charts/db/templates/a.yaml': 'b: 1\n',
    },
    read: [{ db: { enabled: true } }, { host: 'x' }],
    unread: [{ db: { enable: true } }],
  },
];
