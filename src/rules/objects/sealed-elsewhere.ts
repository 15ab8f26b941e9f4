import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, textOf } from '../../json/as-shape.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, objectsOfKind, placeIn, specOf } from '../rule.js';

// A warning: where only the template was edited, which isn't encrypted, the controller decrypts it all the same.
const sealedElsewhere = defineDiagnostic({
  code: 'FX877',
  name: 'sealed-elsewhere',
  severity: 'warning',
  summary:
    "A SealedSecret was sealed for another name or namespace than it has: kubeseal binds it to both, so the controller can't decrypt it.",
  page: {
    example: 'metadata: { name: db, namespace: web }   // and spec.template.metadata has the namespace shop',
    flux: 'nothing: the SealedSecret has the condition Synced=False, "no key could decrypt secret (password)"',
    right: 'seal it again: kubeseal --namespace web --name db; or with --scope namespace-wide or cluster-wide',
  },
  exceptable: true,
});

const SCOPE = 'sealedsecrets.bitnami.com/';

/** A sealed value belongs to the name and the namespace that it was sealed for: https://github.com/bitnami-labs/sealed-secrets#scopes */
export const sealedElsewhereRule = defineRule([sealedElsewhere], (_, report, { index }) => {
  for (const object of objectsOfKind(index, 'bitnami.com/SealedSecret')) {
    const annotations = fieldsOf(fieldsOf(object.json['metadata'])['annotations']);
    if (annotations[`${SCOPE}cluster-wide`] === 'true') continue;
    const sealed = fieldsOf(fieldsOf(specOf(object)['template'])['metadata']);
    const isWide = annotations[`${SCOPE}namespace-wide`] === 'true';
    for (const [field, own] of [
      ['name', isWide ? undefined : object.name],
      ['namespace', object.namespace],
    ] as const) {
      const other = textOf(sealed[field]);
      if (other === undefined || own === undefined || other === own || holdsExpression(own)) continue;
      report(
        diagnose(sealedElsewhere, {
          message: `${object.title} was sealed for the ${field} "${other}", and has the ${field} "${own}": the controller can't decrypt it`,
          at: placeIn(object, `spec.template.metadata.${field}`),
          fix: `seal it for this ${field}: kubeseal --name ${object.name} --namespace ${object.namespace ?? 'default'} <secret.yaml`,
        }),
      );
    }
  }
});
