import { type AddonChart, type ChartSchema, type HelmChart, isAddonChart } from '../../constructs/helm-chart.js';
import { mergeObjects } from '../../constructs/merge.js';
import { type UnlistedValues, unlistedPath, withoutUnlisted } from '../../constructs/unlisted-values.js';
import { exampleOf } from '../../contract/index.js';
import { type Diagnostic, defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { type JsonPath, parseTypedPath, printPath, startsWith, valueAt } from '../../json/json-path.js';
import { describeViolation } from '../../schema/describe-violation.js';
import { fixViolation } from '../../schema/fix-violation.js';
import type { Patterns } from '../../schema/patterns.js';
import { describeRefusal } from '../../schema/refused.js';
import { defineDeclaredRule, placeIn, type StateObject, type Unit } from '../rule.js';
import { fillExamples } from '../schemas/fill-examples.js';
import type { RunSchemas } from '../schemas/find-schemas.js';
import { checkValues, type ValueProblem } from '../values/check-values.js';
import { patchedValueProblems } from '../values/patched-values.js';
import { fixTwin } from '../values/suggest-value.js';

const chartValue = defineDiagnostic({
  code: 'FX313',
  name: 'chart-value',
  severity: 'error',
  summary: "A Helm value doesn't fit the chart: the chart doesn't read it, refuses it, or takes another type.",
  page: {
    example: 'values: { replica: 2 }   // of a chart that reads `replicas`',
    flux: "values don't meet the specifications of the schema(s) in the following chart(s); where the chart has none: nothing",
    right: 'values: { replicas: 2 }',
  },
  judgesValue: true,
});

interface Release {
  readonly chartSource: HelmChart | undefined;
  readonly unlistedValues: UnlistedValues;
}

/** The construct of a HelmRelease, from whichever copy of the package. */
export const releaseOf = (object: StateObject): Release | undefined =>
  object.kind === 'HelmRelease' && object.construct !== undefined && 'chartSource' in object.construct
    ? (object.construct as unknown as Release)
    : undefined;

/**
 * The chart reads every value of its release, and accepts its type. This covers inline values, the cluster's values and
 * examples of Terraform's values, composed like Flux does, and values that patches of the addon's own Kustomization
 * add.
 */
export const chartValueRule = defineDeclaredRule([chartValue], ({ units }, report, { clean, schemas }) => {
  const { patterns } = schemas.checker;
  for (const unit of units) {
    const check = (object: StateObject, values: object) => releaseProblems(object, unit, values, schemas);
    for (const problem of patchedValueProblems(unit, check)) report(problem);
    for (const object of unit.objects) {
      const release = releaseOf(object);
      const chart = release?.chartSource;
      if (release === undefined || chart?.valuesSchema === undefined) continue;
      const filled = fillExamples(object, unit).value as { spec: { values?: object } };
      const given = filled.spec.values ?? {};
      const inline = withoutUnlisted(given, release.unlistedValues);
      const input = unit.declared.built.inputs.values.get(object.name);
      const infra = input === undefined ? {} : (exampleOf(input.schema) as object);
      const all = mergeObjects(infra, inline);
      const { text } = chart.valuesSchema;
      const isKept =
        clean !== undefined && typeof text === 'string' && Object.keys(release.unlistedValues).length === 0;
      const key = isKept ? schemas.keys.ofValues(text, all) : undefined;
      if (key !== undefined && clean?.has(key) === true) continue;
      const schema = schemas.ofChart(chart.valuesSchema);
      if (schema === undefined) {
        report(
          diagnose(chartValue, {
            message: `\`valuesSchema\` of the chart of release "${object.name}" gives no schema, so its values cannot be checked`,
            at: placeIn(object),
            fix: 'give the function that `fluxspan import chart` wrote, or leave it out',
          }),
        );
        continue;
      }
      for (const problem of unlistedProblems(schema, given, release.unlistedValues, patterns))
        report({ ...valueDiagnostic(problem, object, chart, false), severity: 'warning', notes: [LISTED] });
      const problems = checkValues(schema, all, patterns);
      if (problems.length === 0) {
        if (key !== undefined) clean?.add(key);
        continue;
      }
      const isRefused = refusedInputs(input?.refused ?? [], object.name);
      for (const problem of problems) {
        const { path } = problem.violation;
        const fromTerraform = !has(inline, path) && has(infra, path);
        if (fromTerraform && isRefused(path)) continue;
        report(valueDiagnostic(problem, object, chart, fromTerraform));
      }
    }
  }
});

const LISTED = 'it is in `unlistedValues`, though the chart lists it: in `values` the compiler checks it';

/** Problems of values that are declared as unlisted although the chart lists them. */
const unlistedProblems = (
  schema: ChartSchema,
  values: unknown,
  unlisted: UnlistedValues,
  patterns: Patterns,
): readonly ValueProblem[] => {
  const paths = Object.keys(unlisted).map(unlistedPath);
  if (paths.length === 0) return [];
  return checkValues(schema, values, patterns).filter(
    ({ violation: { kind, path } }) => kind !== 'unknown-key' && paths.some((one) => startsWith(path, one)),
  );
};

/**
 * Problems of the values that Helm gets for a release, according to its chart.
 *
 * @param values of all layers, as Flux composed them; plain JSON
 */
export const releaseProblems = (
  object: StateObject,
  { declared }: Pick<Unit, 'declared'>,
  values: object,
  { ofChart, checker }: Pick<RunSchemas, 'ofChart' | 'checker'>,
): readonly Diagnostic[] => {
  const release = releaseOf(object);
  const chart = release?.chartSource;
  const schema = ofChart(chart?.valuesSchema);
  if (release === undefined || chart === undefined || schema === undefined) return [];
  const inline = (object.json['spec'] as { values?: object }).values ?? {};
  const hasInput = declared?.built.inputs.values.has(object.name) === true;
  return checkValues(schema, withoutUnlisted(values, release.unlistedValues), checker.patterns).map((problem) =>
    valueDiagnostic(problem, object, chart, hasInput && !has(inline, problem.violation.path)),
  );
};

const valueDiagnostic = (
  problem: ValueProblem,
  object: StateObject,
  chart: HelmChart,
  fromTerraform: boolean,
): Diagnostic => {
  const own: AddonChart | undefined = isAddonChart(chart) ? chart : undefined;
  const path = printPath(problem.violation.path);
  // The schema is from the imported or pinned version. For another version, its findings are only likely.
  const typed = chart.valuesSchema?.version;
  const moved = own !== undefined && own.pinnedVersion !== chart.version && typed !== chart.version;
  return diagnose(chartValue, {
    message: messageOf(problem, path, object.name),
    at: placeIn(object, fromTerraform ? `infra.values.${object.name}.${path}` : `spec.values.${path}`),
    ...(moved
      ? {
          notes: [
            typed === undefined
              ? `checked against version ${own.pinnedVersion}, which the addon pins`
              : `checked against version ${typed}, which the types were imported from`,
          ],
          severity: 'warning',
        }
      : {}),
    fix: fixOf(problem, fromTerraform),
    kind: isUnread(problem) ? 'unread' : 'type',
  });
};

/** A problem of a release's values by its chart, without a place: of a release that code doesn't declare. */
export const describeValue = (problem: ValueProblem, release: string): Diagnostic =>
  diagnose(chartValue, {
    message: messageOf(problem, printPath(problem.violation.path), release),
    fix: isUnread(problem) && problem.twin === undefined ? 'take it out' : fixOf(problem, false),
    kind: isUnread(problem) ? 'unread' : 'type',
  });

/**
 * Returns a function that checks whether a path has, or is inside of, an infra input that the contract can't carry. The
 * example of such an input doesn't show what Terraform supplies.
 */
const refusedInputs = (paths: readonly string[], release: string): ((path: JsonPath) => boolean) => {
  const root = `values.${release}`;
  const refused = paths.filter((path) => path === root || path.startsWith(`${root}.`)).map(keysOf);
  const depth = keysOf(root).length;
  return (path) => {
    const keys = path.map((step) => (typeof step === 'number' ? '0' : step));
    return refused.some((one) => startsWith(keys, one.slice(depth)));
  };
};

/** The keys of a path; every item of a list stands for the declared one. */
const keysOf = (path: string): JsonPath =>
  (parseTypedPath(path.replaceAll('[]', '[0]')) ?? [path]).map((step) => (typeof step === 'number' ? 0 : step));

/** Whether the chart doesn't use the value, except to reject it. */
const isUnread = ({ violation, refusal }: ValueProblem): boolean =>
  violation.kind === 'unknown-key' || refusal !== undefined;

const messageOf = ({ violation, refusal }: ValueProblem, path: string, release: string): string => {
  if (violation.kind === 'unknown-key') return `the chart of release "${release}" reads no value "${path}"`;
  return refusal === undefined
    ? `the value "${path}" of release "${release}" does not fit its chart: ${describeViolation(violation, 'chart')}`
    : describeRefusal(`the chart of release "${release}"`, path, refusal);
};

const fixOf = (problem: ValueProblem, fromTerraform: boolean): string => {
  const { violation, twin, refusal } = problem;
  if (!isUnread(problem)) {
    const fix = fixViolation(violation, 'chart');
    return fromTerraform ? `${fix}, by the type in infra.values` : fix;
  }
  if (twin !== undefined) return fixTwin(twin);
  if (fromTerraform) return 'take it out of infra.values';
  return refusal !== undefined
    ? 'take it out'
    : `take it out; if the chart reads it all the same, set unlistedValues: { '${printPath(violation.path)}': { value, reason } }`;
};

const has = (values: object, path: JsonPath): boolean => valueAt(values, path) !== undefined;
