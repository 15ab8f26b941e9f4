import { applySettings } from '../../applied/apply-settings.js';
import { asApplied } from '../../applied/as-applied.js';
import { titleOf } from '../../applied/object-id.js';
import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { equalJson } from '../../json/equal-json.js';
import type { JsonObject } from '../../json/json-value.js';
import type { ReplacementCause } from '../model/replacement-cause.js';
import { pairOf } from '../updates/refused-update.js';
import type { Change } from './change.js';

/**
 * Describes a CRD that loses its conversion webhook while its versions still differ. From then on, the API server
 * changes only the apiVersion of stored objects, and prunes the fields that the other version's schema lacks.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
 */
export const lostConversion = ({ object, before, next, after }: Change): ReplacementCause | undefined => {
  const { group, kind } = object.id;
  if (kind !== 'CustomResourceDefinition' || group !== 'apiextensions.k8s.io') return undefined;
  const [held, holds] = pairOf(object, next);
  const settings = applySettings(after, holds);
  if (settings.isLeftAlone) return undefined;
  const from = fieldsOf(asApplied(held.json, applySettings(before, held))['spec']);
  const to = fieldsOf(asApplied(holds.json, settings)['spec']);
  if (strategyOf(from) !== 'Webhook' || strategyOf(to) !== 'None') return undefined;
  const [first, ...others] = objectsOf(to['versions']);
  const differing = others.filter((one) => !equalJson(schemaOf(one), schemaOf(first)));
  if (differing.length === 0) return undefined;
  const { kind: named = titleOf(object.id) } = fieldsOf(to['names']);
  return {
    differences: ['spec.conversion.strategy "Webhook" → "None"'],
    destroys: `fields of each ${String(named)} that is stored in another version than it is read in`,
    effect: `the schemas of its versions differ (${[first, ...differing].map((one) => String(one?.['name'])).join(', ')}), and without the webhook the API server drops the fields that the other version lacks`,
    instead: 'keep spec.conversion until all objects are stored in one version and the others are out of spec.versions',
    certain: false,
  };
};

const strategyOf = ({ conversion }: JsonObject): unknown => fieldsOf(conversion)['strategy'] ?? 'None';

/** Descriptions don't affect what is stored. */
const schemaOf = (version: JsonObject | undefined): unknown =>
  JSON.parse(
    JSON.stringify(fieldsOf(version?.['schema']), (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    ),
  );
