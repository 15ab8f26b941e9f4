import { defineDiagnostic } from '../diagnostics/index.js';

export const unknownFeatureGate = defineDiagnostic({
  code: 'FX109',
  name: 'unknown-feature-gate',
  severity: 'error',
  summary:
    '`flux.featureGates` of a cluster has a gate that a controller of this version of Flux does not know. The controller would end at its start, and nothing would be reconciled.',
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
  summary:
    'The settings of Flux in `flux` of a cluster contradict each other, or name something that Flux does not have.',
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
