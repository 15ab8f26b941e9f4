import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { defineRule, objectsOfKind, placeIn, specOf } from '../rule.js';

const impersonatedObject = defineDiagnostic({
  code: 'FX328',
  name: 'default-service-account',
  severity: 'notice',
  summary:
    'Flux applies a Kustomization or release without a `serviceAccountName` as the service account that `flux.defaultServiceAccount` names, in its own namespace. No object of the tree creates that account there.',
  page: {
    example: "flux: { version: '2.9', defaultServiceAccount: 'flux-apply' }, and a release without serviceAccountName",
    flux: 'User "system:serviceaccount:web:flux-apply" cannot get resource "secrets" in API group "" in the namespace "web"',
    right:
      "defaults: { helmRelease: { serviceAccountName: 'flux-apply' } }, and the account with a RoleBinding in each namespace",
  },
  exceptable: true,
});

const KINDS = ['kustomize.toolkit.fluxcd.io/Kustomization', 'helm.toolkit.fluxcd.io/HelmRelease'] as const;

/** The tree creates the default service account in every namespace that needs it. */
export const impersonatedObjectRule = defineRule([impersonatedObject], ({ fluxSettings }, report, { index }) => {
  const account = fluxSettings?.defaultServiceAccount;
  if (account === undefined) return;
  const made = new Set(
    objectsOfKind(index, '/ServiceAccount').flatMap(({ name, namespace }) => (name === account ? [namespace] : [])),
  );
  for (const kind of KINDS) {
    for (const object of objectsOfKind(index, kind)) {
      const { serviceAccountName, kubeConfig } = specOf(object) as {
        serviceAccountName?: unknown;
        kubeConfig?: unknown;
      };
      if (serviceAccountName !== undefined || kubeConfig !== undefined || made.has(object.namespace)) continue;
      report(
        diagnose(impersonatedObject, {
          message: `${object.title} is applied as ServiceAccount "${account}" of namespace "${object.namespace ?? ''}", which the tree doesn't make`,
          at: placeIn(object, 'spec.serviceAccountName'),
          fix: `make the account there with the rights that it needs, or set serviceAccountName`,
        }),
      );
    }
  }
});
