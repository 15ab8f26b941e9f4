import { type Diagnostic, diagnose, nameSome } from '../diagnostics/index.js';
import { placeIn } from '../rules/context/place-in.js';
import type { RuleState } from '../rules/context/rule-state.js';
import { unknownReference } from '../rules/flux/reference.js';
import { referencesOf } from '../rules/references/find-references.js';
import { isFluxGroup } from '../rules/rule.js';
import { holdsExpression } from '../substitution/holds-expression.js';

/** What a Kustomization depends on and nothing that is seen makes, with the names of its namespace. */
export const lostDependencies = ({ units, scopeOf }: RuleState): readonly Diagnostic[] => {
  const objects = units.flatMap(({ objects: own, entry }) => [...entry, ...own]);
  const all = objects.filter(({ group, kind }) => kind === 'Kustomization' && isFluxGroup(group));
  if (all.some(({ name, namespace = '' }) => holdsExpression(name + namespace))) return [];
  return all.flatMap((object) =>
    referencesOf(object, scopeOf).flatMap((one): readonly Diagnostic[] => {
      if (one.kind !== 'Kustomization' || !one.path.startsWith('spec.dependsOn') || holdsExpression(one.name))
        return [];
      const there = all.filter(({ namespace, name }) => namespace === one.namespace && name !== object.name);
      // The root may be declared by no file.
      if (units.some(({ key }) => key === `${one.namespace}/${one.name}`)) return [];
      if (there.length === 0 || all.some(({ namespace, name }) => namespace === one.namespace && name === one.name))
        return [];
      const names = [...new Set(there.map(({ name }) => `"${name}"`))].sort();
      return [
        diagnose(unknownReference, {
          severity: 'notice',
          message: `${object.title} depends on Kustomization/${one.name} in namespace "${one.namespace}", which no file here makes: it doesn't start before that is ready`,
          at: placeIn(object, one.path),
          fix: `correct the name; there is ${nameSome(names, 10)}`,
        }),
      ];
    }),
  );
};
