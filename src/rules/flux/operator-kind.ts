import { diagnose } from '../../diagnostics/index.js';
import { fieldsOf, listOf } from '../../json/as-shape.js';
import { operatorKinds } from '../../knowledge/flux/references.js';
import { objectSchema } from '../diagnostics.js';
import { defineRule, placeIn, type StateObject } from '../rule.js';

/** Only the Flux Operator adds its kinds to the CRDs of Alert and Receiver; `flux bootstrap` leaves them as they are. */
export const operatorKindRule = defineRule([objectSchema], ({ units, fluxSettings }, report) => {
  if (fluxSettings === undefined || fluxSettings.operator !== undefined) return;
  for (const { objects } of units) {
    for (const object of objects) {
      for (const [path, kind] of eventKinds(object)) {
        if (!operatorKinds.includes(kind)) continue;
        report(
          diagnose(objectSchema, {
            message: `the API server refuses ${object.title}: "${path}" takes ${kind} only where the Flux Operator has installed Flux`,
            at: placeIn(object, path),
            fix: 'take the entry out, or set `operator` in the `flux` settings of the cluster',
          }),
        );
      }
    }
  }
});

/** The kinds that an Alert or a Receiver names, with their places. */
const eventKinds = ({ group, kind, json }: StateObject): readonly (readonly [path: string, kind: string])[] => {
  const field = group === 'notification.toolkit.fluxcd.io' ? FIELDS[kind] : undefined;
  if (field === undefined) return [];
  return listOf(fieldsOf(json['spec'])[field]).map(
    (one, index) => [`spec.${field}[${index}].kind`, String(fieldsOf(one)['kind'])] as const,
  );
};

const FIELDS: Readonly<Record<string, string>> = { Alert: 'eventSources', Receiver: 'resources' };
