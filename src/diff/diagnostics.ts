import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const unknownRevision = defineDiagnostic({
  code: 'FX701',
  name: 'unknown-revision',
  severity: 'error',
  summary:
    "A revision that `fluxspan diff` compares with isn't in this clone, or diff can't tell which branch Flux follows.",
  page: {
    example: 'npx fluxspan diff v1.2.0   // in a clone without tags, or of depth 1',
    right: 'git fetch --unshallow --tags; in CI, check out with fetch-depth: 0',
  },
});

export const notCompared = defineDiagnostic({
  code: 'FX702',
  name: 'left-out-of-diff',
  severity: 'notice',
  summary:
    "diff doesn't compare a part of what Flux applies: another repository, a folder that doesn't build, or values that only the cluster has.",
});

export const contractNotRead = defineDiagnostic({
  code: 'FX703',
  name: 'contract-not-read',
  severity: 'warning',
  summary:
    "The contract that is committed at a revision can't be read, so vars of that side keep their names in the comparison.",
});

export const helmNotUsable = defineDiagnostic({
  code: 'FX704',
  name: 'helm-not-usable',
  severity: 'error',
  summary:
    '`fluxspan diff --helm` needs helm 3.8 or newer on the PATH. The rest of the comparison is shown without it.',
  page: {
    example: 'npx fluxspan diff --helm   // and helm is not installed',
    right: 'install helm (https://helm.sh/docs/intro/install/), or run diff without --helm',
  },
});

export const releaseNotRendered = defineDiagnostic({
  code: 'FX705',
  name: 'release-not-rendered',
  severity: 'warning',
  summary:
    "A release can't be rendered on one of the two sides, because its chart can't be fetched or a template fails, so diff doesn't compare its objects.",
});
