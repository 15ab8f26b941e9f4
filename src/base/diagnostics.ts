import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const noBase = defineDiagnostic({
  code: 'FX504',
  name: 'no-base',
  severity: 'notice',
  summary: 'There is no commit to compare with, so changes of owner and removals were not looked for.',
  page: {
    example: 'npx fluxspan synth in a folder without git, or without the branch that Flux reads',
    right:
      "git fetch, or new FluxCluster(app, 'dev', { base: 'origin/main' }) with the revision that Flux follows; --no-base says that nothing is to be compared",
  },
});

export const olderKustomize = defineDiagnostic({
  code: 'FX011',
  name: 'older-kustomize',
  severity: 'warning',
  summary:
    'The kubectl on your PATH has an older kustomize than Flux, and builds with it what others have in the repository. Patches, names and generators may come out differently.',
  page: {
    example: 'kubectl 1.32, which has kustomize 5.5',
    right: 'kubectl 1.36 or later, which has kustomize 5.8, as Flux 2.9 does',
  },
});

export const baseNotBuilt = defineDiagnostic({
  code: 'FX507',
  name: 'base-not-built',
  severity: 'error',
  summary: 'The tree that Flux has, or would get, does not build, so it is not known what a change would do.',
  page: {
    example: 'a kustomization.yaml of the branch that Flux reads names a file that is not there',
    flux: 'kustomize build failed: …',
    right: 'the tree, fixed on that branch first in a commit of its own',
  },
});

export const fluxTreeFault = defineDiagnostic({
  code: 'FX533',
  name: 'flux-tree-fault',
  severity: 'warning',
  summary:
    "A Kustomization that fluxspan did not write can't work as it stands: it applies itself, two others apply it, it has no namespace, it reads a folder that isn't there, or the roots of two clusters read one folder.",
  page: {
    example: 'clusters/dev/apps.yaml says path: ./app, and the folder is called apps',
    flux: 'kustomization path not found: stat …/app: no such file or directory',
    right: 'path: ./apps, as a change of its own',
  },
});
