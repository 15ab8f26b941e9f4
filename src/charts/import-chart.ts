import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { isObject } from '../json/is-object.js';
import type { Json } from '../json/json-value.js';
import type { Chart } from './chart.js';
import { type ChartFiles, readChartArchive, readChartFile, readChartFolder } from './chart-files.js';
import { chartReads, chartShape } from './chart-shape.js';
import { type ClosedMaps, withClosedMaps } from './closed-maps.js';
import { ImportError, type ImportProblem, type ReportProblem } from './import-problem.js';
import { parseChart } from './parse-chart.js';
import { printChartModule } from './print-chart-module.js';
import { publicAddress, pullChart } from './pull-chart.js';

export interface ImportChartOptions {
  /** The chart's name in a Helm repository. */
  readonly chart?: string | undefined;
  /** Of a remote chart: the version to pull. Of a local one: its own, which Chart.yaml has too where there is one. */
  readonly version?: string | undefined;
  /** Names the module and the type. @default - the chart's own name */
  readonly name?: string | undefined;
  /** Where the chart comes from, as the header shows it. @default - an address without its password; of a chart on this machine, nothing */
  readonly origin?: string | undefined;
  /** Dependencies that Chart.yaml would name, for a chart that is only a values.yaml: their keys stay open. */
  readonly subcharts?: readonly string[] | undefined;
  /** What its templates read, as {@link importReads} gives it, for a chart that is here without them. */
  readonly reads?: Json | undefined;
  /** Maps that its templates pass on whole, and that take certain keys all the same. @default - none */
  readonly closed?: ClosedMaps | undefined;
  /** The helm executable. @default 'helm' */
  readonly helm?: string | undefined;
}

export interface ImportedChart {
  readonly name: string;
  /** File name, relative to `imports/charts`, to text. */
  readonly files: ReadonlyMap<string, string>;
  readonly problems: readonly ImportProblem[];
}

interface Found {
  readonly files: ChartFiles;
  /** The name to use where no Chart.yaml says one. */
  readonly fallback: string;
}

const isRemote = (source: string): boolean => /^(oci|https?):\/\//.test(source);

/** Of `karpenter.values.yaml` and `karpenter-values.yaml` the first word; of `values.yaml` the folder's name. */
const fileChartName = (path: string): string => {
  const stem = basename(path)
    .replace(/\.(ya?ml|json)$/, '')
    .replace(/[._-]?values([._-]schema)?$/, '');
  return stem === '' ? basename(dirname(resolve(path))) : stem;
};

const SUBSCHEMAS = ['properties', 'patternProperties', 'additionalProperties', '$defs', 'definitions'];
const CHOICES = ['allOf', 'anyOf', 'oneOf'];

/** Whether JSON has anything by which a schema describes a map; what isn't JSON at all is told where it is parsed. */
const mayBeSchema = (text: string): boolean => {
  let schema: unknown;
  try {
    schema = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return true;
  }
  if (!isObject(schema)) return false;
  const types = [schema['type']].flat();
  const isDraft = typeof schema['$schema'] === 'string' && schema['$schema'].includes('json-schema.org/');
  return (
    isDraft ||
    types.includes('object') ||
    typeof schema['$ref'] === 'string' ||
    SUBSCHEMAS.some((key) => isObject(schema[key])) ||
    CHOICES.some((key) => Array.isArray(schema[key]))
  );
};

const findChart = async (source: string, options: ImportChartOptions): Promise<Found> => {
  if (isRemote(source)) {
    const bytes = await pullChart({ url: source, chart: options.chart, version: options.version }, options.helm);
    const fallback = options.chart ?? basename(source).replace(/(-\d[^/]*)?\.tgz$/, '');
    return { files: readChartArchive(bytes, publicAddress(source)), fallback };
  }
  const stats = await stat(source).catch(() => undefined);
  if (!stats) {
    throw new ImportError({
      at: source,
      message: `there is no file or folder "${source}"`,
      fix: 'give a chart folder, a .tgz, a values.yaml, a values.schema.json, or an address that starts with oci:// or https://',
    });
  }
  if (stats.isDirectory()) return { files: readChartFolder(source), fallback: basename(resolve(source)) };
  const bytes = readChartFile(source, source, 128);
  if (/\.(tgz|tar\.gz)$/.test(source)) {
    return {
      files: readChartArchive(bytes, source),
      fallback: basename(source).replace(/(-\d.*)?\.(tgz|tar\.gz)$/, ''),
    };
  }
  if (source.endsWith('.json')) {
    if (!/schema\.json$/.test(source) && !mayBeSchema(bytes.toString())) {
      throw new ImportError({
        at: source,
        message: `"${basename(source)}" is not a JSON Schema: it describes no values`,
        fix: 'give a chart folder, a .tgz, a values.yaml or a values.schema.json',
      });
    }
    return { files: new Map([['values.schema.json', bytes]]), fallback: fileChartName(source) };
  }
  if (/\.ya?ml$/.test(source)) return { files: new Map([['values.yaml', bytes]]), fallback: fileChartName(source) };
  throw new ImportError({
    at: source,
    message: `"${basename(source)}" is neither .yaml, .json nor .tgz`,
    fix: 'give a chart folder, a .tgz, a values.yaml or a values.schema.json',
  });
};

const withSubcharts = (chart: Chart, names: readonly string[]): Chart => {
  const missing = names.filter((name) => !chart.dependencies.some((dependency) => dependency.key === name));
  const added = missing.map((name) => ({ name, key: name, conditions: [], tags: [] }));
  return { ...chart, dependencies: [...chart.dependencies, ...added] };
};

/** A module's name becomes a file's: letters, digits, dots and dashes. `shop.schema` would be the schema of `shop`. */
const moduleName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .replace(/\.(schema)$/i, '-$1') || 'chart';

/**
 * Types of a chart's values, as TypeScript modules for `imports/charts`. Writes nothing.
 *
 * @param source a chart folder, `.tgz`, `values.schema.json` or `values.yaml`; or `oci://…` and `https://…`, which need helm
 * @throws ImportError where there is no chart
 */
export const importChart = async (source: string, options: ImportChartOptions = {}): Promise<ImportedChart> => {
  const problems: ImportProblem[] = [];
  const report: ReportProblem = (problem) => problems.push(problem);
  const { files, fallback } = await findChart(source, options);
  const chart = withSubcharts(parseChart(files, fallback, report), options.subcharts ?? []);
  if (
    options.version !== undefined &&
    chart.version !== undefined &&
    !isRemote(source) &&
    chart.version !== options.version
  )
    throw new ImportError({
      at: 'Chart.yaml',
      message: `the chart is of version ${chart.version}, not ${options.version}`,
      fix: 'give the chart of that version, or leave --version out',
    });
  const name = moduleName(options.name ?? chart.name);
  const found = chartShape(chart, report, options.reads);
  const shape = withClosedMaps(found.shape, options.closed ?? {});
  const modules = printChartModule(
    name,
    { ...found, shape },
    {
      chart: chart.name,
      version: chart.version ?? options.version,
      source: options.origin ?? (isRemote(source) ? publicAddress(source) : undefined),
    },
  );
  return { name, files: modules, problems };
};

/**
 * What the templates of a chart read, as data that {@link importChart} takes.
 *
 * @param source as {@link importChart} takes it
 * @param without templates that print all values as they are, from which nothing is learned
 * @throws ImportError where there is no chart
 */
export const importReads = async (
  source: string,
  without: readonly string[] = [],
): Promise<{ readonly reads: Json | undefined; readonly problems: readonly ImportProblem[] }> => {
  const problems: ImportProblem[] = [];
  const report: ReportProblem = (problem) => problems.push(problem);
  const { files, fallback } = await findChart(source, {});
  const known = new Map([...files].filter(([path]) => !without.includes(path)));
  const reads = chartReads(parseChart(known, fallback, report), report);
  return { reads, problems };
};
