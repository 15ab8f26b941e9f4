import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { objectsOf } from '../../json/as-shape.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { defineRule, objectsOfKind, placeIn, specOf } from '../rule.js';

const impersonatedObject = defineDiagnostic({
  code: 'FX328',
  name: 'default-service-account',
  severity: 'warning',
  summary:
    'Flux applies a Kustomization or release without a `serviceAccountName` as the service account that `flux.defaultServiceAccount` names, in its own namespace. No object of the tree creates that account there, or gives rights to the account `default` that Kubernetes creates.',
  page: {
    example: "flux: { version: '2.9', defaultServiceAccount: 'flux-apply' }, and a release without serviceAccountName",
    flux: 'User "system:serviceaccount:web:flux-apply" cannot get resource "secrets" in API group "" in the namespace "web"',
    right:
      "defaults: { helmRelease: { serviceAccountName: 'flux-apply' } }, and the account with a RoleBinding in each namespace",
  },
  exceptable: true,
});

const KINDS = ['kustomize.toolkit.fluxcd.io/Kustomization', 'helm.toolkit.fluxcd.io/HelmRelease'] as const;

const RBAC = 'rbac.authorization.k8s.io';
const BINDINGS = [`${RBAC}/RoleBinding`, `${RBAC}/ClusterRoleBinding`] as const;

/** Whether a subject may be an account: by name, or by a group that accounts are in. */
const namesAccount = (subjects: unknown, name: string, namespace: string | undefined): boolean =>
  objectsOf(subjects).some((one) =>
    one['kind'] === 'ServiceAccount'
      ? one['name'] === name && one['namespace'] === namespace
      : holdsExpression(String(one['name'])) || /^system:(serviceaccounts?\b|authenticated$)/.test(String(one['name'])),
  );

/** The tree creates the default service account in every namespace that needs it. */
export const impersonatedObjectRule = defineRule([impersonatedObject], ({ fluxSettings }, report, { index }) => {
  const account = fluxSettings?.defaultServiceAccount;
  if (account === undefined) return;
  // Kubernetes makes "default" in every namespace, without rights.
  const isDefault = account === 'default';
  const made = new Set(
    objectsOfKind(index, '/ServiceAccount').flatMap(({ name, namespace }) => (name === account ? [namespace] : [])),
  );
  const bindings = isDefault ? BINDINGS.flatMap((kind) => objectsOfKind(index, kind)) : [];
  const mayAct = (namespace: string | undefined): boolean =>
    isDefault ? bindings.some(({ json }) => namesAccount(json['subjects'], account, namespace)) : made.has(namespace);
  for (const kind of KINDS) {
    for (const object of objectsOfKind(index, kind)) {
      const { serviceAccountName, kubeConfig } = specOf(object) as {
        serviceAccountName?: unknown;
        kubeConfig?: unknown;
      };
      if (serviceAccountName !== undefined || kubeConfig !== undefined || mayAct(object.namespace)) continue;
      const orRole =
        kind.endsWith('/HelmRelease') && object.addon !== undefined
          ? "write releaseRole: 'cluster-admin' on the cluster, or "
          : '';
      report(
        diagnose(impersonatedObject, {
          message: `${object.title} is applied as ServiceAccount "${account}" of namespace "${object.namespace ?? ''}", ${isDefault ? 'to which no binding of the tree gives rights' : "which the tree doesn't make"}`,
          at: placeIn(object, 'spec.serviceAccountName'),
          fix: isDefault
            ? `${orRole}set serviceAccountName to an account with the rights that it needs: docs/accounts.md#an-account-for-a-release`
            : `${orRole}make the account there with the rights that it needs, or set serviceAccountName: docs/accounts.md#an-account-for-a-release`,
        }),
      );
    }
  }
});
