import { defineDiagnostic } from '../../diagnostics/define-diagnostic.js';

export const rootChangesTree = defineDiagnostic({
  code: 'FX540',
  name: 'root-changes-tree',
  severity: 'error',
  summary:
    "A patch or another transformation in Flux's root removes something that synth generates, gives it another name or namespace, or makes its Kustomization read another folder.",
  page: {
    example:
      'k8s/clusters/dev/kustomization.yaml has a patch with $patch: delete whose target is every Kustomization, the addon web included',
    flux: "nothing: it never applies the addon, or deletes the addon's objects",
    right: 'use a target that excludes the generated Kustomizations, such as a labelSelector or a name',
  },
});

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

export const controllerLost = defineDiagnostic({
  code: 'FX549',
  name: 'controller-lost',
  severity: 'error',
  summary:
    'A controller of Flux is removed from a FluxInstance or gotk-components.yaml, patched out or gets no pod, while objects of its kinds exist: nothing reconciles them any more. Without source-controller or kustomize-controller, no commit reaches the cluster.',
  page: {
    example: 'spec.components of FluxInstance/flux without helm-controller, and HelmRelease/web in the tree',
    flux: 'nothing: the release stays as it is, and no commit changes or removes it',
    right: 'keep helm-controller in spec.components; or remove the releases first, in a change of its own',
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

export const sourceMissing = defineDiagnostic({
  code: 'FX551',
  name: 'source-missing',
  severity: 'error',
  summary: "The addons' Kustomizations read a source that nothing makes; Flux's root reads another one.",
  page: {
    example:
      'flux bootstrap under another name, gotk-sync.yaml with GitRepository/fleet, and new FluxApp() without source',
    flux: "Source artifact not found, retrying in 30s: GitRepository 'flux-system/flux-system' not found",
    right: "new FluxApp({ source: { kind: 'GitRepository', name: 'fleet', namespace: 'flux-system' } })",
  },
});

export const lockdownOrder = defineDiagnostic({
  code: 'FX525',
  name: 'lockdown-order',
  severity: 'warning',
  summary:
    'One change sets the flag `--no-cross-namespace-refs` and moves the sources of releases: helm-controller can then no longer delete the old HelmChart, and the release gets stuck.',
  page: {
    example:
      "new FluxCluster(app, 'dev', { lockdown: true }), and the flag in flux-system/kustomization.yaml, in one change",
    flux: 'cross-namespace references are not allowed: cannot access HelmChart flux-system/web-web; in the log of helm-controller alone, while the release stays as it was',
    right:
      "set chartSourceNamespace: 'release-namespace' first; add the flag and lockdown: true when Flux has applied that",
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

export const rootAppliesAddons = defineDiagnostic({
  code: 'FX550',
  name: 'root-applies-addons',
  severity: 'error',
  summary:
    "Flux's root reads the folders of addons itself, since they are below its own folder. It applies their objects, too, without the settings and vars of the addons' Kustomizations.",
  page: {
    example: "flux bootstrap with --path=., no kustomization.yaml at the repository's root, and the tree in k8s/",
    flux: "nothing; the root and the addon's Kustomization keep overwriting each other's objects",
    right: "add a kustomization.yaml at the repository's root with resources: [flux-system, clusters/dev/web.yaml]",
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

export const shardMissing = defineDiagnostic({
  code: 'FX552',
  name: 'shard-missing',
  severity: 'warning',
  summary:
    "A Flux object has the label of a shard that the FluxInstance doesn't have: no controller reconciles it. Right only if you run controllers for that label elsewhere.",
  page: {
    example:
      'spec.sharding.shards: [shard1] of FluxInstance/flux, and a Kustomization with sharding.fluxcd.io/key: shard2',
    flux: 'nothing: the object never gets a status',
    right: 'shards: [shard1, shard2]; or sharding.fluxcd.io/key: shard1',
  },
});

export const instanceLockdown = defineDiagnostic({
  code: 'FX553',
  name: 'instance-lockdown',
  severity: 'warning',
  summary:
    "A FluxInstance has `multitenant: true`, and the cluster's code doesn't declare what follows: no references to other namespaces, and a service account for every object that names none.",
  page: {
    example:
      'spec.cluster.multitenant: true of FluxInstance/flux, and new FluxCluster(app, "dev") without flux settings',
    flux: "can't access 'GitRepository/flux-system/web', cross-namespace references have been blocked; or: ConfigMap/web dry-run failed (Forbidden)",
    right: "flux: { version: '2.9', noCrossNamespaceRefs: true, defaultServiceAccount: 'default' }",
  },
});
