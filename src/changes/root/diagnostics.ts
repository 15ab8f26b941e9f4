import { defineDiagnostic } from '../../diagnostics/define-diagnostic.js';

export const rootLost = defineDiagnostic({
  code: 'FX541',
  name: 'root-lost',
  severity: 'error',
  summary:
    "Flux's root would no longer read the cluster's folder, or would delete itself: Flux deletes everything that it applied from there.",
  page: {
    example: 'k8s/clusters/dev/flux-system/gotk-sync.yaml gets path: ./flux/dev, and the tree stays where it is',
    flux: 'nothing: it deletes every Kustomization that is no longer built, with all that it applied',
    right:
      "path: ./k8s/clusters/dev; to move a cluster, set prune: false first, in a change of its own; to go from flux bootstrap to a FluxInstance, remove Flux's own files when Flux Operator has taken them over",
  },
});

export const rootSourceChanged = defineDiagnostic({
  code: 'FX542',
  name: 'root-source-changed',
  severity: 'warning',
  summary:
    "The source of Flux's root, or of other Kustomizations whose files are in this repository, changes to another repository, branch or version, or adds files of another repository to the tree. synth can't see the new place; Flux deletes what it doesn't find there.",
  page: {
    example: 'gotk-sync.yaml: url: https://github.com/example/fleet becomes https://gitlab.example.org/fleet',
    flux: 'nothing, if both hold the same files',
    right: 'put the same files into the new place before you merge this change',
  },
});

export const fileIgnored = defineDiagnostic({
  code: 'FX544',
  name: 'file-ignored',
  severity: 'error',
  summary:
    "Flux's source leaves out files that synth generates, because of a `.sourceignore`, the source's `ignore` or `sparseCheckout`, or an ArtifactGenerator that doesn't copy them.",
  page: {
    example:
      'a .sourceignore with the line k8s/addons/, or sparseCheckout: [k8s/clusters] of the GitRepository flux-system',
    flux: 'kustomization path not found: stat …/k8s/addons/dev/web: no such file or directory',
    right: 'end the .sourceignore with a line that includes them: !/k8s/**',
  },
});

export const rootChangesVars = defineDiagnostic({
  code: 'FX543',
  name: 'root-changes-vars',
  severity: 'error',
  summary:
    "Flux's root makes Flux substitute text that isn't meant for it, or removes vars that an addon reads, by a patch of `postBuild` or by its own `postBuild`.",
  page: {
    example:
      'k8s/clusters/dev/kustomization.yaml adds postBuild.substituteFrom to every Kustomization, and an addon without vars has a script with ${HOME}',
    flux: 'variable not set (strict mode): "HOME"; before Flux 2.9 nothing, and the value is missing from the text',
    right:
      'set kustomize.toolkit.fluxcd.io/substitute: disabled on the object, or use a target that excludes the addon',
  },
});

export const rootReference = defineDiagnostic({
  code: 'FX545',
  name: 'root-reference',
  severity: 'error',
  summary:
    "Flux's root patches a reference into an addon's Kustomization, and nothing that Flux reads for the cluster has what it names. For a Secret, ConfigMap or ServiceAccount, which may come from elsewhere, it is a notice, once.",
  page: {
    example:
      'k8s/clusters/dev/kustomization.yaml adds dependsOn: [{ name: infra }] to every Kustomization, and there is no Kustomization infra',
    flux: "dependency 'flux-system/infra' not found",
    right: 'use the name of a Kustomization that exists, or a target that excludes the generated ones',
  },
});

export const rootBreaksOrder = defineDiagnostic({
  code: 'FX546',
  name: 'root-breaks-order',
  severity: 'warning',
  summary:
    "Flux's root removes from an addon's Kustomization what the order of addons needs: a dependency, `wait` or health checks. Or it suspends an addon that others wait for. Or the root or its source is suspended, so Flux applies no change.",
  page: {
    example: 'k8s/clusters/dev/kustomization.yaml sets wait: false on every Kustomization',
    flux: 'nothing: dependents start as soon as the objects are applied, and fail until what they need is ready',
    right: 'use a target that excludes the generated Kustomizations',
  },
});

export const rootNotRead = defineDiagnostic({
  code: 'FX547',
  name: 'root-not-read',
  severity: 'notice',
  summary:
    "Flux's root may patch the generated Kustomizations, and synth can't read the result here, so it doesn't check it.",
  page: {
    example: 'npx fluxspan synth --no-base outside of git, beside k8s/clusters/dev/kustomization.yaml',
    right: 'run it in a clone, with kubectl installed',
  },
});
