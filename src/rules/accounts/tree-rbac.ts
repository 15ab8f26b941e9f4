import { defaultsOf, openRbac, RBAC_GROUP, type Rbac, type RbacObject } from '../../rbac/index.js';
import type { RuleState, StateObject } from '../context/rule-state.js';

/** An object of RBAC in the form in which roles and bindings are evaluated. */
export const rbacObjectOf = ({ kind, name, namespace, json }: StateObject): RbacObject => ({
  kind,
  name,
  namespace,
  json,
});

/** The roles and bindings of a tree, opened when something first asks: most clusters have no account that Flux acts as. */
export const treeRbac = ({ units, kubernetes }: Pick<RuleState, 'units' | 'kubernetes'>): (() => Rbac) => {
  let opened: Rbac | undefined;
  return () => {
    opened ??= openRbac(
      units.flatMap((unit) =>
        [...unit.objects, ...unit.entry].flatMap((object) =>
          object.group === RBAC_GROUP ? [{ ...rbacObjectOf(object), origin: unit.name }] : [],
        ),
      ),
      defaultsOf(kubernetes),
    );
    return opened;
  };
};
