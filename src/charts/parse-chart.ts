import { isObject } from '../json/is-object.js';
import { isJsonArray, type Json, type JsonMap } from '../json/json-value.js';
import type { Chart, ChartDependency } from './chart.js';
import type { ChartFiles } from './chart-files.js';
import { ImportError, type ImportProblem, type ReportProblem } from './import-problem.js';
import { parseHelmYaml } from './parse-helm-yaml.js';
import { MAX_SHAPE_DEPTH } from './shape.js';

const parseSchema = (text: string, at: string, report: ReportProblem): Json | undefined => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
  } catch (error) {
    report({
      severity: 'warning',
      at,
      message: `${at} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      fix: 'fix the file; until then types come from the default values alone',
    });
    return undefined;
  }
};

const asText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** With all conditions that switch them; the largest known charts of charts have some 60. */
const MOST_DEPENDENCIES = 1000;

const dependenciesOf = (manifest: JsonMap, at: string): readonly ChartDependency[] => {
  const list = manifest['dependencies'];
  if (!isJsonArray(list)) return [];
  const dependencies: ChartDependency[] = [];
  for (const entry of list) {
    if (!isObject(entry)) continue;
    const name = asText(entry['name']);
    if (name === undefined) continue;
    dependencies.push({
      name,
      key: asText(entry['alias']) ?? name,
      conditions: (asText(entry['condition']) ?? '')
        .split(',')
        .map((path) => path.trim())
        // Values don't nest deeper, so nothing is switched by what does.
        .filter((path) => path !== '' && path.split('.').length <= MAX_SHAPE_DEPTH),
      tags: isJsonArray(entry['tags']) ? entry['tags'].filter((tag): tag is string => typeof tag === 'string') : [],
    });
  }
  const conditions = dependencies.reduce((sum, one) => sum + one.conditions.length, 0);
  if (list.length > MOST_DEPENDENCIES || conditions > MOST_DEPENDENCIES) {
    throw new ImportError({
      at,
      message: `${at} names more than the ${MOST_DEPENDENCIES} dependencies, or conditions of dependencies, that are read`,
      fix: 'give the values.yaml and values.schema.json of the chart alone',
    });
  }
  return dependencies;
};

const READ: ReadonlySet<string> = new Set(['Chart.yaml', 'values.yaml', 'values.schema.json', 'requirements.yaml']);

/** Those of this chart alone, and none that `fluxspan import` reads itself. */
const otherFiles = (files: ChartFiles, prefix: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const [path, bytes] of files) {
    const inner = path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
    if (inner !== undefined && !inner.startsWith('charts/') && !READ.has(inner))
      found.set(inner, bytes.toString('utf8'));
  }
  return found;
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

/** Tells of dependencies that aren't there. */
const reportMissing = (
  dependencies: readonly ChartDependency[],
  subcharts: ReadonlyMap<string, Chart>,
  prefix: string,
  report: ReportProblem,
): void => {
  for (const { name, key } of dependencies) {
    if (subcharts.has(name)) continue;
    report({
      severity: 'warning',
      at: `${prefix}Chart.yaml`,
      message: `the dependency "${name}" isn't in ${prefix}charts/: the values below "${key}" stay open`,
      fix: 'run `helm dependency build` for the chart, and import it again',
    });
  }
};

/**
 * A chart from its files. What cannot be read is reported and left out.
 *
 * @param fallback the name of a chart without Chart.yaml
 * @throws ImportError where there are neither default values nor a schema
 */
export const parseChart = (files: ChartFiles, fallback: string, report: ReportProblem, prefix = ''): Chart => {
  const read = (name: string) => files.get(prefix + name);
  const manifestText = read('Chart.yaml');
  const parsed = manifestText === undefined ? undefined : parseHelmYaml(manifestText, `${prefix}Chart.yaml`, report);
  const manifest = parsed !== undefined && isObject(parsed) ? parsed : {};
  const valuesText = read('values.yaml');
  const schemaText = read('values.schema.json');
  if (prefix === '' && manifestText === undefined && valuesText === undefined && schemaText === undefined) {
    throw new ImportError({
      at: fallback,
      message: 'this is not a chart: it has no Chart.yaml, values.yaml or values.schema.json',
      fix: 'give the folder or .tgz of a chart, its values.yaml or values.schema.json, or oci:// and https:// addresses',
    });
  }
  const unread: ImportProblem[] = [];
  const tell: ReportProblem = (problem) => {
    unread.push(problem);
    report(problem);
  };
  const defaults = valuesText === undefined ? {} : parseHelmYaml(valuesText, `${prefix}values.yaml`, tell);
  const schema =
    schemaText === undefined
      ? undefined
      : parseSchema(schemaText.toString('utf8'), `${prefix}values.schema.json`, tell);
  if (defaults === undefined && schema === undefined && prefix === '') {
    const reasons = unread.map(({ message }) => message).join('; ');
    throw new ImportError({
      at: unread[0]?.at ?? 'values.yaml',
      message: `the chart has neither default values nor a schema that can be read: ${reasons}`,
      fix: 'fix the file: nothing is known of the values without it',
    });
  }
  const legacy = read('requirements.yaml');
  const requirements = legacy === undefined ? undefined : parseHelmYaml(legacy, `${prefix}requirements.yaml`, report);
  const subcharts = new Map<string, Chart>();
  for (const folder of packedFolders(files, prefix)) {
    const sub = parseChart(files, folder, report, `${prefix}charts/${folder}/`);
    subcharts.set(sub.name, sub);
  }
  const declared = dependenciesOf(manifest, `${prefix}Chart.yaml`);
  const dependencies =
    declared.length > 0 || requirements === undefined || !isObject(requirements)
      ? declared
      : dependenciesOf(requirements, `${prefix}requirements.yaml`);
  reportMissing(dependencies, subcharts, prefix, report);
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
    isLibrary: manifest['type'] === 'library',
    files: otherFiles(files, prefix),
  };
};
