import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import type { z } from 'zod';
import { type AddonScope, setAddonScope } from '../constructs/addon-scope.js';
import type { AddonChart } from '../constructs/helm-chart.js';
import { type JsonSchema, makeRef, secretHandle } from '../contract/index.js';
import {
  type Diagnostic,
  diagnose,
  isFluxspanError,
  placeInStack,
  rememberPlace,
  suggest,
} from '../diagnostics/index.js';
import type { AddonInstance } from './addon.js';
import { declaredOnly } from './declared-only.js';
import { type AddonInputs, inspectAddon } from './inspect.js';

/** Literals that stand for the vars, in a plain cdk8s chart. */
export type VarLiterals = Readonly<Record<string, string | number | boolean>>;

/** The text that Flux substitutes. */
export const varExpression = (name: string, schema: JsonSchema): string =>
  schema.default === undefined ? `\${${name}}` : `\${${name}:=${schema.default}}`;

const varValues = (inputs: AddonInputs, literals: VarLiterals): Readonly<Record<string, unknown>> => {
  const values: Record<string, unknown> = {};
  for (const [name, { schema }] of inputs.vars) {
    const value = Object.hasOwn(literals, name) ? literals[name]! : varExpression(name, schema);
    values[name] = schema.type === 'number' || schema.type === 'boolean' ? makeRef(value) : String(value);
  }
  return values;
};

const chartsOf = (instance: AddonInstance): Readonly<Record<string, AddonChart>> => {
  const { charts = {}, infra } = instance.definition;
  return Object.fromEntries(
    Object.entries(charts).map(([release, chart]) => [
      release,
      {
        ...chart,
        version: instance.versions[release] ?? chart.version,
        release,
        hasInfraValues: infra?.values !== undefined && Object.hasOwn(infra.values, release),
        overrides: instance.values[release],
        unlistedValues: instance.unlistedValues[release] ?? {},
        pinnedVersion: chart.version,
      },
    ]),
  );
};

/**
 * Runs an addon's `build` in `root`, which becomes its scope. What goes wrong in it is reported, not thrown.
 * `literals` replace the vars; without them they are what Flux substitutes.
 */
export const buildAddon = (
  instance: AddonInstance,
  root: Construct,
  cluster: string | undefined,
  report: (problem: Diagnostic) => void,
  literals: VarLiterals = {},
): void => {
  const { definition } = instance;
  const scope: AddonScope = {
    addon: instance.name,
    root,
    namespace: definition.namespace,
    requires: definition.requires ?? [],
    cluster,
    report: (problem) => report({ ...problem, at: { addon: instance.name, ...problem.at } }),
  };
  setAddonScope(root, scope);
  if (definition.build === undefined) return;
  const { inputs } = inspectAddon(definition);
  const undeclared =
    (code: 'FX106' | 'FX108' | 'FX304', where: string, declared: Iterable<string>, show = (name: string) => name) =>
    (name: string) => {
      const source = rememberPlace()();
      scope.report(
        diagnose(code, {
          message: `addon "${instance.name}" reads ${show(name)}, which it does not declare`,
          at: { path: 'build', ...(source === undefined ? {} : { source }) },
          fix: `declare it in \`${where}\`; ${suggest(name, declared)}`,
        }),
      );
    };
  const vars = varValues(inputs, literals);
  const secrets = Object.fromEntries(
    Object.entries(definition.infra?.secrets ?? {}).map(([name, secret]) => {
      const properties = Object.keys(secret.properties);
      const report = undeclared(
        'FX106',
        `infra.secrets.${name}`,
        properties,
        (one) => `the property "${one}" of secret "${name}"`,
      );
      return [name, secretHandle(String(vars[secret.key]), (one) => properties.includes(one) || report(one))];
    }),
  );
  const charts = chartsOf(instance);
  const optionNames = declaredOptions(definition);
  const options = instance.options as object;
  try {
    definition.build(root, {
      charts: declaredOnly(
        charts,
        undeclared('FX108', 'charts', Object.keys(charts), (name) => `charts.${name}`),
      ),
      options: (optionNames === undefined
        ? options
        : declaredOnly(
            options,
            undeclared('FX108', 'options', optionNames, (name) => `options.${name}`),
            optionNames,
          )) as never,
      vars: declaredOnly(
        vars,
        undeclared('FX304', 'infra.vars', inputs.vars.keys(), (name) => `\${${name}}`),
      ) as never,
      secrets: declaredOnly(
        secrets,
        undeclared('FX106', 'infra.secrets', Object.keys(secrets), (name) => `the secret "${name}"`),
      ) as never,
      namespace: definition.namespace ?? '',
    });
  } catch (error) {
    if (isFluxspanError(error)) for (const problem of error.diagnostics) scope.report(problem);
    else scope.report(buildFailure(instance.name, error));
  }
};

/** The names of an addon's options, given or not; undefined where it takes others too. */
const declaredOptions = ({ options }: AddonInstance['definition']): ReadonlySet<string> | undefined => {
  if (options === undefined) return new Set();
  if ((options as Partial<z.core.$ZodType>)._zod?.def.type !== 'object') return undefined;
  const { def } = (options as z.core.$ZodObject)._zod;
  const open = def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
  return open ? undefined : new Set(Object.keys(def.shape));
};

const buildFailure = (addon: string, error: unknown): Diagnostic => {
  const message = error instanceof Error ? error.message : String(error);
  const source = error instanceof Error ? placeInStack(error.stack) : undefined;
  return diagnose('FX301', {
    message: `\`build\` of addon "${addon}" failed: ${message.split('\n')[0]}`,
    at: { path: 'build', ...(source === undefined ? {} : { source }) },
    fix: /already a Construct/.test(message)
      ? 'give the second construct an id of its own'
      : 'mend the addon’s `build`: what it needs and cannot have is an option or an infra input',
  });
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
