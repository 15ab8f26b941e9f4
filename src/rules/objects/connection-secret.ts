import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { isLocalConnection } from '../../knowledge/crossplane.js';
import { defineRule, placeIn, specOf } from '../rule.js';

const connectionSecret = defineDiagnostic({
  code: 'FX891',
  name: 'connection-secret',
  severity: 'error',
  summary:
    "A managed resource of Crossplane 2 names the namespace of its connection Secret. These resources write the Secret into their own namespace, and their CRDs don't have the field.",
  page: {
    example: 'writeConnectionSecretToRef: outputs.secretRef() in a Queue of sqs.aws.m.upbound.io',
    flux: 'failed to create typed patch object (…): .spec.writeConnectionSecretToRef.namespace: field not declared in schema',
    right: 'writeConnectionSecretToRef: outputs.localSecretRef()',
  },
  exceptable: true,
});

/** A namespaced managed resource names its connection Secret alone. The schema says so where it is known. */
export const connectionSecretRule = defineRule([connectionSecret], ({ units }, report, { kinds }) => {
  for (const object of units.flatMap(({ objects }) => objects)) {
    if (!isLocalConnection(object.group) || kinds.find(object.group, object.kind) !== undefined) continue;
    const { namespace } = fieldsOf(specOf(object)['writeConnectionSecretToRef']);
    if (namespace === undefined) continue;
    report(
      diagnose(connectionSecret, {
        message: `${object.title} names the namespace of its connection Secret, and a ${object.kind} of ${object.group} has no such field`,
        at: placeIn(object, 'spec.writeConnectionSecretToRef.namespace'),
        notes: ['Crossplane writes the Secret into the namespace of the object'],
        fix: 'take the namespace out; where the addon has `outputs`, write writeConnectionSecretToRef: outputs.localSecretRef()',
      }),
    );
  }
});
