import { isLabel } from '../../addon/names.js';
import { objectName } from '../../constructs/diagnostics.js';
import { diagnose } from '../../diagnostics/index.js';
import { isObjectName, nameFormOf, nameFormWords } from '../../schema/object-names.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { siteAt } from '../../substitution/sites.js';
import { defineRule, placeIn, type StateObject } from '../rule.js';

/** The end of a long name says nothing that its length doesn't. */
const MOST_SHOWN = 80;

const shorten = (name: string): string =>
  name.length > 253 ? `"${name.slice(0, MOST_SHOWN)}…", of ${name.length} characters,` : `"${name}"`;

const isOpen = (object: StateObject, field: 'name' | 'namespace'): boolean => {
  const site = siteAt(object, ['metadata', field]);
  return site !== undefined && holdsExpression(site.source);
};

/** Every object has a name that the API server accepts. Only the cluster knows names with a var. */
export const objectNameRule = defineRule([objectName], ({ units }, report) => {
  for (const unit of units) {
    for (const object of [...unit.objects, ...unit.entry]) {
      const at = placeIn(object, 'metadata.name');
      if (object.name === '' || isOpen(object, 'name')) continue;
      const form = nameFormOf(object.group, object.kind);
      if (!isObjectName(form, object.name)) {
        report(
          diagnose(objectName, {
            message: `Kubernetes refuses the name ${shorten(object.name)} for ${/^(?:[AEIO]|HTTP)/.test(object.kind) ? 'an' : 'a'} ${object.kind}`,
            at,
            fix: `use ${nameFormWords[form]}`,
          }),
        );
      }
      if (object.namespace !== undefined && !isOpen(object, 'namespace') && !isLabel(object.namespace)) {
        report(
          diagnose(objectName, {
            message: `Kubernetes refuses the namespace "${object.namespace}"`,
            at: placeIn(object, 'metadata.namespace'),
            fix: 'use lower-case letters, digits and dashes, 63 at most',
          }),
        );
      }
    }
  }
});
