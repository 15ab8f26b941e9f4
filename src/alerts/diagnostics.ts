import { defineDiagnostic } from '../diagnostics/index.js';

export const alertOption = defineDiagnostic({
  code: 'FX870',
  name: 'alert-option',
  severity: 'error',
  summary:
    'alerts(), receiver() or a destination such as slack() was given an option that it does not have, one of the wrong form, or lacks one.',
  page: {
    example: "alerts({ to: slack({ chanel: 'platform' }) })",
    right: "alerts({ to: slack({ channel: 'platform', secret: { bootstrap: 'slack' } }) })",
  },
});

export const secretInClear = defineDiagnostic({
  code: 'FX871',
  name: 'secret-in-clear',
  severity: 'error',
  summary:
    'A destination of alerts or a receiver was given an address, token or key as text: everyone who reads the code or the tree could use it.',
  page: {
    example: "slack({ secret: 'https://hooks.slack.com/services/T…/B…/…' })",
    right:
      "slack({ secret: { bootstrap: 'slack' } })   // or { sops: 'secrets/slack.enc.yaml' }, or { store: 'vault', key: 'flux/slack' }",
  },
});

export const alertsEnd = defineDiagnostic({
  code: 'FX873',
  name: 'alerts-end',
  severity: 'notice',
  summary:
    "With lockdown, the Alerts of a cluster are about Flux's own namespace alone, and an addon's Kustomization lives in another one: Flux discards its events, and only a log says so.",
  page: {
    example:
      "new FluxCluster(app, 'dev', { lockdown: true, alerts: … })   // and web({ kustomization: { namespace: 'web' } })",
    right: "make an Alert and a Provider in that namespace by an addon; or leave the Kustomization in 'flux-system'",
  },
});
