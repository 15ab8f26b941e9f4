import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const notPromoted = defineDiagnostic({
  code: 'FX746',
  name: 'not-promoted',
  severity: 'error',
  summary:
    "`fluxspan promote` can't do what it was asked to: the app has no `rollout`, versions.yaml has no such name or no rings for it, the rollout has no such ring, or several rings could be the next one. It writes nothing then.",
  page: {
    example: 'npx fluxspan promote podinfo --to dev   # dev is the first ring, which bots and people update',
    right: 'npx fluxspan promote podinfo --to staging',
  },
});

export const heldBack = defineDiagnostic({
  code: 'FX747',
  name: 'held-back',
  severity: 'error',
  summary:
    'A ring is held back in versions.yaml, by somebody and for a reason, until a date. `fluxspan promote` refuses the name if it was given, and otherwise leaves it out with a notice.',
});
