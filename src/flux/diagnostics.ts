import { defineDiagnostic } from '../diagnostics/index.js';

export const unknownFeatureGate = defineDiagnostic({
  code: 'FX109',
  name: 'unknown-feature-gate',
  severity: 'error',
  summary:
    "`flux.featureGates` of a cluster has a gate that a controller of this version of Flux doesn't know. The controller would exit when it starts, and nothing would be reconciled.",
  page: {
    example: "flux: { version: '2.9', featureGates: { CancelHealthChecksOnNewRevision: true } }",
    flux: "unable to load feature gates: feature-gate 'CancelHealthChecksOnNewRevision' not supported",
    right: "flux: { version: '2.9', featureGates: { CancelHealthCheckOnNewRevision: true } }",
  },
});

export const fluxSettings = defineDiagnostic({
  code: 'FX110',
  name: 'flux-settings',
  severity: 'error',
  summary: "The cluster's `flux` settings contradict each other, or name something that Flux doesn't have.",
  page: {
    example: "new FluxCluster(app, 'dev', { lockdown: true, flux: { version: '2.9' } })",
    right: "new FluxCluster(app, 'dev', { flux: { version: '2.9', noCrossNamespaceRefs: true } })",
  },
});

export const gateNeedsOther = defineDiagnostic({
  code: 'FX111',
  name: 'gate-needs-other',
  severity: 'warning',
  summary:
    '`CancelHealthCheckOnNewRevision` is on in helm-controller without `DefaultToRetryOnFailure`: a release whose health check is cancelled counts as failed, and one without retries stays so.',
  page: {
    example: "flux: { version: '2.9', featureGates: { CancelHealthCheckOnNewRevision: true } }",
    flux: 'New reconciliation triggered by HelmRelease/web/web; and after that nothing, for a release without retries',
    right:
      "featureGates: { CancelHealthCheckOnNewRevision: { 'kustomize-controller': true } }; or DefaultToRetryOnFailure: true beside it",
  },
});
