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
    name: 'values that are only printed, or made what they are needed as',
    files: {
      'values.yaml': 'n: 1\nb: false\ni: 1\ns: x\n',
      'templates/a.yaml':
        'n: {{ .Values.n }}\nb: {{ .Values.b }}\ni: {{ int .Values.i }}\ns: {{ quote .Values.s }}{{ if eq (toString .Values.b) "true" }}\nt: 1{{ end }}\n',
    },
    read: [{ n: '2' }, { n: 'two' }, { b: 'true' }, { i: '2' }, { s: 3 }],
    unread: [],
  },
];
