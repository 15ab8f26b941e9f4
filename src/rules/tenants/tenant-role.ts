import { defineDiagnostic, diagnose, suggest } from '../../diagnostics/index.js';
import { isObject } from '../../json/is-object.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { tenantOf } from '../../tenants/tenant-mark.js';
import { defineDeclaredRule, objectsOfKind, placeIn } from '../rule.js';

const tenantRole = defineDiagnostic({
  code: 'FX813',
  name: 'tenant-role',
  severity: 'error',
  summary:
    'The role of a tenant exists neither in the tree nor in every Kubernetes. The API server takes the binding, and the tenant may do nothing.',
  page: {
    example: "tenant({ name: 'claims', role: 'editor' })",
    flux: 'User "system:serviceaccount:claims:reconciler" cannot patch resource "deployments" in API group "apps" in the namespace "claims"',
    right: "tenant({ name: 'claims', role: 'edit' })",
  },
});

const GROUP = 'rbac.authorization.k8s.io';
/** The default roles for people: https://kubernetes.io/docs/reference/access-authn-authz/rbac/#user-facing-roles */
const DEFAULTS: readonly string[] = ['admin', 'cluster-admin', 'edit', 'view'];
/** What `flux bootstrap` brings beside its controllers. */
const OF_FLUX: ReadonlySet<string> = new Set(['flux-edit-flux-system', 'flux-view-flux-system']);

/** The roles that a tenant's bindings name are there. */
export const tenantRoleRule = defineDeclaredRule([tenantRole], ({ units, elsewhere }, report, { index }) => {
  const made = (kind: string) => objectsOfKind(index, `${GROUP}/${kind}`);
  const isListed = (kind: string, name: string) =>
    elsewhere.externalObjects.some((one) => one.kind === kind && one.name === name);
  for (const { name: unit, objects, declared } of units) {
    if (tenantOf(declared.built.instance) === undefined) continue;
    const reported = new Set<string>();
    for (const binding of objects) {
      const { roleRef } = binding.json;
      if (binding.kind !== 'RoleBinding' || binding.group !== GROUP || !isObject(roleRef)) continue;
      const [kind, name] = [String(roleRef['kind']), String(roleRef['name'])];
      const isExternal = binding.references?.some((one) => one.path.startsWith('roleRef') && one.external === true);
      const isIts = (one: { readonly name: string; readonly namespace?: string | undefined }) =>
        one.name === name && (kind === 'ClusterRole' || one.namespace === binding.namespace);
      const isKnown =
        isExternal === true ||
        holdsExpression(name) ||
        isListed(kind, name) ||
        made(kind).some(isIts) ||
        (kind === 'ClusterRole' && (DEFAULTS.includes(name) || OF_FLUX.has(name) || name.startsWith('system:')));
      if (isKnown || reported.has(`${kind}/${name}`)) continue;
      reported.add(`${kind}/${name}`);
      const names = [...(kind === 'ClusterRole' ? DEFAULTS : []), ...made(kind).map((one) => one.name)];
      report(
        diagnose(tenantRole, {
          message: `tenant "${unit}" has the ${kind} "${name}"${kind === 'Role' ? ` of namespace "${binding.namespace}"` : ''}, which nothing in the tree makes`,
          at: { ...placeIn(binding, 'roleRef.name'), path: 'role' },
          notes: ['the API server takes a binding to a role that is missing, and the tenant may do nothing'],
          fix: `${suggest(name, names)} If a chart or a person makes it, write role: { kind: '${kind}', name: '${name}', external: true }`,
        }),
      );
    }
  }
});
