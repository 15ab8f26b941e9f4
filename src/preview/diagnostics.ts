import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const notApplied = defineDiagnostic({
  code: 'FX690',
  name: 'not-applied',
  severity: 'error',
  summary: 'What `render` was given would not be applied: Flux fails on it, or leaves an object out.',
  page: {
    example: 'fluxspan render dev --infra output.json   // and the output lacks TF_HOST',
    flux: 'variable not set (strict mode): "TF_HOST"',
    right: 'what `contract check` has nothing to say of',
  },
});

export const patchesNotRendered = defineDiagnostic({
  code: 'FX691',
  name: 'patches-not-rendered',
  severity: 'notice',
  summary:
    'A Kustomization changes its objects by images, components or commonMetadata, or by patches that select by labels, which `render` does not show.',
});
