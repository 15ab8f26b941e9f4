import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const noBase = defineDiagnostic({
  code: 'FX504',
  name: 'no-base',
  severity: 'notice',
  summary:
    "There is no commit to compare with, so synth didn't look for changes of owner and removals. As an error: for `--check`, `--base` and handovers, which need the comparison, except that `--check` accepts a repository that has no commit or no remote yet.",
  page: {
    example: 'npx fluxspan synth in a folder without git, or without the branch that Flux reads',
    right:
      "git fetch, or new FluxCluster(app, 'dev', { base: 'origin/main' }) with the revision that Flux follows; pass --no-base to skip the comparison",
  },
});

export const olderKustomize = defineDiagnostic({
  code: 'FX011',
  name: 'older-kustomize',
  severity: 'warning',
  summary:
    'The kubectl on your PATH has an older kustomize than Flux. synth and audit build hand-written folders with it, so patches, names and generators may come out differently in Flux.',
  page: {
    example: 'kubectl 1.32, which has kustomize 5.5',
    right: 'install kubectl 1.36 or later, which has kustomize 5.8, as Flux 2.9 does',
  },
});

export const baseNotBuilt = defineDiagnostic({
  code: 'FX507',
  name: 'base-not-built',
  severity: 'error',
  summary: "The tree on Flux's branch, or the new one, doesn't build, so synth can't tell what the change does.",
  page: {
    example: 'a kustomization.yaml of the branch that Flux reads names a file that is not there',
    flux: 'kustomize build failed: …',
    right: 'fix the tree on that branch first, in a commit of its own',
  },
});

export const fluxTreeFault = defineDiagnostic({
  code: 'FX533',
  name: 'flux-tree-fault',
  severity: 'warning',
  summary:
    "A Kustomization that fluxspan didn't write can't work: it applies itself, two others apply it, it has no namespace, it reads a folder that doesn't exist, or the roots of two clusters read the same folder.",
  page: {
    example: 'clusters/dev/apps.yaml has path: ./app, and the folder is called apps',
    flux: 'kustomization path not found: stat …/app: no such file or directory',
    right: 'path: ./apps, in a change of its own',
  },
});

export const ignoredByGit = defineDiagnostic({
  code: 'FX565',
  name: 'ignored-by-git',
  severity: 'error',
  summary:
    'git ignores files that synth generates, or that init writes; or a folder that they are in is a repository of its own. They are never committed. Flux finds no folder for a Kustomization whose files are missing, or applies a part of it.',
  page: {
    example: 'an addon "logs", and a .gitignore with the line logs/',
    flux: 'kustomization path not found: stat …/k8s/addons/dev/logs: no such file or directory',
    right: 'limit the line to the folder that it is about (/logs/), or end the .gitignore with !/k8s/ and !/k8s/**',
  },
});

export const changedByGit = defineDiagnostic({
  code: 'FX566',
  name: 'changed-by-git',
  severity: 'error',
  summary:
    "A filter or an encoding in `.gitattributes` changes generated files when they are committed, so Flux reads something else: it runs no filter. An error for filters that Flux certainly can't read, such as Git LFS and git-crypt, and a notice for others.",
  page: {
    example: 'a .gitattributes with the line *.yaml filter=lfs',
    flux: 'kustomize build failed: … (the file is a pointer of Git LFS)',
    right: 'end the .gitattributes with k8s/** -filter',
  },
});
