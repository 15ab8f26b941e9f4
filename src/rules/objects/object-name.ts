import { isLabel } from '../../addon/names.js';
import type { CompiledObject } from '../../compile/compiled-cluster.js';
import { objectName } from '../../constructs/diagnostics.js';
import { diagnose } from '../../diagnostics/index.js';
import { isObjectName, nameFormOf, nameFormWords } from '../../schema/object-names.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { siteAt } from '../../substitution/sites.js';
import { defineRule } from '../rule.js';

const isOpen = (object: CompiledObject, field: 'name' | 'namespace'): boolean => {
  const site = siteAt(object, ['metadata', field]);
  return site !== undefined && holdsExpression(site.source);
};

/** Every object has a name that the API server takes. A name with a var in it is known only in the cluster. */
export const objectNameRule = defineRule([objectName], ({ addons }, report) => {
  for (const addon of addons) {
    for (const object of [...addon.objects, ...addon.entry]) {
      const at = { addon: object.addon, object: object.title, path: 'metadata.name' };
      if (object.name === '' || isOpen(object, 'name')) continue;
      const form = nameFormOf(object.group, object.kind);
      if (!isObjectName(form, object.name)) {
        report(
          diagnose(objectName, {
            message: `Kubernetes refuses the name "${object.name}" for ${/^(?:[AEIO]|HTTP)/.test(object.kind) ? 'an' : 'a'} ${object.kind}`,
            at,
            fix: `use ${nameFormWords[form]}`,
          }),
        );
      }
      if (object.namespace !== undefined && !isOpen(object, 'namespace') && !isLabel(object.namespace)) {
        report(
          diagnose(objectName, {
            message: `Kubernetes refuses the namespace "${object.namespace}"`,
            at: { ...at, path: 'metadata.namespace' },
            fix: 'use lower-case letters, digits and dashes, 63 at most',
          }),
        );
      }
    }
  }
});
