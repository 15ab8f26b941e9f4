import type { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { ConfigMap } from '../constructs/config-map.js';
import { Namespace } from '../constructs/namespace.js';
import { mismatches, VALUES_KEY, valuesConfigMap, WATCH_LABEL } from '../contract/index.js';
import { type Diagnostic, diagnose, FluxspanError, hasErrors, sortDiagnostics, suggest } from '../diagnostics/index.js';
import type { AddonDefinition } from './addon.js';
import { buildAddon, objectsIn, type VarLiterals } from './build-addon.js';
import { giveNamespace } from './give-namespace.js';
import { inspectAddon } from './inspect.js';
import { makeInstance } from './instance.js';
import { addSourceEntry } from './source-entry.js';
import { printValuesDocument } from './values-document.js';

interface Use {
  readonly options?: unknown;
  readonly infra?: { readonly vars?: VarLiterals; readonly values?: Readonly<Record<string, object>> };
}

/** Puts an addon into a plain cdk8s chart; see {@link Addon.addTo}. */
export const addToChart = (definition: AddonDefinition, chart: Chart, given: unknown): void => {
  const use = (given ?? {}) as Use;
  const instance = makeInstance(definition, use.options);
  const { inputs, problems: found } = inspectAddon(definition);
  const problems: Diagnostic[] = [...found, ...instance.problems];
  const wrong = (channel: 'vars' | 'values', path: string, expected: string) =>
    problems.push(
      diagnose('FX107', {
        message: `infra.${channel}.${path} of addon "${definition.name}" does not fit`,
        at: { addon: definition.name, path: `infra.${channel}.${path}` },
        fix: `give ${expected}`,
      }),
    );
  for (const [name, value] of Object.entries(use.infra?.vars ?? {})) {
    const input = inputs.vars.get(name);
    if (input === undefined) wrong('vars', name, `a var that the addon declares; ${suggest(name, inputs.vars.keys())}`);
    else for (const { expected } of mismatches(input.schema, value)) wrong('vars', name, expected);
  }
  for (const [release, value] of Object.entries(use.infra?.values ?? {})) {
    const input = inputs.values.get(release);
    if (input === undefined)
      wrong('values', release, `values of a release that has some; ${suggest(release, inputs.values.keys())}`);
    else
      for (const { path, expected } of mismatches(input.schema, value)) wrong('values', `${release}.${path}`, expected);
  }
  if (!hasErrors(problems)) {
    const root = new Construct(chart, definition.name);
    buildAddon(instance, root, undefined, (problem) => problems.push(problem), use.infra?.vars);
    for (const object of objectsIn(root)) giveNamespace(object, definition.namespace);
    addSourceEntry(instance, inputs, root, use.infra?.vars);
    if (instance.createNamespace && definition.namespace !== undefined) {
      new Namespace(root, `fluxspan: namespace ${definition.namespace}`, { name: definition.namespace });
    }
    for (const [release, value] of Object.entries(use.infra?.values ?? {})) {
      new ConfigMap(root, `fluxspan: values of ${release}`, {
        name: valuesConfigMap(release),
        labels: WATCH_LABEL,
        data: { [VALUES_KEY]: printValuesDocument(value) },
      });
    }
  }
  if (hasErrors(problems)) throw new FluxspanError(sortDiagnostics(problems));
};
