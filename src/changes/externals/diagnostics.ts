import { defineDiagnostic } from '../../diagnostics/define-diagnostic.js';

export const externalMissing = defineDiagnostic({
  code: 'FX534',
  name: 'external-missing',
  severity: 'error',
  summary:
    "Addons depend on an external Kustomization that Flux won't have once the change is merged: no file that the cluster's root reads declares it, or the change removes it.",
  page: {
    example: ".external('monitoring') and an addon that depends on it; the change deletes monitoring.yaml",
    flux: "dependency 'flux-system/monitoring' not found, for as long as it is missing",
    right: 'first remove the dependency from the addons, then the Kustomization in a second change',
  },
});

export const externalSuspended = defineDiagnostic({
  code: 'FX535',
  name: 'external-suspended',
  severity: 'error',
  summary:
    'Addons depend on an external Kustomization that is suspended, or that waits for a suspended one: they wait until it is resumed.',
  page: {
    example: 'suspend: true in monitoring.yaml, and an addon requires what Kustomization monitoring provides',
    flux: "dependency 'flux-system/monitoring' is not ready",
    right: 'set suspend: false, or remove the dependency from the addon',
  },
});

export const externalUnproven = defineDiagnostic({
  code: 'FX536',
  name: 'external-unproven',
  severity: 'notice',
  summary:
    "An external Kustomization may be ready before what addons need from it exists, because it has neither `wait` nor health checks that cover it; or it isn't in this repository at all.",
  page: {
    example:
      ".external('monitoring', { provides: ['monitoring.coreos.com'] }), whose HelmRelease brings the CRDs, without wait",
    flux: 'ServiceMonitor/web dry-run failed: no matches for kind "ServiceMonitor", until the release has installed',
    right: 'set wait: true in the spec of Kustomization monitoring, or healthChecks with its HelmRelease',
  },
});
