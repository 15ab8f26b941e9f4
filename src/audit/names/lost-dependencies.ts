import { type Diagnostic, diagnose, nameSome } from '../../diagnostics/index.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { RuleState } from '../../rules/context/rule-state.js';
import { misnamed, unknownReference } from '../../rules/flux/reference.js';
import { referencesOf } from '../../rules/references/find-references.js';
import { isFluxGroup } from '../../rules/rule.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { nearness } from './near-names.js';

/** What waits for others of its own kind. */
const KINDS = ['Kustomization', 'HelmRelease'] as const;

/**
 * What a Kustomization or release depends on and nothing that is seen makes, with the names of its namespace. What isn't
 * seen may make it, but hardly by a name that is one of these shortened.
 */
export const lostDependencies = (state: RuleState): readonly Diagnostic[] =>
  KINDS.flatMap((kind) => lostOfKind(state, kind));

const lostOfKind = ({ units, scopeOf }: RuleState, kind: (typeof KINDS)[number]): readonly Diagnostic[] => {
  const objects = units.flatMap(({ objects: own, entry }) => [...entry, ...own]);
  const all = objects.filter((one) => one.kind === kind && isFluxGroup(one.group));
  if (all.some(({ name, namespace = '' }) => holdsExpression(name + namespace))) return [];
  return all.flatMap((object) =>
    referencesOf(object, scopeOf).flatMap((one): readonly Diagnostic[] => {
      if (one.kind !== kind || !one.path.startsWith('spec.dependsOn') || holdsExpression(one.name)) return [];
      const there = all.filter(({ namespace, name }) => namespace === one.namespace && name !== object.name);
      // The root may be declared by no file.
      if (kind === 'Kustomization' && units.some(({ key }) => key === `${one.namespace}/${one.name}`)) return [];
      if (there.length === 0 || all.some(({ namespace, name }) => namespace === one.namespace && name === one.name))
        return [];
      const names = [...new Set(there.map(({ name }) => name))].sort();
      const near = nearOf(one.name, names);
      return [
        diagnose(near === undefined ? unknownReference : misnamed, {
          severity: near === undefined ? 'notice' : 'warning',
          message: `${object.title} depends on ${kind}/${one.name} in namespace "${one.namespace}", which nothing here makes: it doesn't start before that is ready`,
          at: placeIn(object, one.path),
          fix:
            near === undefined
              ? `correct the name; there is ${nameSome(
                  names.map((name) => `"${name}"`),
                  10,
                )}`
              : `correct the name; did you mean "${near}"?`,
        }),
      ];
    }),
  );
};

/** The one name that is like it; of several that begin alike (`infrastructure`, `infrastructure-configs`), the shortest. */
const nearOf = (name: string, names: readonly string[]): string | undefined => {
  const [shortest, ...more] = names
    .filter((one) => nearness(one, name) !== undefined)
    .sort((a, b) => a.length - b.length);
  return shortest !== undefined && more.every((one) => one.startsWith(shortest)) ? shortest : undefined;
};
