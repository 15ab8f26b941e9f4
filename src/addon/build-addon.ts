import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { type AddonScope, setAddonScope } from '../constructs/addon-scope.js';
import type { AddonChart } from '../constructs/helm-chart.js';
import { type JsonSchema, makeRef, secretHandle } from '../contract/index.js';
import { type Diagnostic, diagnose, FluxspanError } from '../diagnostics/index.js';
import type { AddonInstance } from './addon.js';
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
  const vars = varValues(inputs, literals);
  const secrets = Object.fromEntries(
    Object.entries(definition.infra?.secrets ?? {}).map(([name, secret]) => [
      name,
      secretHandle(String(vars[secret.key])),
    ]),
  );
  try {
    definition.build(root, {
      charts: chartsOf(instance),
      options: instance.options as never,
      vars: vars as never,
      secrets: secrets as never,
      namespace: definition.namespace ?? '',
    });
  } catch (error) {
    if (error instanceof FluxspanError) for (const problem of error.diagnostics) scope.report(problem);
    else scope.report(buildFailure(instance.name, error));
  }
};

const buildFailure = (addon: string, error: unknown): Diagnostic => {
  const message = error instanceof Error ? error.message : String(error);
  const frame =
    error instanceof Error
      ? /\n\s+at .*?\(?(?:file:\/\/)?([^\s()]+:\d+):\d+\)?/.exec(error.stack ?? '')?.[1]
      : undefined;
  return diagnose('FX301', {
    message: `\`build\` of addon "${addon}" failed: ${message.split('\n')[0]}`,
    ...(frame === undefined ? {} : { notes: [`thrown at ${frame.replace(`${process.cwd()}/`, '')}`] }),
    fix: 'mend the addon’s `build`; two constructs of one scope need two ids',
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
