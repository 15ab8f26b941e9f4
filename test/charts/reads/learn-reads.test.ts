import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importChart } from '../../../src/charts/import-chart.js';
import { checkValues } from '../../../src/rules/values/check-values.js';
import { describeRefusal } from '../../../src/schema/refused.js';
import { findHelm, helmTemplate } from '../../support/helm.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { charts, type ReadingChart } from './charts.js';
import { chosenCharts } from './chosen-charts.js';
import { guardCharts } from './guard-charts.js';
import { messageCharts } from './message-charts.js';
import { scalarCharts } from './scalar-charts.js';

const folder = temporaryFolder();

const write = ({ files }: Pick<ReadingChart, 'files'>, name: string): string => {
  const root = join(mkdtempSync(join(folder, 'c-')), name);
  const all = { 'Chart.yaml': 'apiVersion: v2\nname: parent\nversion: 1.0.0\n', ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
};

const schemaOf = async (root: string): Promise<Readonly<Record<string, unknown>>> => {
  const { files } = await importChart(root, { name: 'small' });
  const text = /String\.raw`([\s\S]*?)`/.exec(files.get('small.schema.ts')!)![1]!;
  return JSON.parse(text) as Record<string, unknown>;
};

const helm = findHelm();

/**
 * What helm prints of a chart with each of some values, as one chart of many names in another: most of the time goes into
 * the start of helm. Undefined where it fails with one of the values, or where a name makes a difference.
 */
const renderTogether = (chart: ReadingChart, all: readonly object[]): readonly string[] | undefined => {
  // Helm takes them only from the values of the outermost chart.
  if (all.some((values) => 'tags' in values)) return undefined;
  const given = [...all, all[0]!].map((values, at) => ({ alias: `alias-${100 + at}`, values }));
  const dependencies = given.map(({ alias }) => ({ name: 'parent', alias, version: '*' }));
  const manifest = JSON.stringify({ apiVersion: 'v2', name: 'all', version: '1.0.0', dependencies });
  const root = write({ files: { 'Chart.yaml': manifest } }, 'all');
  cpSync(write(chart, 'parent'), join(root, 'charts/parent'), { recursive: true });
  const values = Object.fromEntries(given.map((one) => [one.alias, one.values]));
  const objects = helmTemplate(helm!, root, values)?.split(/^---\n# Source: all\/charts\//m);
  if (objects === undefined) return undefined;
  const outputs = given.map(({ alias }) => {
    const own = objects.filter((text) => text.startsWith(`${alias}/`));
    return own.map((text) => text.replaceAll(alias, 'parent').trimEnd()).join('\n---\n');
  });
  return outputs.pop() === outputs[0] ? outputs : undefined;
};

const renderEach = (chart: ReadingChart, all: readonly object[]): ReadonlyMap<object, string | undefined> => {
  const together = renderTogether(chart, all);
  const root = write(chart, 'judged');
  return new Map(all.map((values, at) => [values, together?.[at] ?? helmTemplate(helm!, root, values)]));
};

describe.each([...charts, ...chosenCharts, ...scalarCharts, ...guardCharts, ...messageCharts])('$name', (chart) => {
  test('what the templates read is taken, and the rest refused', async () => {
    const schema = await schemaOf(write(chart, 'known'));
    const refused = (values: object) => checkValues(schema, values).length > 0;
    expect([...chart.read, ...(chart.same ?? [])].filter(refused)).toEqual([]);
    expect(
      [...chart.unread, ...(chart.refused ?? []), ...(chart.fails ?? [])].filter((values) => !refused(values)),
    ).toEqual([]);
    for (const [key, text] of Object.entries(chart.says ?? {})) {
      const [found] = checkValues(schema, { [key]: true });
      expect(found?.refusal && describeRefusal('the chart', key, found.refusal)).toBe(text);
    }
  });

  test.skipIf(helm === undefined)('helm template says the same (skipped where helm is not installed)', () => {
    const { read, unread, same = [] } = chart;
    const none = {};
    const outputs = renderEach(chart, [none, ...read, ...unread, ...same]);
    const plain = outputs.get(none);
    if (read.length + unread.length > 0) expect(plain).toBeDefined();
    expect(read.filter((values) => outputs.get(values) === plain)).toEqual([]);
    expect(unread.filter((values) => outputs.get(values) !== plain)).toEqual([]);
    expect(same.filter((values) => outputs.get(values) !== plain)).toEqual([]);
    const root = write(chart, 'judged');
    expect((chart.fails ?? []).filter((values) => helmTemplate(helm!, root, values) !== undefined)).toEqual([]);
  });
});

test('a refused value has what the chart says of it, also where it is one message of many', async () => {
  const saidBy = async (name: string) => {
    const { properties } = await schemaOf(write(messageCharts.find((chart) => chart.name === name)!, 'said'));
    const all = Object.entries(properties as Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    return Object.fromEntries(all.flatMap(([key, one]) => ('x-refused' in one ? [[key, one['x-refused']]] : [])));
  };
  expect(await saidBy('messages of templates, with which a chart fails at the end')).toEqual({
    oldPort: 'web: oldPort Use port instead of ….',
  });
  expect(await saidBy('messages that a chart collects itself')).toEqual({
    bad: 'gone',
    gone: 'gone is gone',
    old: 'use a, not old: …',
    short: '… short is gone',
    worse: 'gone',
  });
});

describe('what cannot be followed', () => {
  const importFiles = async (files: Readonly<Record<string, string>>) => {
    const root = write({ files }, 'odd');
    const { problems } = await importChart(root, { name: 'small' });
    return { schema: await schemaOf(root), messages: problems.map(({ message }) => message) };
  };

  test('a template that Go cannot read leaves all open, and is named', async () => {
    const { schema, messages } = await importFiles({ 'values.yaml': 'a: 1\n', 'templates/a.yaml': '{{ if }}' });
    expect(messages.join('\n')).toContain("isn't one that Go can read");
    expect(checkValues(schema, { other: 1 })).toEqual([]);
  });

  test('templates that include each other come to an end, and are named', async () => {
    const helpers =
      '{{ define "x" }}{{ .Values.b }}{{ include "y" . }}{{ end }}{{ define "y" }}{{ if .Values.a }}{{ end }}{{ include "x" . | upper }}{{ end }}';
    const { schema, messages } = await importFiles({
      'values.yaml': 'a: 1\n',
      'templates/_h.tpl': helpers,
      'templates/a.yaml': '{{ include "x" . }}',
    });
    expect(checkValues(schema, { b: 1 })).toEqual([]);
    expect(checkValues(schema, { c: 1 })).toHaveLength(1);
    expect(messages).toEqual(['"x" includes "y" includes "x", without an end: Helm can\'t render the chart']);
  });

  test('templates that end, or that nothing runs, are not named', async () => {
    const { messages } = await importFiles({
      'values.yaml': 'a: 1\n',
      'templates/_h.tpl':
        '{{ define "deep" }}{{ range . }}{{ include "deep" .kids }}{{ end }}{{ end }}{{ define "or" }}{{ or .Values.a (include "or" .) }}{{ end }}{{ define "unused" }}{{ template "unused" . }}{{ end }}',
      'templates/a.yaml': '{{ include "deep" .Values.kids }}{{ include "or" . }}',
    });
    expect(messages).toEqual([]);
  });

  test('a dependency that is not there leaves its values open, and is named', async () => {
    const { schema, messages } = await importFiles({
      'Chart.yaml':
        'apiVersion: v2\nname: parent\nversion: 1.0.0\ndependencies: [{ name: db, alias: store, version: 1.0.0 }]\n',
      'values.yaml': 'a: 1\n',
      'templates/a.yaml': '{{ .Values.a }}',
    });
    expect(messages).toEqual(['the dependency "db" isn\'t in charts/: the values below "store" stay open']);
    expect(checkValues(schema, { store: { any: 1 } })).toEqual([]);
    expect(schema['x-absent-charts']).toEqual([['store']]);
    expect(checkValues(schema, { other: 1 })).toHaveLength(1);
  });

  test.each([
    ['a list', '- a\n', 'values.yaml cannot be read: it holds a list, and Helm takes a map'],
    ['a text', 'text\n', 'values.yaml cannot be read: it holds a single value, and Helm takes a map'],
    ['bytes', Buffer.from([0x61, 0x3a, 0x20, 0xff, 0x0a]), "values.yaml cannot be read: it isn't UTF-8"],
  ])('a values.yaml with %s is refused', async (_, values, message) => {
    const root = write({ files: { 'templates/a.yaml': '{{ .Values.a }}' } }, 'odd');
    writeFileSync(join(root, 'values.yaml'), values);
    await expect(importChart(root, { name: 'small' })).rejects.toThrow(message);
  });

  test('a template that walks through values of any depth leaves them open', async () => {
    const { schema } = await importFiles({
      'values.yaml': 'tree: {}\n',
      'templates/a.yaml':
        '{{ define "w" }}{{ range $k, $v := . }}{{ $k }}{{ if kindIs "map" $v }}{{ include "w" $v }}{{ end }}{{ end }}{{ end }}{{ include "w" .Values.tree }}',
    });
    expect(checkValues(schema, { tree: { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } } })).toEqual([]);
  });

  test('a chart without templates has the types of its defaults', async () => {
    const { schema, messages } = await importFiles({ 'values.yaml': 'a: 1\nb: {}\n' });
    expect(messages).toEqual([]);
    expect(checkValues(schema, { a: 2, b: { any: 1 } })).toEqual([]);
    expect(checkValues(schema, { a: 'x', c: 1 })).toHaveLength(2);
  });

  test('a schema that lies elsewhere is named, and what it says stays open', async () => {
    const { schema, messages } = await importFiles({
      'values.yaml': 'a: 1\n',
      'values.schema.json':
        '{"type":"object","properties":{"b":{"$ref":"https://example.invalid/b.json"},"c":{"type":"string"}}}',
      'templates/a.yaml': '{{ .Values.a }}',
    });
    expect(messages.join('\n')).toContain('the schema refers to "https://example.invalid/b.json"');
    expect(checkValues(schema, { b: { any: { thing: 1 } }, c: 'x' })).toEqual([]);
    expect(checkValues(schema, { c: 1, d: 1 })).toHaveLength(2);
  });

  test('a subchart whose templates cannot be read leaves all open', async () => {
    const { schema, messages } = await importFiles({
      'Chart.yaml': 'apiVersion: v2\nname: parent\nversion: 1.0.0\ndependencies: [{ name: sub, version: 1.0.0 }]\n',
      'templates/a.yaml': '{{ .Values.a }}',
      'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
      'charts/sub/templates/a.yaml': 'a\n{{ if }}',
    });
    expect(messages.join('\n')).toContain("isn't one that Go can read");
    expect(checkValues(schema, { other: 1, sub: { other: 1 } })).toEqual([]);
  });

  test('a function that Helm may have one day opens what is given to it', async () => {
    const { schema, messages } = await importFiles({
      'values.yaml': 'a: {}\nb: 1\n',
      'templates/a.yaml': '{{ fromTheFuture .Values.a }}',
    });
    expect(messages.join('\n')).toContain('the function "fromTheFuture"');
    expect(checkValues(schema, { a: { any: { thing: 1 } } })).toEqual([]);
    expect(checkValues(schema, { c: 1 })).toHaveLength(1);
  });
});
