import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const ownerChanged = defineDiagnostic({
  code: 'FX501',
  name: 'owner-changed',
  severity: 'error',
  summary:
    'An object moves to another Kustomization in one change, so Flux would delete it. `fluxspan handover` splits the change in two.',
  page: {
    example: 'an addon is renamed from web to shop: Kustomization web deletes its objects, and shop creates them again',
    right:
      'run npx fluxspan handover --cluster dev, which splits it into two commits: first web lets go, then shop takes over',
  },
});

export const removalNotDeclared = defineDiagnostic({
  code: 'FX502',
  name: 'removal-not-declared',
  severity: 'error',
  summary:
    "A removal also deletes data, other objects or something outside the cluster, and the cluster's code doesn't declare it.",
  page: {
    example: 'the addon database is removed from its stage: Flux deletes its Kustomization and all that it applied',
    right: "dev.removed('database', { reason: 'moved to RDS' })",
  },
});

export const removalUnmatched = defineDiagnostic({
  code: 'FX503',
  name: 'removal-unmatched',
  severity: 'notice',
  summary:
    'A `removed(…)` or `replaced(…)` of a cluster matches nothing in the change: it is no longer needed, or names something else.',
  page: {
    example: ".removed('database', { reason: '…' })   // and the last change removed it",
    right: 'remove the line',
  },
});

export const notCompared = defineDiagnostic({
  code: 'FX505',
  name: 'not-compared',
  severity: 'notice',
  summary:
    "A Kustomization that fluxspan didn't write applies something that synth can't read: it is in another repository, encrypted, or fetched from the network. synth compares everything else.",
  page: {
    example: 'a kustomization.yaml with resources: [https://github.com/example/app//deploy]',
    right: 'do nothing, if no addon has an object of it',
  },
});

export const foreignOwner = defineDiagnostic({
  code: 'FX506',
  name: 'foreign-owner',
  severity: 'error',
  summary:
    "An object of the plan is also in the files of a Kustomization or ResourceSet that fluxspan didn't write, or the Flux Operator makes it for a FluxInstance: it has two owners.",
  page: {
    example: 'k8s/clusters/dev/legacy.yaml applies HelmRelease/web, and so does an addon',
    flux: "nothing; each keeps overwriting the other's object",
    right: 'npx fluxspan handover --from k8s/clusters/dev',
  },
});

export const uncertainOwner = defineDiagnostic({
  code: 'FX548',
  name: 'uncertain-owner',
  severity: 'warning',
  summary:
    "An object may already be applied by a Kustomization that fluxspan didn't write, whose path has a var with an unknown value. As a notice: synth finds nothing that applies it, so somebody may have applied it by hand.",
  page: {
    example:
      'Kustomization shop has path: ./apps/shop/${CLUSTER}, CLUSTER comes from a Secret, and apps/shop/dev has HelmRelease/shop as an addon does',
    flux: "nothing; each keeps overwriting the other's object",
    right:
      "set CLUSTER: dev in postBuild.substitute of Flux's root; then run npx fluxspan handover --from k8s/clusters/dev",
  },
});

export const handoverNotMerged = defineDiagnostic({
  code: 'FX508',
  name: 'handover-not-merged',
  severity: 'error',
  summary: 'Only this branch has the first step of a handover: both steps would reach Flux as one change.',
  page: {
    example: 'npx fluxspan handover, then npx fluxspan synth on the same branch',
    right: 'merge the first step and let Flux reconcile it, then run synth for the second',
  },
});

export const handoverBlocked = defineDiagnostic({
  code: 'FX509',
  name: 'handover-blocked',
  severity: 'error',
  summary: "A handover can't be written here, so nothing was written.",
  page: {
    example: 'npx fluxspan handover with changes in k8s/ that are not committed',
    right: 'do what the message says, in a change of its own; then run handover again',
  },
});

export const handoverStep = defineDiagnostic({
  code: 'FX510',
  name: 'handover-step',
  severity: 'notice',
  summary: 'The tree is the first or the second step of a handover.',
  page: {
    example: 'npx fluxspan synth after the first step has been merged',
    right: 'merge each step alone, and the second one after Flux has reconciled the first',
  },
});

export const namespaceCreator = defineDiagnostic({
  code: 'FX511',
  name: 'namespace-creator',
  severity: 'warning',
  summary:
    "A namespace changes its creator between Flux and Terraform. Terraform fails or destroys it, unless you change Terraform's state or code first.",
  page: {
    example: 'an addon that made its own namespace gets infra.values, so Terraform writes into it and creates it',
    right: 'paste the import block, or run terraform state rm, as the message says, before you merge the change',
  },
});

export const terraformWrites = defineDiagnostic({
  code: 'FX512',
  name: 'terraform-writes',
  severity: 'error',
  summary: 'Terraform writes a file or namespace that a handover changes, so it would undo the change.',
  page: {
    example: 'Terraform has a github_repository_file of k8s/clusters/dev/web.yaml, which handover edits',
    right: "remove the resource from Terraform's state first, with a `removed` block and `destroy = false`",
  },
});

export const versionChanged = defineDiagnostic({
  code: 'FX514',
  name: 'version-changed',
  severity: 'warning',
  summary: 'The adoption would also change the version of a chart or tag. Upgrade in a separate change.',
  page: {
    example: 'the files have version 1.2.0 of a chart, and the addon pins 1.4.0',
    right: "set web({ version: '1.2.0' }), adopt, and remove it in a change of its own; or pass --with-upgrades",
  },
});

export const replacementNotDeclared = defineDiagnostic({
  code: 'FX515',
  name: 'replacement-not-declared',
  severity: 'error',
  summary:
    "An object stays in the tree, but Flux removes what it manages and creates it again, and the cluster's code doesn't declare that.",
  page: {
    example: "helmChart({ url: 'https://charts.example.org', chart: 'redis', … }) becomes chart: 'valkey'",
    flux: 'release target configuration changed (chart name): running uninstall for current release',
    right:
      "upgrade: { chartNameChangeStrategy: 'InPlaceUpdate' } in the HelmRelease, or dev.replaced({ kind: 'HelmRelease', name: 'redis' }, { reason: 'valkey takes its place' })",
  },
});

export const replacementUncertain = defineDiagnostic({
  code: 'FX516',
  name: 'replacement-uncertain',
  severity: 'warning',
  summary:
    "A change may do harm: Flux may remove what an object manages and create it again, or destroy what belongs to the object. Whether it does depends on something that the tree doesn't show.",
  page: {
    example: "helmChart({ url: 'oci://ghcr.io/example/redis', … }) becomes url: 'oci://registry.example.org/cache'",
    flux: 'nothing if the chart in both is called redis, and otherwise: running uninstall for current release',
    right: "helmChart({ url: 'oci://registry.example.org/cache', chart: 'redis', … })",
  },
});

export const changeNotDeclared = defineDiagnostic({
  code: 'FX517',
  name: 'change-not-declared',
  severity: 'error',
  summary:
    "An object stays in the tree, but a change of it destroys what belongs to it, and the cluster's code doesn't declare that.",
  page: {
    example:
      'a StatefulSet with persistentVolumeClaimRetentionPolicy.whenScaled: Delete goes from 3 replicas to 1; or a Terraform object of tofu-controller gets destroy: true',
    flux: 'nothing: Kubernetes deletes the claims of the removed pods, with the data on their volumes',
    right:
      "whenScaled: Retain, or dev.replaced({ kind: 'StatefulSet', name: 'db', namespace: 'db' }, { reason: 'the replicas hold nothing of their own' })",
  },
});

export const treeMoved = defineDiagnostic({
  code: 'FX518',
  name: 'tree-moved',
  severity: 'warning',
  summary:
    "The folder of a cluster has moved since the base, and with this change Flux's root reads the new one. The old folder stays, and Flux applies it until the change is reconciled.",
  page: {
    example: "new FluxCluster(app, 'dev', { path: 'flux/dev' }), where the tree had k8s/clusters/dev",
    flux: 'nothing; if k8s/clusters/dev is deleted too early: kustomization path not found',
    right: 'merge the change with both folders in the tree; when Flux has reconciled it, delete k8s/clusters/dev',
  },
});

export const folderMoved = defineDiagnostic({
  code: 'FX015',
  name: 'folder-moved',
  severity: 'error',
  summary:
    "The folder of a cluster has moved since the base: its `path` or the app's `root` changed, or the project moved. Flux's root still reads the old folder, so it would apply nothing of the new one, or delete what it no longer finds.",
  page: {
    example: "new FluxCluster(app, 'dev', { path: 'flux/dev' }), where the tree had k8s/clusters/dev",
    flux: 'nothing: it keeps applying the old folder, and if that is emptied, deletes every Kustomization of the cluster with all that it applied',
    right: `cp -r k8s/clusters/dev/flux-system flux/dev/
# in both copies of gotk-sync.yaml: spec.path: ./flux/dev
npx fluxspan synth                # writes flux/dev, and leaves k8s/clusters/dev
# merge; when Flux has reconciled it:
git rm -r k8s/clusters/dev`,
  },
});

export const updateRefused = defineDiagnostic({
  code: 'FX520',
  name: 'update-refused',
  severity: 'error',
  summary:
    "The API server refuses a change of an object that is already in the cluster: a field is immutable, or a rule of its schema forbids the change. Flux can't apply the object from then on.",
  page: {
    example: 'storageClass({ iops: 4000 }) for a class that is in the cluster with 3000',
    flux: 'StorageClass/gp3 dry-run failed (Invalid): … updates to parameters are forbidden.',
    right:
      "add a second class under another name, and keep the old one until nothing uses it; or set the annotation kustomize.toolkit.fluxcd.io/force: enabled on it, and dev.replaced({ kind: 'StorageClass', name: 'gp3' }, { reason: 'volumes stay as they are' })",
  },
});

export const updateUncertain = defineDiagnostic({
  code: 'FX521',
  name: 'update-uncertain',
  severity: 'notice',
  summary:
    "The API server may refuse a change of an object that is already in the cluster; that depends on something that the tree doesn't show.",
  page: {
    example:
      "a PersistentVolumeClaim without storageClassName, which the cluster's default class has filled in, gets one",
    flux: 'nothing if it is the one that the cluster has filled in; otherwise: spec is immutable after creation',
    right: 'set the value that the object has in the cluster: kubectl get pvc/data -o yaml',
  },
});

export const replacedByHand = defineDiagnostic({
  code: 'FX522',
  name: 'replaced-by-hand',
  severity: 'warning',
  summary:
    "The cluster's code declares that an object is replaced, but Flux doesn't replace it by itself: you have to delete it.",
  page: {
    example: "dev.replaced({ kind: 'StatefulSet', name: 'db' }, { reason: 'larger volumes' }), without the annotation",
    flux: 'StatefulSet/db dry-run failed (Invalid): … updates to statefulset spec … are forbidden',
    right:
      'run kubectl delete statefulset.apps/db --cascade=orphan when the change is merged, or set the annotation kustomize.toolkit.fluxcd.io/force: enabled on it',
  },
});

export const unservedVersion = defineDiagnostic({
  code: 'FX720',
  name: 'unserved-version',
  severity: 'error',
  summary:
    "A change of a CRD stops serving a version that objects in files that fluxspan didn't write still use, so Flux can no longer apply them.",
  page: {
    example:
      'served: false for v1beta1 in a CRD, while a hand-written file has an object with apiVersion: example.org/v1beta1',
    flux: 'no matches for kind "Widget" in version "example.org/v1beta1"',
    right: 'change the objects to apiVersion: example.org/v1 first, and set served: false when Flux has applied them',
  },
});

export const danglingReference = defineDiagnostic({
  code: 'FX523',
  name: 'dangling-reference',
  severity: 'error',
  summary: 'The change deletes an object that another object of the tree still refers to.',
  page: {
    example: "the ConfigMap web-settings becomes web-config, and the Deployment's envFrom still names web-settings",
    flux: 'pods that start from then on wait: Error: configmap "web-settings" not found',
    right: 'envFrom: [{ configMapRef: { name: "web-config" } }]; or keep web-settings',
  },
});

export const unseenChange = defineDiagnostic({
  code: 'FX524',
  name: 'unseen-change',
  severity: 'notice',
  summary:
    "A source changes its files, and a Kustomization that prunes reads it. Flux deletes what the new files no longer have, and the tree doesn't show what that is.",
  page: {
    example: 'ref: { tag: v1.2.0 } of a GitRepository with CRDs becomes ref: { tag: v2.0.0 }',
    flux: 'nothing: CRDs that v2.0.0 no longer has are deleted, with all objects of their kinds',
    right: 'compare the files of both versions before you merge the change',
  },
});

export const rootNotBuilt = defineDiagnostic({
  code: 'FX530',
  name: 'root-not-built',
  severity: 'error',
  summary:
    "With this change, a Kustomization that fluxspan didn't write no longer builds, so Flux no longer applies any of it.",
  page: {
    example: 'clusters/dev/web-hand-written.yaml has Kustomization web, and an addon is called web, too',
    flux: 'kustomize build failed: may not add resource with an already registered id: Kustomization.v1.kustomize.toolkit.fluxcd.io/web.flux-system',
    right: 'give the addon another name, or run npx fluxspan handover --from k8s/clusters/dev',
  },
});

export const notListed = defineDiagnostic({
  code: 'FX531',
  name: 'not-listed',
  severity: 'error',
  summary:
    "A kustomization file doesn't list a generated file, so Flux never applies it; or it no longer lists a file that still exists, and Flux deletes the objects in that file.",
  page: {
    example: 'k8s/clusters/dev/kustomization.yaml lists only flux-system, and synth writes web.yaml beside it',
    flux: 'nothing: the file is never read',
    right: 'resources: [flux-system, web.yaml]',
  },
});

export const releaseHasTwoOwners = defineDiagnostic({
  code: 'FX532',
  name: 'release-has-two-owners',
  severity: 'error',
  summary:
    "A HelmRelease of an addon and one that fluxspan didn't write manage the same Helm release: each upgrades what the other has installed, and removing either one uninstalls it.",
  page: {
    example:
      'flux-system/metrics-server with releaseName: metrics-server and targetNamespace: kube-system, written by hand, and kube-system/metrics-server of an addon',
    flux: 'nothing, until one of them is deleted: the release is uninstalled for both',
    right: "keep one of the two; to take the release over, give the addon's HelmRelease the old name and namespace",
  },
});

export const nameTaken = defineDiagnostic({
  code: 'FX537',
  name: 'name-taken',
  severity: 'error',
  summary:
    "An addon has the name of a Kustomization that fluxspan didn't write, and the code doesn't declare everything that this one applies: Flux would delete the rest.",
  page: {
    example: 'an addon is called web, and Kustomization web in the tree applies Deployment/shop, which no addon has',
    flux: 'nothing: it applies the addon, and deletes Deployment/shop',
    right: 'declare the rest in code, or move it to another Kustomization in a change of its own; or rename the addon',
  },
});

export const namesGoing = defineDiagnostic({
  code: 'FX538',
  name: 'names-going',
  severity: 'error',
  summary:
    "An adoption takes over a Kustomization on which another one still depends, and handover can't edit the file of that other one.",
  page: {
    example: 'two clusters read tenants.yaml, whose Kustomization has dependsOn: [{ name: infrastructure }]',
    flux: "dependencies do not meet ready condition: kustomizations.kustomize.toolkit.fluxcd.io 'infrastructure' not found",
    right:
      'change it to dependsOn: [{ name: cert-manager }], the addon that replaces it; or give each cluster its own file',
  },
});

export const adoptionWaits = defineDiagnostic({
  code: 'FX539',
  name: 'adoption-waits',
  severity: 'notice',
  summary:
    "Part of an adoption is left for later, or stays in place: a cluster that isn't adopted yet, files that nothing applies any more, or a source that nothing uses any more.",
  page: {
    example: 'the code declares dev and prod, and only dev has been adopted',
    right: 'run npx fluxspan handover --cluster prod --from k8s/clusters/prod, when its turn comes',
  },
});

export const rootAssumed = defineDiagnostic({
  code: 'FX555',
  name: 'root-assumed',
  severity: 'notice',
  summary:
    "No file of the repository declares the Kustomization that reads an adopted folder, so the handover assumes one with Flux's default settings.",
  page: {
    example: "npx fluxspan handover --from k8s/clusters/dev, where Terraform has made Flux's root",
    right:
      'make sure that the root in the cluster reads this folder without patches or postBuild; or put its manifest into the repository',
  },
});
