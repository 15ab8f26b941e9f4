import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { importChart } from '../../src/charts/import-chart.js';
import { bundleApp } from '../../src/cli/bundle-app.js';
import type { Project } from '../../src/cli/project.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const root = temporaryFolder();

const schemaFile = async (version: string): Promise<string> => {
  const chart = join(mkdtempSync(join(root, 'c-')), 'web');
  mkdirSync(join(chart, 'templates'), { recursive: true });
  writeFileSync(join(chart, 'Chart.yaml'), `apiVersion: v2\nname: web\nversion: ${version}\n`);
  writeFileSync(join(chart, 'values.yaml'), 'text: "a `b` ${c} \\\\ d"\nreplicas: 1\n');
  writeFileSync(join(chart, 'templates/a.yaml'), 'a: {{ .Values.text }}{{ .Values.replicas }}\n');
  return (await importChart(chart, { name: 'web' })).files.get('web.schema.ts')!;
};

const bundled = async (
  schema: string,
): Promise<{ contents: string; web: (() => object) & { text?: string; version?: string } }> => {
  const folder = mkdtempSync(join(root, 'p-'));
  writeFileSync(join(folder, 'web.schema.ts'), schema);
  writeFileSync(join(folder, 'app.ts'), "export { webValuesSchema } from './web.schema.js';\n");
  const project = { folder, app: join(folder, 'app.ts') } as Project;
  const contents = Buffer.from((await bundleApp(project)).contents);
  const path = join(folder, 'app.mjs');
  writeFileSync(path, contents);
  const { webValuesSchema } = (await import(pathToFileURL(path).href)) as { webValuesSchema: () => object };
  return { contents: contents.toString(), web: webValuesSchema };
};

test.each(['\n', '\r\n'])('the schema of a chart stays out of the bundle, and is the same: %j', async (newline) => {
  const schema = await schemaFile('1.2.3');
  const { contents, web } = await bundled(schema.replaceAll('\n', newline));
  expect(contents).not.toContain('properties');
  const text = /String\.raw`([\s\S]*?)`/.exec(schema)![1]!;
  expect(web.text).toBe(text);
  expect(web()).toEqual(JSON.parse(text));
  expect(web.version).toBe('1.2.3');
});

test('a schema that is written otherwise is bundled as it is', async () => {
  const { contents, web } = await bundled('export const webValuesSchema = () => ({ properties: {} });\n');
  expect(contents).toContain('properties');
  expect(web()).toEqual({ properties: {} });
});
