import { defineDiagnostic } from '../../diagnostics/define-diagnostic.js';

export const rootChangesTree = defineDiagnostic({
  code: 'FX540',
  name: 'root-changes-tree',
  severity: 'error',
  summary:
    "A patch or another transformation of Flux's root takes out what synth generates, gives it another name or namespace, or lets its Kustomization read another folder.",
  page: {
    example:
      'k8s/clusters/dev/kustomization.yaml has a patch with $patch: delete whose target is every Kustomization, the addon web included',
    flux: 'nothing: it never applies the addon, or deletes what it has of it',
    right: 'a target that leaves the generated Kustomizations out, such as a labelSelector or a name',
  },
});

export const rootLost = defineDiagnostic({
  code: 'FX541',
  name: 'root-lost',
  severity: 'error',
  summary:
    "Flux's root would no longer read the cluster's folder, or would delete itself: Flux deletes all that was applied from there.",
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
    'A controller of Flux leaves a FluxInstance or gotk-components.yaml, is patched out or gets no pod, while objects of its kinds are there: nothing reconciles them any more. Without source-controller or kustomize-controller, no commit reaches the cluster.',
  page: {
    example: 'spec.components of FluxInstance/flux without helm-controller, and HelmRelease/web in the tree',
    flux: 'nothing: the release stays as it is, and no commit changes or removes it',
    right: 'helm-controller in spec.components; or the releases removed first, in a change of its own',
  },
});

export const rootSourceChanged = defineDiagnostic({
  code: 'FX542',
  name: 'root-source-changed',
  severity: 'warning',
  summary:
    "The source of Flux's root, or of other Kustomizations whose files are in this repository, changes to another repository, branch or version, or lays files of another one over the tree. What is there isn't seen here; Flux deletes what it doesn't find.",
  page: {
    example: 'gotk-sync.yaml: url: https://github.com/example/fleet becomes https://gitlab.example.org/fleet',
    flux: 'nothing, if both hold the same files',
    right: 'the same files in the new place, before this change is merged',
  },
});

export const sourceMissing = defineDiagnostic({
  code: 'FX551',
  name: 'source-missing',
  severity: 'error',
  summary: "The Kustomizations of addons read a source that nothing makes; Flux's root reads another one.",
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
    "The flag `--no-cross-namespace-refs` comes with the change that moves the sources of releases: helm-controller can't delete the old HelmChart any more, and the release gets stuck.",
  page: {
    example:
      "new FluxCluster(app, 'dev', { lockdown: true }), and the flag in flux-system/kustomization.yaml, in one change",
    flux: 'cross-namespace references are not allowed: cannot access HelmChart flux-system/web-web; in the log of helm-controller alone, while the release stays as it was',
    right: "chartSourceNamespace: 'release-namespace' first; the flag and lockdown: true when Flux has applied that",
  },
});

export const fileIgnored = defineDiagnostic({
  code: 'FX544',
  name: 'file-ignored',
  severity: 'error',
  summary:
    "Flux's source leaves out files that synth generates: by a `.sourceignore`, by `ignore` or `sparseCheckout` of the source, or by an ArtifactGenerator that doesn't copy them.",
  page: {
    example:
      'a .sourceignore with the line k8s/addons/, or sparseCheckout: [k8s/clusters] of the GitRepository flux-system',
    flux: 'kustomization path not found: stat …/k8s/addons/dev/web: no such file or directory',
    right: 'a .sourceignore that lets them in: !/k8s/**, as its last line',
  },
});

export const rootAppliesAddons = defineDiagnostic({
  code: 'FX550',
  name: 'root-applies-addons',
  severity: 'error',
  summary:
    "Flux's root reads the folders of addons itself, since they lie below the folder that it reads: it applies their objects beside the addons' Kustomizations, without their settings and vars.",
  page: {
    example: "flux bootstrap with --path=., no kustomization.yaml at the repository's root, and the tree in k8s/",
    flux: "nothing: the root and the addon's Kustomization take each object from each other again and again",
    right: "a kustomization.yaml at the repository's root with resources: [flux-system, clusters/dev/web.yaml]",
  },
});

export const rootChangesVars = defineDiagnostic({
  code: 'FX543',
  name: 'root-changes-vars',
  severity: 'error',
  summary:
    "Flux's root makes Flux substitute in text that isn't meant for it, or takes away vars that an addon reads: by a patch of `postBuild`, or by its own.",
  page: {
    example:
      'k8s/clusters/dev/kustomization.yaml adds postBuild.substituteFrom to every Kustomization, and an addon without vars has a script with ${HOME}',
    flux: 'variable not set (strict mode): "HOME"; before Flux 2.9 nothing, and the text has a hole',
    right: 'kustomize.toolkit.fluxcd.io/substitute: disabled on the object, or a target that leaves the addon out',
  },
});

export const rootReference = defineDiagnostic({
  code: 'FX545',
  name: 'root-reference',
  severity: 'error',
  summary:
    "Flux's root patches a reference into an addon's Kustomization, and what it names is in nothing that Flux reads for the cluster. A Secret, ConfigMap or ServiceAccount may come from elsewhere: of those it is a notice, once.",
  page: {
    example:
      'k8s/clusters/dev/kustomization.yaml adds dependsOn: [{ name: infra }] to every Kustomization, and none is called infra',
    flux: "dependency 'flux-system/infra' not found",
    right: 'the name of a Kustomization that is there, or a target that leaves the generated ones out',
  },
});

export const rootBreaksOrder = defineDiagnostic({
  code: 'FX546',
  name: 'root-breaks-order',
  severity: 'warning',
  summary:
    "Flux's root takes out of an addon's Kustomization what the order of addons needs: a dependency, `wait` or health checks; or it suspends an addon that others wait for. Or the root or its source is suspended itself, and nothing of a change is applied.",
  page: {
    example: 'k8s/clusters/dev/kustomization.yaml sets wait: false on every Kustomization',
    flux: 'nothing: dependents start as soon as the objects are applied, and fail until what they need is ready',
    right: 'a target that leaves the generated Kustomizations out',
  },
});

export const rootNotRead = defineDiagnostic({
  code: 'FX547',
  name: 'root-not-read',
  severity: 'notice',
  summary:
    "Flux's root may patch the generated Kustomizations, and what it makes of them can't be read here, so it isn't checked.",
  page: {
    example: 'npx fluxspan synth --no-base outside of git, beside k8s/clusters/dev/kustomization.yaml',
    right: 'the same in a clone, with kubectl installed',
  },
});

export const shardMissing = defineDiagnostic({
  code: 'FX552',
  name: 'shard-missing',
  severity: 'warning',
  summary:
    'An object of Flux has the label of a shard that the FluxInstance does not have: no controller reconciles it. Right only where somebody else runs controllers for that label.',
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
    "A FluxInstance has `multitenant: true`, and the cluster's code does not declare what that means: no references to other namespaces, and a service account for all that names none.",
  page: {
    example:
      'spec.cluster.multitenant: true of FluxInstance/flux, and new FluxCluster(app, "dev") without flux settings',
    flux: "can't access 'GitRepository/flux-system/web', cross-namespace references have been blocked; or: ConfigMap/web dry-run failed (Forbidden)",
    right: "flux: { version: '2.9', noCrossNamespaceRefs: true, defaultServiceAccount: 'default' }",
  },
});
