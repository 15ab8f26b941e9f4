import { identityOf } from '../../changes/releases/release-of.js';
import { fieldsOf } from '../../json/as-shape.js';
import type { StateObject } from '../../rules/context/rule-state.js';
import { specOf } from '../../rules/context/state-index.js';
import { holdsExpression } from '../../substitution/holds-expression.js';

/** The namespaces of a tree. */
export interface TreeNamespaces {
  /** Those that objects are in or that releases install into, each with the first object. */
  readonly used: ReadonlyMap<string, StateObject>;
  /** Those that a Namespace or Helm makes. */
  readonly made: ReadonlySet<string>;
  /** Only the cluster knows some of them, or they are in another cluster. */
  readonly isOpen: boolean;
}

export const namespacesOfTree = (objects: readonly StateObject[]): TreeNamespaces => {
  const used = new Map<string, StateObject>();
  const made = new Set<string>();
  let isOpen = false;
  const use = (name: string, object: StateObject) => {
    if (holdsExpression(name)) isOpen = true;
    else if (name !== '' && !used.has(name)) used.set(name, object);
  };
  for (const object of objects) {
    const { group, kind, namespace = '', name, json } = object;
    const spec = specOf(object);
    use(namespace, object);
    if (group === '' && kind === 'Namespace') {
      if (holdsExpression(name)) isOpen = true;
      made.add(name);
    }
    if (spec['kubeConfig'] !== undefined) isOpen = true;
    if (kind !== 'HelmRelease' || group !== 'helm.toolkit.fluxcd.io') continue;
    const { namespace: target } = identityOf(name, namespace, json);
    use(target, object);
    if (fieldsOf(spec['install'])['createNamespace'] === true) made.add(target);
  }
  return { used, made, isOpen };
};
