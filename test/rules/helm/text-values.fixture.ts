import { HelmRelease, helmChart } from 'fluxspan';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, from, one } from '../rule-programs.js';

const web = helmChart({
  url: 'oci://example.org/charts/web',
  version: '1.0.0',
  valuesSchema: Object.assign(() => ({ default: { ports: {}, image: { tag: 'v1' } } }), { version: '1.0.0' }),
});

/** One of whose dependencies nothing is known, and that has a default of its own for one. */
const stack = helmChart({
  url: 'oci://example.org/charts/stack',
  version: '1.0.0',
  valuesSchema: Object.assign(() => ({ 'x-absent-charts': [['db'], ['log', 'store']], default: { db: {}, log: {} } }), {
    version: '1.0.0',
  }),
});

const release =
  (text: string, more: object = {}, settings: object = {}): Build =>
  (scope, { charts }) => {
    const values = { ports: { syslog: { port: 1514 } }, config: text, ...more };
    new HelmRelease(scope, 'web', { chart: charts['web'] as typeof web, values: values as never, ...settings });
  };
const ofStack =
  (values: object): Build =>
  (scope, { charts }) => {
    new HelmRelease(scope, 'web', { chart: charts['web'] as typeof stack, values: values as never });
  };
const withStack = (values: object) => one({ charts: { web: stack }, build: ofStack(values) });
const withText = (text: string, more?: object, settings?: object) =>
  one({ charts: { web }, build: release(text, more, settings) });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX642',
    bad: () => [
      ...withText('listen: {{ .Values.ports.sylog.port }}'),
      ...withText('{{ with .x }}{{ end }}{{ $.Values.ports.http.port | default 80 }}'),
      ...withText('{{ if .Values.image.build.number }}x{{ end }}'),
      ...withText('{{ or .Values.image.build.number 1 }}'),
      ...withStack({ log: { url: '{{ .Values.log.service.port }}' } }),
    ],
    good: () => [
      ...withText('listen: {{ .Values.ports.syslog.port }}{{ .Values.ports.http }}{{ .Values.image.tag }}'),
      // Whatever the rest says, it isn't reached, or takes what isn't there.
      ...withText('{{ with .Values.ports.http }}{{ .port }}{{ end }}{{ (.Values.ports.http).port }}'),
      ...withText('{{ and .Values.ports.http .Values.ports.http.port }}{{ dig "http" "port" 1 .Values.ports }}'),
      ...withText('{{ if .Values.ports.http }}{{ .Values.ports.http.port }}{{ end }}'),
      // For another program, or no template.
      ...withText('{{ .Values.B.Value }} {{ $value }} {{ .Labels.a.b.c }}'),
      ...withText('{{ .Values.ports.http.port'),
      // Of a dependency, and of what others give.
      ...withText('', { db: { config: '{{ .Values.ports.own.port }}', ports: { own: { port: 1 } } } }),
      ...withStack({ url: '{{ .Values.db.service.port }}', db: { url: '{{ .Values.service.port }}' } }),
      ...withStack({ log: { url: '{{ .Values.store.service.port }}' } }),
      ...withText('{{ .Values.ports.http.port }}', {}, from('more')).filter(({ code }) => code === 'FX642'),
    ],
    mutation: {
      adds: () => platform.extended({ charts: { web }, build: release('{{ .Values.ports.sylog.port }}') }),
    },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: {
      none: 'whether a chart runs a text, only the chart knows; that Helm fails then, text-values.test.ts shows',
    },
  },
];
