import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const badOffer = defineDiagnostic({
  code: 'FX830',
  name: 'bad-offer',
  severity: 'error',
  summary:
    "The file with what the platform offers a tenant is damaged, was edited by hand, or is in a format that this fluxspan doesn't read.",
  page: {
    example: 'platform/claims.dev.json with one more gateway, which somebody has added by hand',
    right: 'platform/claims.dev.json as `fluxspan publish` printed it in the repository of the platform',
  },
});

export const otherOffer = defineDiagnostic({
  code: 'FX831',
  name: 'other-offer',
  severity: 'error',
  summary: 'The file with what the platform offers is for another tenant or another cluster.',
  page: {
    example: "new FluxTenant(app, 'prod', platform)   // and platform is from platform/claims.dev.json",
    right: "new FluxTenant(app, 'dev', platform)",
  },
});

export const notOffered = defineDiagnostic({
  code: 'FX832',
  name: 'not-offered',
  severity: 'error',
  summary:
    "An object of a tenant names a Gateway or a ClusterSecretStore that the platform doesn't offer. As a notice: a class that the platform's code doesn't know.",
  page: {
    example: "parentRefs: [{ name: 'internal', namespace: 'ingress' }]   // and the platform offers Gateway \"public\"",
    right: 'parentRefs: [gateways.public]   // from the module that fluxspan import platform writes',
  },
});

export const inputNotOffered = defineDiagnostic({
  code: 'FX833',
  name: 'input-not-offered',
  severity: 'error',
  summary:
    "An addon of a tenant declares an infra input that the platform doesn't offer, or that may have other values than the addon takes.",
  page: {
    example: 'infra: { vars: { TF_ZONE: z.string() } }   // and the platform offers no such var',
    flux: 'variable substitution failed: variable not set (strict mode): "TF_ZONE"',
    right: 'infra: { vars: { TF_DOMAIN: vars.TF_DOMAIN } }   // from the module that fluxspan import platform writes',
  },
});

export const outsideTenant = defineDiagnostic({
  code: 'FX834',
  name: 'outside-tenant',
  severity: 'error',
  summary: "An object of a tenant lives in no namespace, or in one that isn't the tenant's.",
  page: {
    example: "new ConfigMap(scope, 'shared', { namespace: 'ingress', data: {} })",
    flux: 'configmaps "shared" is forbidden: User "system:serviceaccount:claims:reconciler" cannot patch resource "configmaps" in API group "" in the namespace "ingress"',
    right: "new ConfigMap(scope, 'shared', { namespace: 'claims', data: {} })",
  },
});

export const tenantFolder = defineDiagnostic({
  code: 'FX835',
  name: 'tenant-folder',
  severity: 'error',
  summary: "The platform applies a tenant's whole repository, where synth can't write a tree.",
  page: {
    example: "tenant({ name: 'claims', source })   // without a path, in the repository of the platform",
    right: "tenant({ name: 'claims', source, path: './k8s/clusters/dev' })",
  },
});

export const staleOffer = defineDiagnostic({
  code: 'FX836',
  name: 'stale-offer',
  severity: 'error',
  summary: 'The module with the types of what the platform offers was written from an earlier file.',
  page: {
    example: 'a newer platform/claims.dev.json, and imports/claims.dev.ts as it was',
    right: 'npx fluxspan import platform platform/claims.dev.json',
  },
});

export const takenAway = defineDiagnostic({
  code: 'FX837',
  name: 'taken-away',
  severity: 'notice',
  summary: 'The platform no longer offers a tenant something that it offered in the base, and nothing uses it.',
  page: {
    example: 'a newer platform/claims.dev.json without Gateway "internal"',
    right: 'nothing to do: it is what the change of the file means',
  },
});

export const notPublished = defineDiagnostic({
  code: 'FX839',
  name: 'not-published',
  severity: 'error',
  summary: "fluxspan publish can't say what a tenant may use: no such tenant is declared, or it has no source.",
  page: {
    example: "fluxspan publish claims   // and tenant({ name: 'claims' }) has no source",
    right:
      "tenant({ name: 'claims', source: gitSource({ url: 'https://github.com/acme/claims', ref: { branch: 'main' } }) })",
  },
});
