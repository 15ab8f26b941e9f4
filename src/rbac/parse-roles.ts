import { fieldsOf, objectsOf } from '../json/as-shape.js';
import { isObject } from '../json/is-object.js';
import type { JsonObject } from '../json/json-value.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import { subjectKey } from './identity.js';
import { parseRules } from './policy-rule.js';
import type { Binding, Role } from './role.js';

/** An object of the group rbac.authorization.k8s.io. */
export interface RbacObject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly json: JsonObject;
  /** What applies it. @default - not known */
  readonly origin?: string | undefined;
}

export const RBAC_GROUP = 'rbac.authorization.k8s.io';

export const isRole = (kind: string): boolean => kind === 'Role' || kind === 'ClusterRole';
export const isBinding = (kind: string): boolean => kind === 'RoleBinding' || kind === 'ClusterRoleBinding';

const holdsAny = (value: unknown): boolean => holdsExpression(JSON.stringify(value ?? ''));

/** Reads a Role or ClusterRole; rules with an expression that only the cluster knows are left out, and said to be open. */
export const parseRole = ({ kind, name, namespace, json }: RbacObject): Role => {
  const { rules, aggregationRule } = json;
  const { labels } = fieldsOf(json['metadata']);
  const known = objectsOf(rules).filter((rule) => !holdsAny(rule));
  return {
    name,
    ...(kind === 'Role' ? { namespace } : {}),
    labels: fieldsOf(labels),
    rules: parseRules(known),
    ...(isObject(aggregationRule) ? { selectors: objectsOf(aggregationRule['clusterRoleSelectors']) } : {}),
    isOpen: known.length < objectsOf(rules).length || holdsAny([labels, aggregationRule]),
  };
};

/** Reads a RoleBinding or ClusterRoleBinding; undefined without a role, which the API server refuses. */
export const parseBinding = ({ kind, name, namespace, json, origin }: RbacObject): Binding | undefined => {
  const ref = fieldsOf(json['roleRef']);
  if ((ref['kind'] !== 'Role' && ref['kind'] !== 'ClusterRole') || typeof ref['name'] !== 'string') return undefined;
  const own = kind === 'RoleBinding' ? namespace : undefined;
  const all = objectsOf(json['subjects']);
  const subjects = all.filter((one) => !holdsAny(one));
  return {
    name,
    ...(kind === 'RoleBinding' ? { namespace } : {}),
    ...(origin === undefined ? {} : { origin }),
    role: { kind: ref['kind'], name: ref['name'] },
    subjects: subjects.map((one) =>
      subjectKey(
        {
          kind: String(one['kind']),
          name: String(one['name']),
          namespace: typeof one['namespace'] === 'string' ? one['namespace'] : undefined,
        },
        own,
      ),
    ),
    isOpen: subjects.length < all.length,
  };
};
