import type { RenderedAddon, RenderedCluster } from '../cluster/rendered.js';
import { Manifest } from '../constructs/manifest.js';
import { type Diagnostic, sortDiagnostics } from '../diagnostics/index.js';
import { applyExceptions } from './apply-exceptions.js';
import { bigNumber } from './big-number.js';
import { chartTypes } from './chart-types.js';
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

/** All that is wrong with a cluster: what its making found, and what the rules find. Each once, in a stable order. */
export const checkCluster = (
  cluster: RenderedCluster,
  context: CheckContext = { project: process.cwd() },
): readonly Diagnostic[] => {
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
const withPlaces = ({ addons }: RenderedCluster): ((problem: Diagnostic) => Diagnostic) => {
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
const placeOfObject = ({ objects }: RenderedAddon, title: string): string | undefined => {
  const [object, other] = objects.filter((one) => one.title === title);
  return object === undefined || other !== undefined ? undefined : Manifest.placeOf(object.construct);
};
