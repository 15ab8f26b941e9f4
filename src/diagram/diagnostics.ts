import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const tooManyLevels = defineDiagnostic({
  code: 'FX018',
  name: 'too-many-levels',
  severity: 'error',
  summary: 'A cluster comes up in more levels than `fluxspan graph` can lay out for a picture or a page.',
});
