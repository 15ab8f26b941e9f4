import { type ApiObject, App, type Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { ConfigMap } from '../constructs/config-map.js';
import { hideImageMarks, markProblem, takeImageMarks } from '../constructs/image-marks.js';
import { labelled, Namespace } from '../constructs/namespace.js';
import { acceptRefsInUnions } from '../constructs/ref-unions.js';
import { VALUES_KEY, valuesConfigMap, WATCH_LABEL } from '../contract/index.js';
import { type Diagnostic, FluxspanError, hasErrors } from '../diagnostics/index.js';
import type { JsonObject } from '../json/json-value.js';
import type { AddonDefinition } from './addon-definition.js';
import { readAddonInfra } from './addon-infra.js';
import { buildAddon, objectsIn } from './build-addon.js';
import { giveNamespace } from './give-namespace.js';
import { inspectionOf } from './inspect.js';
import type { Inspection } from './inspection.js';
import { makeInstance } from './instance.js';
import { addSourceEntry } from './source-entry.js';
import { printValuesDocument } from './values-document.js';

interface Use {
  readonly options?: unknown;
  readonly infra?: unknown;
}

/** Puts an addon into a plain cdk8s chart; see {@link Addon.addTo}. */
export const addToChart = (
  definition: AddonDefinition,
  inspect: () => Inspection,
  chart: Chart,
  given: unknown,
): readonly ApiObject[] => {
  const use = (given ?? {}) as Use;
  const instance = makeInstance(definition, inspect, use.options);
  const { inputs, problems: found } = inspectionOf(instance);
  const problems: Diagnostic[] = [...found, ...instance.problems];
  const infra = use.infra === undefined ? undefined : readAddonInfra(definition.name, inputs, use.infra);
  problems.push(...(infra?.problems ?? []));
  let made: readonly ApiObject[] = [];
  if (!hasErrors(problems)) {
    const root = new Construct(chart, definition.name);
    acceptRefsInUnions(App.of(chart));
    // First, since what applies the chart's output from its top needs it for all that follows.
    if (instance.createNamespace && definition.namespace !== undefined) {
      new Namespace(root, `fluxspan: namespace ${definition.namespace}`, {
        name: definition.namespace,
        ...labelled(instance.namespaceLabels),
      });
    }
    buildAddon(instance, root, undefined, (problem) => problems.push(problem), infra?.vars);
    for (const object of objectsIn(root)) {
      giveNamespace(object, definition.namespace);
      const report = (problem: Parameters<typeof markProblem>[0]) =>
        problems.push(markProblem(problem, { addon: definition.name, object: `${object.kind}/${object.name}` }));
      hideImageMarks(object, takeImageMarks(object.toJson() as JsonObject, report)?.marks ?? []);
    }
    addSourceEntry(instance, inputs, root, infra?.vars);
    for (const [release, value] of Object.entries(infra?.values ?? {})) {
      new ConfigMap(root, `fluxspan: values of ${release}`, {
        name: valuesConfigMap(release),
        labels: WATCH_LABEL,
        data: { [VALUES_KEY]: printValuesDocument(value) },
      });
    }
    made = objectsIn(root);
  }
  if (hasErrors(problems)) throw new FluxspanError(problems);
  return made;
};
