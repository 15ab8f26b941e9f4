import type { CompiledAddon, CompiledObject } from '../../../compile/compiled-cluster.js';
import { type AddonChart, type ChartSchema, type HelmChart, isAddonChart } from '../../../constructs/helm-chart.js';
import { mergeObjects } from '../../../constructs/merge.js';
import { type UnlistedValues, unlistedPath, withoutUnlisted } from '../../../constructs/unlisted-values.js';
import { exampleOf } from '../../../contract/index.js';
import { type Diagnostic, diagnose } from '../../../diagnostics/index.js';
import { type JsonPath, parsePath, parseTypedPath, printPath, valueAt } from '../../../json/json-path.js';
import { cleanValuesKey } from '../../clean-objects.js';
import { fillExamples } from '../../fill-examples.js';
import type { Rule } from '../../rule.js';
import { checkValues, type ValueProblem } from './check-values.js';

interface Release {
  readonly chartSource: HelmChart | undefined;
  readonly unlistedValues: UnlistedValues;
}

/** The construct of a HelmRelease, whichever copy of the package made it. */
export const releaseOf = (object: CompiledObject): Release | undefined =>
  object.kind === 'HelmRelease' && 'chartSource' in object.construct
    ? (object.construct as unknown as Release)
    : undefined;

/**
 * Every value of a release is one that its chart reads, of a type that it takes: inline values, the cluster's own, and
 * the examples of Terraform's, composed as Flux will compose them.
 */
export const chartValue: Rule = ({ addons, problems: found }, report, { clean }) => {
  for (const addon of addons) {
    for (const object of addon.objects) {
      const release = releaseOf(object);
      const chart = release?.chartSource;
      if (release === undefined || chart?.valuesSchema === undefined) continue;
      const filled = fillExamples(object, addon).value as { spec: { values?: object } };
      const given = filled.spec.values ?? {};
      const inline = withoutUnlisted(given, release.unlistedValues);
      const input = addon.built.inputs.values.get(object.name);
      const infra = input === undefined ? {} : (exampleOf(input.schema) as object);
      const all = mergeObjects(infra, inline);
      const { text } = chart.valuesSchema;
      const isKept =
        clean !== undefined && typeof text === 'string' && Object.keys(release.unlistedValues).length === 0;
      const key = isKept ? cleanValuesKey(text, all) : undefined;
      if (key !== undefined && clean?.has(key) === true) continue;
      const schema = schemaOf(chart.valuesSchema);
      if (schema === undefined) {
        report(
          diagnose('FX313', {
            message: `\`valuesSchema\` of the chart of release "${object.name}" gives no schema, so its values cannot be checked`,
            at: { addon: object.addon, object: object.title },
            fix: 'give the function that `fluxspan import chart` wrote, or leave it out',
          }),
        );
        continue;
      }
      for (const problem of unlistedProblems(schema, given, release.unlistedValues))
        report({ ...valueDiagnostic(problem, object, chart, false), severity: 'warning', notes: [LISTED] });
      const problems = checkValues(schema, all);
      if (problems.length === 0) {
        if (key !== undefined) clean?.add(key);
        continue;
      }
      const isRefused = refusedInputs(found, object);
      for (const problem of problems) {
        const fromTerraform = !has(inline, problem.path) && has(infra, problem.path);
        if (fromTerraform && isRefused(problem.path)) continue;
        report(valueDiagnostic(problem, object, chart, fromTerraform));
      }
    }
  }
};

const LISTED = 'it is in `unlistedValues`, though the chart lists it: in `values` the compiler checks it';

/** What is wrong with those of the unlisted values that the chart lists after all. */
const unlistedProblems = (schema: ChartSchema, values: unknown, unlisted: UnlistedValues): readonly ValueProblem[] => {
  const paths = Object.keys(unlisted).map((path) => printPath(unlistedPath(path)));
  if (paths.length === 0) return [];
  const isIn = (path: string) =>
    paths.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`));
  return checkValues(schema, values).filter(({ unknown, path }) => !unknown && isIn(path));
};

/**
 * What the chart of a release does not take of the values that Helm gets.
 *
 * @param values of all layers, as Flux composed them; plain JSON
 */
export const releaseProblems = (
  object: CompiledObject,
  addon: CompiledAddon,
  values: object,
): readonly Diagnostic[] => {
  const release = releaseOf(object);
  const chart = release?.chartSource;
  const schema = chart?.valuesSchema === undefined ? undefined : schemaOf(chart.valuesSchema);
  if (release === undefined || chart === undefined || schema === undefined) return [];
  const inline = (object.json['spec'] as { values?: object }).values ?? {};
  const hasInput = addon.built.inputs.values.has(object.name);
  return checkValues(schema, withoutUnlisted(values, release.unlistedValues)).map((problem) =>
    valueDiagnostic(problem, object, chart, hasInput && !has(inline, problem.path)),
  );
};

const valueDiagnostic = (
  problem: ValueProblem,
  object: CompiledObject,
  chart: HelmChart,
  fromTerraform: boolean,
): Diagnostic => {
  const own: AddonChart | undefined = isAddonChart(chart) ? chart : undefined;
  // The schema is that of the pinned version: of another one, it says what is likely.
  const moved = own !== undefined && own.pinnedVersion !== chart.version;
  return diagnose('FX313', {
    message: problem.unknown
      ? `the chart of release "${object.name}" reads no value "${problem.path}"`
      : `the value "${problem.path}" of release "${object.name}" does not fit its chart: ${problem.message}`,
    at: {
      addon: object.addon,
      object: object.title,
      path: fromTerraform ? `infra.values.${object.name}.${problem.path}` : `spec.values.${problem.path}`,
    },
    ...(moved
      ? { notes: [`checked against version ${own.pinnedVersion}, which the addon pins`], severity: 'warning' }
      : {}),
    fix: fixOf(problem, fromTerraform),
  });
};

/**
 * Whether a path of a release's values holds an infra input that the contract cannot carry (FX102), or is inside one: its
 * example says nothing of what Terraform would give.
 */
const refusedInputs = (
  problems: readonly Diagnostic[],
  { addon, name }: Pick<CompiledObject, 'addon' | 'name'>,
): ((path: string) => boolean) => {
  const root = `values.${name}`;
  const refused = problems
    .filter(({ code, at }) => code === 'FX102' && at.addon === addon)
    .flatMap(({ at: { path = '' } }) => (path === root || path.startsWith(`${root}.`) ? [keysOf(path)] : []));
  const depth = keysOf(root).length;
  return (path) => {
    const keys = keysOf(path);
    return refused.some((one) => one.slice(depth).every((key, i) => key === keys[i]));
  };
};

/** The keys of a path; each item of a list is the one of which the declaration speaks. */
const keysOf = (path: string): JsonPath =>
  (parseTypedPath(path.replaceAll('[]', '[0]')) ?? [path]).map((step) => (typeof step === 'number' ? 0 : step));

/** What a user's function gives, where it gives a schema. */
const schemaOf = (read: () => ChartSchema): ChartSchema | undefined => {
  try {
    const schema: unknown = read();
    // A promise is what an async function gives.
    const isSchema = typeof schema === 'object' && schema !== null && !Array.isArray(schema) && !('then' in schema);
    return isSchema ? (schema as ChartSchema) : undefined;
  } catch {
    return undefined;
  }
};

const fixOf = (
  problem: { readonly unknown: boolean; readonly near?: string; readonly path: string; readonly message: string },
  fromTerraform: boolean,
): string => {
  if (!problem.unknown) return `${giveOf(problem.message)}${fromTerraform ? ', by the type in infra.values' : ''}`;
  if (problem.near !== undefined) return `did you mean "${problem.near}"?`;
  return fromTerraform
    ? 'take it out of infra.values'
    : `take it out; if the chart reads it all the same, say unlistedValues: { '${problem.path}': { value, reason } }`;
};

/** The other side of what is said of a value that does not fit. */
const giveOf = (message: string): string => {
  const takes = /^takes (.*?)(?:, not [^,]*)?$/s.exec(message)?.[1];
  if (takes !== undefined) return `give ${takes}`;
  const lacks = /^(?:lacks|".*" needs) (".*?")/.exec(message)?.[1];
  if (lacks !== undefined) return `set ${lacks}`;
  if (message === 'nothing may be set here') return 'take it out';
  if (message === 'is in the list twice') return 'take one of the two out';
  if (message.startsWith('lacks an item')) return 'add the item';
  if (message.endsWith('is no name for a key here')) return 'rename the key';
  return 'write one of the forms that the values schema of the chart has';
};

const has = (values: object, path: string): boolean => valueAt(values, parsePath(path) ?? [path]) !== undefined;
