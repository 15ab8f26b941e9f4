import { isLabel, isSubdomain } from '../../../addon/names.js';
import type { CompiledObject } from '../../../compile/compiled-cluster.js';
import { objectName } from '../../../constructs/diagnostics.js';
import { diagnose } from '../../../diagnostics/index.js';
import { holdsExpression } from '../../../substitution/holds-expression.js';
import { siteAt } from '../../../substitution/sites.js';
import { defineRule } from '../../rule.js';

/** Kinds whose names are labels: https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ */
const labelKinds: ReadonlySet<string> = new Set(['Namespace', 'Service']);
/** RBAC takes any path segment. */
const isRbac = (group: string): boolean => group === 'rbac.authorization.k8s.io';

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
      const good = isRbac(object.group)
        ? !/[/%]/.test(object.name) && object.name !== '.' && object.name !== '..'
        : labelKinds.has(object.kind)
          ? isLabel(object.name)
          : isSubdomain(object.name);
      if (!good) {
        report(
          diagnose(objectName, {
            message: `Kubernetes refuses the name "${object.name}" for a ${object.kind}`,
            at,
            fix: labelKinds.has(object.kind)
              ? 'use lower-case letters, digits and dashes, 63 at most'
              : 'use lower-case letters, digits, dashes and dots, a letter or digit at both ends',
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
