import type { RenderedCluster } from '../cluster/rendered.js';
import { type Diagnostic, sortDiagnostics } from '../diagnostics/index.js';
import { applyExceptions } from './apply-exceptions.js';
import { bigNumber } from './big-number.js';
import { chartValue } from './chart-value.js';
import { classBesideOperator } from './class-beside-operator.js';
import { configMapLimits } from './config-map-limits.js';
import { crdProvider } from './crd-provider.js';
import { crossNamespace } from './cross-namespace.js';
import { derivedText } from './derived-text.js';
import { duplicateObject } from './duplicate-object.js';
import { escapeWithoutVars } from './escape-without-vars.js';
import { expressionMeaning } from './expression-meaning.js';
import { externalSecret } from './external-secret.js';
import { identityValue } from './identity-value.js';
import { nameCollision } from './name-collision.js';
import { newerField } from './newer-field.js';
import { objectName } from './object-name.js';
import { objectSchema } from './object-schema.js';
import { objectScope } from './object-scope.js';
import { reference } from './reference.js';
import { retryInterval } from './retry-interval.js';
import type { CheckContext, Rule } from './rule.js';
import { sensitiveInput } from './sensitive-input.js';
import { unusedInput } from './unused-input.js';
import { valueAtRisk } from './value-at-risk.js';
import { valueSource } from './value-source.js';
import { valuesLayers } from './values-layers.js';
import { valuesOverlap } from './values-overlap.js';
import { varKey } from './var-key.js';
import { webhookResource } from './webhook-resource.js';

/** Every rule, each in its own file. */
const rules: readonly Rule[] = [
  bigNumber,
  classBesideOperator,
  configMapLimits,
  crdProvider,
  crossNamespace,
  escapeWithoutVars,
  expressionMeaning,
  externalSecret,
  identityValue,
  nameCollision,
  newerField,
  objectScope,
  retryInterval,
  sensitiveInput,
  unusedInput,
  valueAtRisk,
  valueSource,
  valuesLayers,
  varKey,
  webhookResource,
  chartValue,
  derivedText,
  duplicateObject,
  objectName,
  objectSchema,
  reference,
  valuesOverlap,
];

/** All that is wrong with a cluster: what its making found, and what the rules find. Each once, in a stable order. */
export const checkCluster = (
  cluster: RenderedCluster,
  context: CheckContext = { project: process.cwd() },
): readonly Diagnostic[] => {
  const found: Diagnostic[] = [...cluster.problems];
  const places = new Map(cluster.addons.map(({ built }) => [built.name, built.instance.place]));
  for (const rule of rules) {
    rule(
      cluster,
      (problem) => found.push({ ...problem, at: { cluster: cluster.cluster.name, ...problem.at } }),
      context,
    );
  }
  return sortDiagnostics(
    applyExceptions(cluster.cluster, found).map((problem) => {
      const place =
        problem.at.source === undefined && problem.at.addon !== undefined
          ? places.get(problem.at.addon)?.()
          : undefined;
      return place === undefined ? problem : { ...problem, at: { ...problem.at, source: place } };
    }),
  );
};
