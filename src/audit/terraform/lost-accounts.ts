import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { placeIn } from '../../rules/context/place-in.js';
import type { StateObject } from '../../rules/context/rule-state.js';
import { type FoundReference, referencesOf } from '../../rules/references/find-references.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { misnamedAccount } from '../diagnostics.js';
import { nearness } from '../names/near-names.js';
import type { MadeObject } from './made-object.js';
import type { MadeObjects } from './made-objects.js';
import { objectsOfClusters, type SeenCluster } from './seen-cluster.js';
import { textsIn } from './texts-in.js';

/**
 * A ServiceAccount that Terraform makes and that nothing uses, next to the only one that pods of its namespace run as and
 * that nothing makes. Names that look alike are told by another rule.
 */
export const lostAccounts = (
  clusters: readonly SeenCluster[],
  { all, openKinds }: MadeObjects,
): readonly Diagnostic[] => {
  if (openKinds.has('/ServiceAccount')) return [];
  const made = all.filter(({ kind, group }) => group === '' && kind === 'ServiceAccount');
  const byNamespace = new Map<string, MadeObject[]>();
  for (const one of made)
    if (one.namespace !== undefined) byNamespace.set(one.namespace, [...(byNamespace.get(one.namespace) ?? []), one]);
  if (byNamespace.size === 0) return [];
  const objects = objectsOfClusters(clusters);
  const used = new Set<string>();
  const lost = new Map<string, Map<string, FoundReference>>();
  const isMade = (namespace: string, name: string): boolean =>
    name === 'default' ||
    objects.some(
      (one) =>
        one.group === '' && one.kind === 'ServiceAccount' && one.name === name && (one.namespace ?? '') === namespace,
    ) ||
    made.some((one) => one.name === name && (one.namespace ?? namespace) === namespace);
  for (const { state } of clusters) {
    for (const object of objectsOfClusters([{ state }])) {
      for (const one of referencesOf(object, state.scopeOf)) {
        const { kind, name, namespace = '' } = one;
        if (kind !== 'ServiceAccount' || holdsExpression(`${name} ${namespace}`)) continue;
        used.add(`${namespace}/${name}`);
        if (!isBuiltInGroup(object.group) || object.group === 'rbac.authorization.k8s.io' || isMade(namespace, name))
          continue;
        const there = lost.get(namespace) ?? new Map<string, FoundReference>();
        lost.set(namespace, there.set(name, there.get(name) ?? one));
      }
    }
  }
  return [...lost].flatMap(([namespace, names]): readonly Diagnostic[] => {
    const unused = [
      ...new Map(
        (byNamespace.get(namespace) ?? [])
          .filter(({ name }) => !used.has(`${namespace}/${name}`) && !isNamed(name, objects))
          .map((one) => [one.name, one]),
      ).values(),
    ];
    const [[name, reference] = [], ...moreNames] = [...names];
    const [account, ...more] = unused;
    if (name === undefined || reference === undefined || account === undefined) return [];
    if (moreNames.length > 0 || more.length > 0 || nearness(account.name, name) !== undefined) return [];
    // A chart may make it.
    if (isNamed(name, objects) || objects.some((one) => one.kind === 'HelmRelease' && one.name === name)) return [];
    return [
      diagnose(misnamedAccount, {
        message: `${reference.object.title} runs as ServiceAccount "${name}" in namespace "${namespace}", which nothing makes, and Terraform makes "${account.name}", which nothing uses`,
        at: placeIn(reference.object, reference.path),
        notes: [`Terraform's ${account.address} is at ${account.place}`],
        fix: `write the same name on both sides: "${account.name}" here, or "${name}" in Terraform`,
      }),
    ];
  });
};

/** Whether the values of a release have a name. */
const isNamed = (name: string, objects: readonly StateObject[]): boolean =>
  objects.some((one) => one.kind === 'HelmRelease' && textsIn(fieldsOf(one.json['spec'])['values']).includes(name));
