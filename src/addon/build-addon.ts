import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import type { z } from 'zod';
import { type AddonScope, type ReleaseAccount, setAddonScope } from '../constructs/addon-scope.js';
import type { AddonChart } from '../constructs/helm-chart.js';
import { mergeHelmReleaseSettings } from '../constructs/helm-release-settings.js';
import type { SettingsLayer } from '../constructs/merge-layers.js';
import type { SourceNamespace } from '../constructs/source-namespace.js';
import { isNumeric, isUnknownNumber, type JsonSchema, makeRef, secretHandle } from '../contract/index.js';
import {
  callersNote,
  type Diagnostic,
  type DiagnosticDefinition,
  diagnose,
  functionsInStack,
  isDeliberate,
  isFluxspanError,
  placesInStack,
  rememberPlace,
  suggest,
  thrownNotes,
  thrownStack,
  thrownText,
} from '../diagnostics/index.js';
import type { Ring } from '../versions/ring.js';
import type { AddonInstance } from './addon.js';
import { declaredOnly } from './declared-only.js';
import { addonDefinition, buildFailed, outputNotDeclared, secretKey, varNotDeclared } from './diagnostics.js';
import { inspectionOf } from './inspect.js';
import type { AddonInputs } from './inspection.js';
import { nameInCharts } from './name-in-charts.js';
import { openOutputs, type ProducedOutput } from './outputs.js';
import { suppliedVars } from './supplied-vars.js';
import { placesOf, readUses, type Use } from './uses.js';
import { watchIncludes } from './watch-includes.js';

/** Literals that stand for the vars, in a plain cdk8s chart. */
export type VarLiterals = Readonly<Record<string, string | number | boolean>>;

/** What an addon's constructs know of the cluster that it is built for. */
export interface BuildCluster {
  readonly name: string;
  readonly ring?: Ring | undefined;
  readonly chartSourceNamespace: SourceNamespace;
  /** The folder where paths of the project's files start. */
  readonly project: string;
  /** The repository around the project. */
  readonly repository: string;
  /** Settings of releases, the most general first, under those of the addon. */
  readonly helmRelease: readonly (SettingsLayer | undefined)[];
  /** @default - Flux decides as which account releases are installed */
  readonly releaseAccount?: ReleaseAccount;
  /** The outputs of the addons that are built; each build adds its own. */
  readonly produced: Map<string, readonly ProducedOutput[]>;
}

/** The text that Flux substitutes. */
export const varExpression = (name: string, schema: JsonSchema): string =>
  schema.default === undefined ? `\${${name}}` : `\${${name}:=${schema.default}}`;

const varValues = (inputs: Pick<AddonInputs, 'vars'>, literals: VarLiterals): Readonly<Record<string, unknown>> => {
  const values: Record<string, unknown> = {};
  for (const [name, { schema }] of inputs.vars) {
    const value = Object.hasOwn(literals, name) ? literals[name]! : varExpression(name, schema);
    values[name] = isNumeric(schema) || schema.type === 'boolean' ? makeRef(value) : String(value);
  }
  return values;
};

const own = <T>(byRelease: Readonly<Record<string, T>>, release: string): T | undefined =>
  Object.hasOwn(byRelease, release) ? byRelease[release] : undefined;

const chartsOf = (instance: AddonInstance): Readonly<Record<string, AddonChart>> => {
  const { charts = {}, infra } = instance.definition;
  return Object.fromEntries(
    Object.entries(charts).map(([release, chart]) => [
      release,
      {
        ...chart,
        version: own(instance.versions, release) ?? chart.version,
        // It is that of the pinned version.
        digest: own(instance.versions, release) === undefined ? chart.digest : undefined,
        release,
        hasInfraValues: infra?.values !== undefined && Object.hasOwn(infra.values, release),
        overrides: own(instance.values, release),
        unlistedValues: own(instance.unlistedValues, release) ?? {},
        pinnedVersion: chart.version,
      },
    ]),
  );
};

/**
 * Runs an addon's `build` in `root`, which becomes its scope. What goes wrong in it is reported, not thrown.
 *
 * @param literals replace the vars; without them they are what Flux substitutes
 * @returns whether it came to its end: if not, objects may be missing
 */
export const buildAddon = (
  instance: AddonInstance,
  root: Construct,
  cluster: BuildCluster | undefined,
  report: (problem: Diagnostic) => void,
  literals: VarLiterals = {},
): boolean => {
  const { definition } = instance;
  let isMissing = false;
  let isUndeclared = false;
  const scope: AddonScope = {
    addon: instance.name,
    root,
    namespace: definition.namespace,
    requires: definition.requires ?? [],
    helmRelease: mergeHelmReleaseSettings(...(cluster?.helmRelease ?? []), instance.helmRelease),
    ...(cluster?.releaseAccount === undefined ? {} : { releaseAccount: cluster.releaseAccount }),
    cluster: cluster?.name,
    ...(cluster === undefined ? {} : { chartSourceNamespace: cluster.chartSourceNamespace, project: cluster.project }),
    readsUndeclared: () => isUndeclared,
    report: (problem) => report({ ...problem, at: { addon: instance.name, ...problem.at } }),
    reportMissing: (problem) => {
      isMissing = true;
      scope.report(problem);
    },
  };
  setAddonScope(root, scope);
  if (definition.build === undefined) return true;
  if (instance.options === undefined) return false;
  const { inputs, outputs: declaredOutputs } = inspectionOf(instance);
  const undeclared =
    (definition: DiagnosticDefinition, where: string, declared: Iterable<string>, show = (name: string) => name) =>
    (name: string) => {
      isUndeclared = true;
      const source = rememberPlace()();
      scope.report(
        diagnose(definition, {
          message: `addon "${instance.name}" reads ${show(name)}, which it does not declare`,
          at: { path: 'build', ...(source === undefined ? {} : { source }) },
          fix: `declare it in \`${where}\`; ${suggest(name, declared)}`,
        }),
      );
    };
  const { inline, listed } = suppliedVars(instance.kustomization);
  const vars = {
    ...varValues({ vars: listed }, literals),
    // In a plain cdk8s chart nothing substitutes them.
    ...Object.fromEntries([...inline].map(([name, value]) => [name, cluster === undefined ? value : `\${${name}}`])),
    ...varValues(inputs, literals),
  };
  const secrets = Object.fromEntries(
    Object.entries(definition.infra?.secrets ?? {}).map(([name, secret]) => {
      const properties = Object.keys(secret.properties);
      const report = undeclared(
        secretKey,
        `infra.secrets.${name}`,
        properties,
        (one) => `the property "${one}" of secret "${name}"`,
      );
      return [name, secretHandle(String(vars[secret.key]), (one) => properties.includes(one) || report(one))];
    }),
  );
  const charts = chartsOf(instance);
  const open = openOutputs(instance.name, definition.namespace, declaredOutputs, root, scope.reportMissing);
  const undeclaredOutput = (what: string, who: string, hint: string) => {
    const source = rememberPlace()();
    scope.reportMissing(
      diagnose(outputNotDeclared, {
        message: `addon "${instance.name}" reads ${what}, which ${who} does not declare`,
        at: { path: 'build', ...(source === undefined ? {} : { source }) },
        fix: hint,
      }),
    );
  };
  const uses = Object.fromEntries(
    readUses(definition).map((use) => [
      use.alias,
      declaredOnly(usedOutputs(use, cluster?.produced ?? new Map(), literals), (name) => {
        undeclaredOutput(`uses.${use.alias}.${name}`, `addon "${use.producer}"`, suggest(name, use.outputs.keys()));
      }),
    ]),
  );
  let isDone = false;
  const optionNames = declaredOptions(definition);
  try {
    const options = copyOfData(instance.options) as object;
    const context = {
      charts: declaredOnly(
        charts,
        undeclared(addonDefinition, 'charts', Object.keys(charts), (name) => `charts.${name}`),
      ),
      options: (optionNames === undefined
        ? options
        : declaredOnly(
            options,
            undeclared(addonDefinition, 'options', optionNames, (name) => `options.${name}`),
            optionNames,
          )) as never,
      vars: declaredOnly(
        vars,
        undeclared(varNotDeclared, 'infra.vars', Object.keys(vars), (name) => `\${${name}}`),
      ) as never,
      secrets: declaredOnly(
        secrets,
        undeclared(secretKey, 'infra.secrets', Object.keys(secrets), (name) => `the secret "${name}"`),
      ) as never,
      outputs: open.outputs,
      uses: declaredOnly(uses, (name) =>
        undeclaredOutput(`uses.${name}`, 'it', suggest(name, Object.keys(uses))),
      ) as never,
      namespace: definition.namespace ?? '',
      ring: cluster?.ring,
    };
    const build = definition.build;
    const run = (): unknown => build.call(definition, root, context as never);
    const made = cluster === undefined ? run() : nameInCharts(root, () => watchIncludes(scope, cluster, run));
    if (!isUnfinished(made)) {
      isDone = !isMissing;
      return isDone;
    }
    scope.report(unfinished(instance.name, made));
  } catch (error) {
    if (isFluxspanError(error)) for (const problem of error.diagnostics) scope.report(problem);
    // What is missing may be why.
    else if (!isMissing && !isUndeclared) scope.report(buildFailure(instance.name, error));
  } finally {
    if (declaredOutputs.size > 0) cluster?.produced.set(instance.name, open.close());
  }
  return false;
};

/** The outputs of one used addon, as vars or as what `valuesFrom` takes. */
const usedOutputs = (
  use: Use,
  produced: ReadonlyMap<string, readonly ProducedOutput[]>,
  literals: VarLiterals,
): Readonly<Record<string, unknown>> =>
  use.asValues
    ? Object.fromEntries(placesOf(use, produced).map(({ key, kind, name }) => [key, { kind, name, valuesKey: key }]))
    : varValues({ vars: use.outputs }, literals);

/** Each build gets its own lists and maps: what one changes in them is not there for another cluster's. */
const copyOfData = (value: unknown, copies = new Map<unknown, unknown>()): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const isList = Array.isArray(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  // What is of a class is its author's.
  if (!isList && prototype !== Object.prototype && prototype !== null) return value;
  const copy = (isList ? [] : {}) as Record<string, unknown>;
  copies.set(value, copy);
  for (const [key, member] of Object.entries(value)) {
    const copied = copyOfData(member, copies);
    Object.defineProperty(copy, key, { value: copied, enumerable: true, configurable: true, writable: true });
  }
  return copy;
};

const NO_NAMES: ReadonlySet<string> = new Set();

/** The names of an addon's options, given or not; undefined where it takes others too. */
const declaredOptions = ({ options }: AddonInstance['definition']): ReadonlySet<string> | undefined => {
  if (options === undefined) return NO_NAMES;
  if ((options as Partial<z.core.$ZodType> | null)?._zod?.def.type !== 'object') return undefined;
  const { def } = (options as z.core.$ZodObject)._zod;
  const open = def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
  return open ? undefined : new Set(Object.keys(def.shape));
};

/** What a `build` gives that is `async` or a generator: all after its first `await` or `yield` comes too late. */
const isUnfinished = (made: unknown): made is PromiseLike<unknown> | Iterator<unknown> =>
  typeof made === 'object' &&
  made !== null &&
  (typeof (made as Partial<PromiseLike<unknown>>).then === 'function' ||
    typeof (made as Partial<Iterator<unknown>>).next === 'function');

const unfinished = (addon: string, made: PromiseLike<unknown> | Iterator<unknown>): Diagnostic => {
  const isPromise = 'then' in made;
  // What it rejects with comes after the report, and would end the process.
  if (isPromise) made.then(undefined, () => {});
  return diagnose(buildFailed, {
    message: `\`build\` of addon "${addon}" gives ${isPromise ? 'a promise' : 'an iterator'}, so what it makes later would be lost`,
    at: { path: 'build' },
    fix: isPromise
      ? "take `async` away: what must be read first is read in the app's module, and given as an option"
      : 'write a plain function, without `*` and `yield`',
  });
};

const buildFailure = (addon: string, error: unknown): Diagnostic => {
  const message = thrownText(error);
  const stack = thrownStack(error);
  const [source, ...callers] = placesInStack(stack);
  const named = functionsInStack(stack);
  return diagnose(buildFailed, {
    message: `\`build\` of addon "${addon}" failed: ${message}`,
    at: { path: 'build', ...(source === undefined ? {} : { source }) },
    notes: [
      ...thrownNotes(error),
      ...(named.length === 0 ? [] : [`thrown in ${named.join(', called by ')}`]),
      ...callersNote(callers),
    ],
    fix: fixOf(error, message, stack),
  });
};

const fixOf = (error: unknown, message: string, stack: string): string => {
  const called = functionsInStack(stack, Number.POSITIVE_INFINITY).at(-1);
  if (/already a Construct/.test(message)) {
    // A method gives what it makes an id of its own.
    return called === undefined || called.startsWith('new ')
      ? 'give the second construct an id of its own'
      : `${called} has made it before: call it once, or pass it a \`name\` if it takes one`;
  }
  if (/^it called process\.exit/.test(message)) return 'throw an Error in its place, with what is wrong';
  if (/^Cannot add children to /.test(message))
    return 'make it in the scope that this `build` is given: the other one is finished';
  if (called === undefined)
    return "fix the addon's `build`: what it needs and cannot have is an option or an infra input";
  if (isUnknownNumber(message)) {
    return 'give a number that synth knows, such as an option; or leave the field out, and set it with ApiObject.of(…).addJsonPatch(…)';
  }
  return isDeliberate(error)
    ? `do what the message of ${called} asks for`
    : "look at what the line gives to the last of these functions: it isn't of the function's type";
};

/** All API objects below a construct, in the order in which they were made. */
export const objectsIn = (root: Construct): ApiObject[] => {
  const found: ApiObject[] = [];
  const visit = (at: Construct): void => {
    if (ApiObject.isApiObject(at)) found.push(at);
    for (const child of at.node.children) visit(child as Construct);
  };
  visit(root);
  return found;
};
