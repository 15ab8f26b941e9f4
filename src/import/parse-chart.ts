import { parseDocument } from 'yaml';
import type { Chart, ChartDependency } from './chart.js';
import type { ChartFiles } from './chart-files.js';
import { ImportError, type ReportProblem } from './import-problem.js';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from './json.js';

/** YAML 1.1 tags that Helm's reader does not apply, or that make no JSON. */
const FOREIGN_TAG = /:(timestamp|binary|omap|pairs|set)$/;

/** YAML as Helm reads it (`yes` is true, merge keys work), or undefined with a problem. */
const parseYaml = (text: string, at: string, report: ReportProblem): Json | undefined => {
  try {
    const document = parseDocument(text, {
      version: '1.1',
      merge: true,
      uniqueKeys: false,
      customTags: (tags) =>
        tags.filter(
          (tag) =>
            typeof tag === 'string' || (!FOREIGN_TAG.test(tag.tag) && (tag as { format?: string }).format !== 'TIME'),
        ),
    });
    const [error] = document.errors;
    if (error) throw error;
    // Through JSON, so that maps with odd keys, dates and -0 are what Helm would see.
    return JSON.parse(JSON.stringify(document.toJS() ?? null)) as Json;
  } catch (error) {
    report({
      severity: 'warning',
      at,
      message: `${at} cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      fix: 'mend the file; until then its default values are unknown',
    });
    return undefined;
  }
};

const parseSchema = (text: string, at: string, report: ReportProblem): Json | undefined => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
  } catch (error) {
    report({
      severity: 'warning',
      at,
      message: `${at} is no JSON: ${error instanceof Error ? error.message : String(error)}`,
      fix: 'mend the file; until then types come from the default values alone',
    });
    return undefined;
  }
};

const asText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const dependenciesOf = (manifest: JsonObject): readonly ChartDependency[] => {
  const list = manifest['dependencies'];
  if (!isJsonArray(list)) return [];
  const dependencies: ChartDependency[] = [];
  for (const entry of list) {
    if (!isJsonObject(entry)) continue;
    const name = asText(entry['name']);
    if (name === undefined) continue;
    dependencies.push({
      name,
      key: asText(entry['alias']) ?? name,
      conditions: (asText(entry['condition']) ?? '')
        .split(',')
        .map((path) => path.trim())
        .filter((path) => path !== ''),
      tags: isJsonArray(entry['tags']) ? entry['tags'].filter((tag): tag is string => typeof tag === 'string') : [],
    });
  }
  return dependencies;
};

/** Names of the folders directly below `charts/`. */
const packedFolders = (files: ChartFiles, prefix: string): readonly string[] => {
  const folders = new Set<string>();
  for (const path of files.keys()) {
    if (!path.startsWith(`${prefix}charts/`)) continue;
    const [folder, inner] = path.slice(`${prefix}charts/`.length).split('/');
    if (folder !== undefined && inner !== undefined) folders.add(folder);
  }
  return [...folders].sort();
};

/**
 * A chart from its files. What cannot be read is reported and left out.
 *
 * @param fallback the name of a chart without Chart.yaml
 * @throws ImportError where there are neither default values nor a schema
 */
export const parseChart = (files: ChartFiles, fallback: string, report: ReportProblem, prefix = ''): Chart => {
  const read = (name: string) => files.get(prefix + name)?.toString('utf8');
  const manifestText = read('Chart.yaml');
  const parsed = manifestText === undefined ? undefined : parseYaml(manifestText, `${prefix}Chart.yaml`, report);
  const manifest = parsed !== undefined && isJsonObject(parsed) ? parsed : {};
  const valuesText = read('values.yaml');
  const schemaText = read('values.schema.json');
  if (prefix === '' && manifestText === undefined && valuesText === undefined && schemaText === undefined) {
    throw new ImportError({
      at: fallback,
      message: 'this is no chart: it has no Chart.yaml, values.yaml or values.schema.json',
      fix: 'give the folder or .tgz of a chart, its values.yaml or values.schema.json, or oci:// and https:// addresses',
    });
  }
  const defaults = valuesText === undefined ? {} : parseYaml(valuesText, `${prefix}values.yaml`, report);
  const schema = schemaText === undefined ? undefined : parseSchema(schemaText, `${prefix}values.schema.json`, report);
  if (defaults === undefined && schema === undefined && prefix === '') {
    throw new ImportError({
      at: `${prefix}values.yaml`,
      message: 'the chart has neither default values nor a schema that can be read, so nothing is known of its values',
      fix: 'mend values.yaml',
    });
  }
  const legacy = read('requirements.yaml');
  const requirements = legacy === undefined ? undefined : parseYaml(legacy, `${prefix}requirements.yaml`, report);
  const subcharts = new Map<string, Chart>();
  for (const folder of packedFolders(files, prefix)) {
    const sub = parseChart(files, folder, report, `${prefix}charts/${folder}/`);
    subcharts.set(sub.name, sub);
  }
  const declared = dependenciesOf(manifest);
  const dependencies =
    declared.length > 0 || requirements === undefined || !isJsonObject(requirements)
      ? declared
      : dependenciesOf(requirements);
  // Helm renders what lies in charts/ also where no dependency names it.
  const undeclared = [...subcharts.keys()].filter(
    (name) => !dependencies.some((dependency) => dependency.name === name),
  );
  return {
    name: asText(manifest['name']) ?? fallback,
    version: asText(manifest['version']),
    defaults: defaults ?? {},
    schema,
    dependencies: [...dependencies, ...undeclared.map((name) => ({ name, key: name, conditions: [], tags: [] }))],
    subcharts,
  };
};
