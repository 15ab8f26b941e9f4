import { expect, test } from 'vitest';
import { chartReads, chartShape } from '../../../src/charts/chart-shape.js';
import type { ReportProblem } from '../../../src/charts/import-problem.js';
import { parseChart } from '../../../src/charts/parse-chart.js';
import type { Json } from '../../../src/json/json-value.js';
import { charts } from './charts.js';
import { guardCharts } from './guard-charts.js';
import { messageCharts } from './message-charts.js';

const report: ReportProblem = () => {};

const chartOf = (files: Readonly<Record<string, string>>) => {
  const all = { 'Chart.yaml': 'apiVersion: v2\nname: parent\nversion: 1.0.0\n', ...files };
  return parseChart(new Map(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)])), 'parent', report);
};

const withoutTemplates = (files: Readonly<Record<string, string>>) =>
  chartOf(Object.fromEntries(Object.entries(files).filter(([path]) => !path.includes('templates/'))));

const withoutDependencies = [...charts, ...guardCharts, ...messageCharts].filter(({ files }) =>
  Object.keys(files).every((path) => !path.startsWith('charts/')),
);

test.each(withoutDependencies.map(({ name, files }) => [name, files] as const))(
  '%s: the same shape from data',
  (_, files) => {
    const chart = chartOf(files);
    const reads = chartReads(chart, report);
    const kept = reads === undefined ? undefined : (JSON.parse(JSON.stringify(reads)) as Json);
    expect(chartShape(withoutTemplates(files), report, kept)).toEqual(chartShape(chart, report));
  },
);

test('data names each path with what is done to it, in a stable order', () => {
  const files = {
    'values.yaml': 'b: 1\nlist: []\n',
    'templates/x.yaml':
      'b: {{ .Values.b }}\n{{ with .Values.a }}a: {{ .x }}{{ end }}\n{{ range .Values.list }}{{ .y }}{{ end }}\n',
  };
  expect(chartReads(chartOf(files), report)).toEqual({
    keys: {
      a: { uses: ['tested'], keys: { x: { uses: ['printed'] } } },
      b: { uses: ['printed'] },
      list: { uses: ['ranged'], each: { keys: { y: { uses: ['printed'] } } } },
    },
  });
});

test('a section that is merged into all values is read once in itself', () => {
  const files = {
    'values.yaml': 'name: x\npilot: {}\n',
    'templates/a.yaml': 'a: {{ .Values.name }}\n',
    'templates/zz.yaml': '{{ $_ := mustMergeOverwrite $.Values (index $.Values "pilot") }}',
  };
  expect(chartReads(chartOf(files), report)).toEqual({
    keys: { name: { uses: ['printed'] }, pilot: { keys: { name: { uses: ['printed'] }, pilot: {} } } },
  });
});
