import { posix } from 'node:path';
import type { ClusterState } from '../../applied/cluster-state.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { chartOf } from '../../diff/helm/release-chart.js';
import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { isObject } from '../../json/is-object.js';
import { printPath, valueAt } from '../../json/json-path.js';
import { specOf } from '../../json/manifest-fields.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { RuleState, StateObject } from '../../rules/context/rule-state.js';
import { describeValue } from '../../rules/helm/chart-value.js';
import type { RunSchemas } from '../../rules/schemas/find-schemas.js';
import { checkValues } from '../../rules/values/check-values.js';
import type { Violation } from '../../schema/violation.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { missingChart } from '../diagnostics.js';
import type { FolderTree } from '../folder-tree.js';
import { chartSelectors } from './chart-selectors.js';
import type { KnownChart, LocalCharts } from './local-charts.js';

interface ChartOptions {
  readonly tree: Pick<FolderTree, 'blobs' | 'textOf'>;
  readonly charts: LocalCharts;
  /** All that Flux applies: the sources of charts are found there. */
  readonly applied: () => ClusterState;
  /** Whether a source fetches this repository: `Kind/namespace/name`. */
  readonly isOwn: (source: string) => boolean;
  /** The folder in which the source starts; empty for the whole repository. */
  readonly start: string;
  readonly schemas: Pick<RunSchemas, 'checker'>;
}

/** Values of releases that their charts don't read, or refuse: of charts in the repository, in given folders, in the cache. */
export const chartFindings = ({ units }: RuleState, options: ChartOptions): readonly Diagnostic[] => {
  const read = new Set<string>();
  return units
    .flatMap(({ objects }) => objects)
    .filter(({ kind, group }) => kind === 'HelmRelease' && group === 'helm.toolkit.fluxcd.io')
    .flatMap((release) => {
      const missing = chartNotHere(release, options);
      if (missing !== undefined) return [missing];
      const folder = folderOf(release, options);
      const ofTemplates =
        folder === undefined || read.has(folder) ? [] : chartSelectors(folder, release.title, options.tree);
      if (folder !== undefined) read.add(folder);
      const { values } = specOf(release.json);
      const chart = isObject(values) ? findChart(release, options) : undefined;
      return [...ofTemplates, ...(chart === undefined ? [] : problemsOf(release, chart, options))];
    });
};

/** The folder of this repository from which a release takes its chart. */
const folderOf = (release: StateObject, { isOwn, start }: ChartOptions): string | undefined => {
  const { chart, sourceRef } = fieldsOf(fieldsOf(specOf(release.json)['chart'])['spec']);
  const { kind, name, namespace = release.namespace } = fieldsOf(sourceRef);
  if (kind !== 'GitRepository' || typeof chart !== 'string' || chart === '' || holdsExpression(chart)) return undefined;
  return isOwn(`${kind}/${String(namespace)}/${String(name)}`) ? inSource(chart, start) : undefined;
};

const inSource = (path: string, start: string): string => posix.join('/', start, posix.join('/', path)).slice(1);

/** A chart of this repository that isn't there. */
const chartNotHere = (release: StateObject, options: ChartOptions): Diagnostic | undefined => {
  const folder = folderOf(release, options);
  const why = folder === undefined ? undefined : options.charts.whyMissing(folder);
  return why === undefined
    ? undefined
    : diagnose(missingChart, {
        message: `${release.title} installs the chart "${folder}" of this repository, ${why}`,
        at: placeIn(release, 'spec.chart.spec.chart'),
        fix: `correct the path, which starts at ${options.start === '' ? 'the top of the repository' : `"${options.start}"`}`,
      });
};

/** What a key of another layer can set right. */
const OF_MORE: ReadonlySet<Violation['kind']> = new Set(['required', 'count', 'no-form', 'several-forms']);

const findChart = (release: StateObject, { charts, applied, isOwn, start }: ChartOptions): KnownChart | undefined => {
  const spec = specOf(release.json);
  const local = fieldsOf(fieldsOf(spec['chart'])['spec']);
  const { kind, name, namespace = release.namespace } = fieldsOf(local['sourceRef']);
  if (kind === 'GitRepository' || kind === 'Bucket') {
    const path = local['chart'];
    return typeof path === 'string' && isOwn(`${kind}/${String(namespace)}/${String(name)}`)
      ? charts.inRepository(inSource(path, start))
      : undefined;
  }
  const found = chartOf(release.json, release.namespace ?? '', applied());
  return typeof found === 'string' ? undefined : charts.published(found);
};

const problemsOf = (
  release: StateObject,
  { title, schema, hasSchema }: KnownChart,
  { schemas }: ChartOptions,
): readonly Diagnostic[] => {
  const spec = specOf(release.json);
  const { values } = spec;
  // Other layers may have what these lack.
  const isWhole =
    objectsOf(spec['valuesFrom']).length === 0 && valueAt(spec, ['chart', 'spec', 'valuesFiles']) === undefined;
  return checkValues(schema, values, schemas.checker.patterns).flatMap((problem) => {
    const { kind, path } = problem.violation;
    const value = valueAt(values, path);
    if (holdsExpression(JSON.stringify(value ?? ''))) return [];
    if (!isWhole && (value === undefined || OF_MORE.has(kind))) return [];
    const isUnread = kind === 'unknown-key' && problem.refusal === undefined;
    return [
      {
        ...describeValue(problem, release.name),
        severity: isUnread
          ? problem.twin === undefined
            ? ('notice' as const)
            : ('warning' as const)
          : hasSchema || problem.refusal !== undefined
            ? ('error' as const)
            : ('warning' as const),
        at: placeIn(release, `spec.values${path.length === 0 ? '' : `.${printPath(path)}`}`),
        notes: [`checked against the chart ${title}`],
      },
    ];
  });
};
