import type { CompiledAddon, CompiledCluster } from '../compile/compiled-cluster.js';
import { Manifest } from '../constructs/manifest.js';
import { type Diagnostic, sortDiagnostics } from '../diagnostics/index.js';
import { applyExceptions } from './apply-exceptions.js';
import { openSchemas } from './find-schemas.js';
import type { CheckContext, Rule } from './rule.js';
import { sensitiveInput } from './rules/contract/sensitive-input.js';
import { unusedInput } from './rules/contract/unused-input.js';
import { classBesideOperator } from './rules/flux/class-beside-operator.js';
import { crdProvider } from './rules/flux/crd-provider.js';
import { crossNamespace } from './rules/flux/cross-namespace.js';
import { newerField } from './rules/flux/newer-field.js';
import { reference } from './rules/flux/reference.js';
import { retryInterval } from './rules/flux/retry-interval.js';
import { webhookResource } from './rules/flux/webhook-resource.js';
import { bigNumber } from './rules/helm/big-number.js';
import { chartTypes } from './rules/helm/chart-types.js';
import { chartValue } from './rules/helm/chart-value.js';
import { valueSource } from './rules/helm/value-source.js';
import { valuesLayers } from './rules/helm/values-layers.js';
import { valuesOverlap } from './rules/helm/values-overlap.js';
import { configMapLimits } from './rules/objects/config-map-limits.js';
import { derivedText } from './rules/objects/derived-text.js';
import { duplicateObject } from './rules/objects/duplicate-object.js';
import { externalSecret } from './rules/objects/external-secret.js';
import { objectName } from './rules/objects/object-name.js';
import { objectSchema } from './rules/objects/object-schema.js';
import { objectScope } from './rules/objects/object-scope.js';
import { escapeWithoutVars } from './rules/substitution/escape-without-vars.js';
import { expressionMeaning } from './rules/substitution/expression-meaning.js';
import { identityValue } from './rules/substitution/identity-value.js';
import { nameCollision } from './rules/substitution/name-collision.js';
import { valueAtRisk } from './rules/substitution/value-at-risk.js';
import { varKey } from './rules/substitution/var-key.js';

/** Every rule, each in its own file. */
const rules: readonly Rule[] = [
  bigNumber,
  chartTypes,
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

/** Where a check runs; a check of one cluster alone reads its schemas itself. */
export type CheckOptions = Omit<CheckContext, 'schemas'> & Partial<Pick<CheckContext, 'schemas'>>;

/** All that is wrong with a cluster: what its making found, and what the rules find. Each once, in a stable order. */
export const checkCluster = (
  cluster: CompiledCluster,
  options: CheckOptions = { project: process.cwd() },
): readonly Diagnostic[] => {
  const context: CheckContext = { ...options, schemas: options.schemas ?? openSchemas() };
  const found: Diagnostic[] = [...cluster.problems];
  for (const rule of rules) {
    rule(
      cluster,
      (problem) => found.push({ ...problem, at: { cluster: cluster.cluster.name, ...problem.at } }),
      context,
    );
  }
  const isPartial = cluster.addons.some(({ built }) => built.isPartial);
  return sortDiagnostics(
    applyExceptions(cluster.cluster, found)
      // What an exception speaks of may be among what could not be made.
      .filter(({ code }) => !isPartial || code !== 'FX626')
      .map(withPlaces(cluster)),
  );
};

/** Adds the line that made the object, with a note of where its addon is used; where it is not known, that alone. */
const withPlaces = ({ addons }: CompiledCluster): ((problem: Diagnostic) => Diagnostic) => {
  const byName = new Map(addons.map((addon) => [addon.built.name, addon]));
  return (problem) => {
    const { at, notes } = problem;
    const addon = at.addon === undefined ? undefined : byName.get(at.addon);
    if (addon === undefined) return problem;
    const made = at.object === undefined ? undefined : (at.source ?? placeOfObject(addon, at.object));
    const used = addon.built.instance.place();
    const source = at.source ?? made ?? used;
    if (source === undefined) return problem;
    const isNoted = made !== undefined && used !== undefined && used !== made;
    return {
      ...problem,
      at: { ...at, source },
      notes: isNoted ? [...notes, `addon "${at.addon}" is used at ${used}`] : notes,
    };
  };
};

/** Of two objects that are called alike, in two namespaces, none is meant. */
const placeOfObject = ({ objects }: CompiledAddon, title: string): string | undefined => {
  const [object, other] = objects.filter((one) => one.title === title);
  return object === undefined || other !== undefined ? undefined : Manifest.placeOf(object.construct);
};
