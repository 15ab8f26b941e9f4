import { defineDiagnostic } from '../diagnostics/define-diagnostic.js';

export const ownerChanged = defineDiagnostic({
  code: 'FX501',
  name: 'owner-changed',
  severity: 'error',
  summary:
    'An object changes its Kustomization in one change, so Flux would delete it. `fluxspan handover` makes two of it.',
  page: {
    example: 'an addon is renamed from web to shop: Kustomization web deletes its objects, and shop makes them again',
    right:
      'npx fluxspan handover --cluster dev, which makes two commits of it: first web lets go, then shop takes over',
  },
});

export const removalNotSaid = defineDiagnostic({
  code: 'FX502',
  name: 'removal-not-said',
  severity: 'error',
  summary:
    "Something is removed that takes data, other objects or something outside of the cluster along, and the cluster's code does not declare it.",
  page: {
    example: 'the addon database is taken out of its stage: Flux deletes its Kustomization and all that it applied',
    right: "dev.removed('database', { reason: 'moved to RDS' })",
  },
});

export const removalUnmatched = defineDiagnostic({
  code: 'FX503',
  name: 'removal-unmatched',
  severity: 'notice',
  summary:
    'A `removed(…)` or `replaced(…)` of a cluster matches nothing of the change: the line has done its work, or names another thing.',
  page: {
    example: ".removed('database', { reason: '…' })   // and it went with the last change",
    right: 'the line taken out',
  },
});

export const notCompared = defineDiagnostic({
  code: 'FX505',
  name: 'not-compared',
  severity: 'notice',
  summary:
    "Something that a Kustomization applies which fluxspan did not write can't be seen here: it is in another repository, encrypted, or fetched from the network. All around it is compared.",
  page: {
    example: 'a kustomization.yaml with resources: [https://github.com/example/app//deploy]',
    right: 'nothing, if no addon has an object of it',
  },
});

export const foreignOwner = defineDiagnostic({
  code: 'FX506',
  name: 'foreign-owner',
  severity: 'error',
  summary:
    'An object of the plan is also in the files of a Kustomization or ResourceSet that fluxspan did not write, or Flux Operator makes it for a FluxInstance: two owners.',
  page: {
    example: 'k8s/clusters/dev/legacy.yaml applies HelmRelease/web, and so does an addon',
    flux: 'nothing, and the two take it from each other again and again',
    right: 'npx fluxspan handover --from k8s/clusters/dev',
  },
});

export const uncertainOwner = defineDiagnostic({
  code: 'FX548',
  name: 'uncertain-owner',
  severity: 'warning',
  summary:
    'An object of the plan may also be applied by a Kustomization that fluxspan did not write: the path that this one reads has a var whose value is not known here; or (a notice) nothing is seen to apply it, and somebody may have done so by hand.',
  page: {
    example:
      'Kustomization shop has path: ./apps/shop/${CLUSTER}, CLUSTER comes from a Secret, and apps/shop/dev has HelmRelease/shop as an addon does',
    flux: 'nothing, and the two take it from each other again and again',
    right: "CLUSTER: dev in postBuild.substitute of Flux's root; then npx fluxspan handover --from k8s/clusters/dev",
  },
});

export const handoverNotMerged = defineDiagnostic({
  code: 'FX508',
  name: 'handover-not-merged',
  severity: 'error',
  summary: 'The first step of a handover is on this branch alone: both steps would arrive as one change.',
  page: {
    example: 'npx fluxspan handover, then npx fluxspan synth on the same branch',
    right: 'the first step merged and reconciled, then synth for the second',
  },
});

export const handoverBlocked = defineDiagnostic({
  code: 'FX509',
  name: 'handover-blocked',
  severity: 'error',
  summary: 'A handover cannot be written here, and nothing was.',
  page: {
    example: 'npx fluxspan handover with changes in k8s/ that are not committed',
    right: 'what the message says, as a change of its own; then handover again',
  },
});

export const handoverStep = defineDiagnostic({
  code: 'FX510',
  name: 'handover-step',
  severity: 'notice',
  summary: 'The tree is the first or the second step of a handover.',
  page: {
    example: 'npx fluxspan synth after the first step has been merged',
    right: 'each step is merged alone, and the second one after Flux has reconciled the first',
  },
});

export const namespaceCreator = defineDiagnostic({
  code: 'FX511',
  name: 'namespace-creator',
  severity: 'warning',
  summary:
    'A namespace changes its creator between Flux and Terraform: Terraform must be told, or it fails or destroys.',
  page: {
    example: 'an addon that made its own namespace gets infra.values, so Terraform writes into it and creates it',
    right: 'an import block, or terraform state rm, as the message says, before the change is merged',
  },
});

export const terraformWrites = defineDiagnostic({
  code: 'FX512',
  name: 'terraform-writes',
  severity: 'error',
  summary: 'Terraform writes a file or namespace that a handover changes, and would undo it.',
  page: {
    example: 'Terraform has a github_repository_file of k8s/clusters/dev/web.yaml, which handover edits',
    right: "the resource out of Terraform's state first, with a removed block that destroys nothing",
  },
});

export const versionChanged = defineDiagnostic({
  code: 'FX514',
  name: 'version-changed',
  severity: 'warning',
  summary: 'An adoption would change the version of a chart or tag: that is a change of its own.',
  page: {
    example: 'the files have version 1.2.0 of a chart, and the addon pins 1.4.0',
    right: "web({ version: '1.2.0' }), adopt, and take it out as a change of its own; or --with-upgrades",
  },
});

export const replacementNotDeclared = defineDiagnostic({
  code: 'FX515',
  name: 'replacement-not-declared',
  severity: 'error',
  summary:
    "An object stays in the tree, but Flux removes what it stands for and makes it again, and the cluster's code does not declare that.",
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
    'Flux may remove what an object stands for and make it again, or a change may destroy what belongs to it; that depends on something that the tree does not show.',
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
    "A change of an object that stays destroys what belongs to it, and the cluster's code does not declare that.",
  page: {
    example:
      'a StatefulSet with persistentVolumeClaimRetentionPolicy.whenScaled: Delete goes from 3 replicas to 1; or a Terraform object of tofu-controller gets destroy: true',
    flux: 'nothing: the claims of the pods that go are deleted, with the data on their volumes',
    right:
      "whenScaled: Retain, or dev.replaced({ kind: 'StatefulSet', name: 'db', namespace: 'db' }, { reason: 'the replicas hold nothing of their own' })",
  },
});

export const treeMoved = defineDiagnostic({
  code: 'FX518',
  name: 'tree-moved',
  severity: 'warning',
  summary:
    "The folder of a cluster lies elsewhere in the base, and this change lets Flux's root read the new one. The old folder stays, and Flux applies it until that is reconciled.",
  page: {
    example: "new FluxCluster(app, 'dev', { path: 'flux/dev' }), where the tree had k8s/clusters/dev",
    flux: 'nothing, or where k8s/clusters/dev was deleted too early: kustomization path not found',
    right: 'both folders merged, and k8s/clusters/dev deleted once Flux has reconciled that',
  },
});

export const folderMoved = defineDiagnostic({
  code: 'FX015',
  name: 'folder-moved',
  severity: 'error',
  summary:
    "The folder of a cluster lies elsewhere in the base: its `path` or the app's `root` changed, or the project moved. Flux's root still reads the old folder, so it would apply nothing of the new one, or delete what it no longer finds.",
  page: {
    example: "new FluxCluster(app, 'dev', { path: 'flux/dev' }), where the tree had k8s/clusters/dev",
    flux: 'nothing: it goes on with the old folder, and where that is emptied, deletes every Kustomization of the cluster with all that it applied',
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
    "The API server refuses the change of an object that is already in the cluster: a field is immutable, or a rule of its schema forbids the step. Flux's apply fails from then on.",
  page: {
    example: 'storageClass({ iops: 4000 }) for a class that is in the cluster with 3000',
    flux: 'StorageClass/gp3 dry-run failed (Invalid): … updates to parameters are forbidden.',
    right:
      "a second class under another name, and the old one kept until nothing uses it; or the annotation kustomize.toolkit.fluxcd.io/force: enabled on it, and dev.replaced({ kind: 'StorageClass', name: 'gp3' }, { reason: 'volumes stay as they are' })",
  },
});

export const updateUncertain = defineDiagnostic({
  code: 'FX521',
  name: 'update-uncertain',
  severity: 'notice',
  summary:
    'The API server may refuse the change of an object that is already in the cluster; that depends on something that the tree does not show.',
  page: {
    example:
      "a PersistentVolumeClaim without storageClassName, which the cluster's default class has filled in, gets one",
    flux: 'nothing if it is the one that the cluster has filled in, and otherwise: spec is immutable after creation',
    right: 'the value that the object has in the cluster: kubectl get pvc/data -o yaml',
  },
});

export const replacedByHand = defineDiagnostic({
  code: 'FX522',
  name: 'replaced-by-hand',
  severity: 'warning',
  summary:
    "The cluster's code declares that an object is replaced, and Flux does not replace it by itself: you have to delete it.",
  page: {
    example: "dev.replaced({ kind: 'StatefulSet', name: 'db' }, { reason: 'larger volumes' }), without the annotation",
    flux: 'StatefulSet/db dry-run failed (Invalid): … updates to statefulset spec … are forbidden',
    right:
      'kubectl delete statefulset.apps/db --cascade=orphan when the change is merged, or the annotation kustomize.toolkit.fluxcd.io/force: enabled on it',
  },
});

export const unservedVersion = defineDiagnostic({
  code: 'FX720',
  name: 'unserved-version',
  severity: 'error',
  summary:
    'A change of a CRD ends a version in which files that fluxspan did not write still have objects, so that Flux can no longer apply them.',
  page: {
    example:
      'served: false for v1beta1 in a CRD, while a file of others has an object with apiVersion: example.org/v1beta1',
    flux: 'no matches for kind "Widget" in version "example.org/v1beta1"',
    right: 'the objects as apiVersion: example.org/v1 first, and served: false when Flux has applied them',
  },
});

export const danglingReference = defineDiagnostic({
  code: 'FX523',
  name: 'dangling-reference',
  severity: 'error',
  summary: 'The change deletes an object that another object of the tree still names.',
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
    "A source holds other files than before, and a Kustomization that prunes reads it: Flux deletes what is no longer there, and the tree doesn't show what that is.",
  page: {
    example: 'ref: { tag: v1.2.0 } of a GitRepository with CRDs becomes ref: { tag: v2.0.0 }',
    flux: 'nothing: CRDs that v2.0.0 no longer has are deleted, with all objects of their kinds',
    right: 'the files of both versions compared before the change is merged',
  },
});

export const rootNotBuilt = defineDiagnostic({
  code: 'FX530',
  name: 'root-not-built',
  severity: 'error',
  summary:
    'With this change a Kustomization that fluxspan did not write no longer builds, so Flux stops applying all of it.',
  page: {
    example: 'clusters/dev/web-hand-written.yaml has Kustomization web, and an addon is called web, too',
    flux: 'kustomize build failed: may not add resource with an already registered id: Kustomization.v1.kustomize.toolkit.fluxcd.io/web.flux-system',
    right: 'another name for the addon, or npx fluxspan handover --from k8s/clusters/dev',
  },
});

export const notListed = defineDiagnostic({
  code: 'FX531',
  name: 'not-listed',
  severity: 'error',
  summary:
    'A kustomization file does not list a generated file, so Flux never applies it; or it no longer lists a file that is still there, and Flux deletes what that file declares.',
  page: {
    example: 'k8s/clusters/dev/kustomization.yaml lists flux-system alone, and synth writes web.yaml beside it',
    flux: 'nothing: the file is never read',
    right: 'resources: [flux-system, web.yaml]',
  },
});

export const releaseHasTwoOwners = defineDiagnostic({
  code: 'FX532',
  name: 'release-has-two-owners',
  severity: 'error',
  summary:
    'A HelmRelease of an addon and one that fluxspan did not write are one Helm release: each upgrades what the other has installed, and the first that goes uninstalls it.',
  page: {
    example:
      'flux-system/metrics-server with releaseName: metrics-server and targetNamespace: kube-system, written by hand, and kube-system/metrics-server of an addon',
    flux: 'nothing, until one of them is deleted: the release is uninstalled for both',
    right: "one of the two; to take it over, the addon's HelmRelease under the old name and namespace",
  },
});

export const nameTaken = defineDiagnostic({
  code: 'FX537',
  name: 'name-taken',
  severity: 'error',
  summary:
    'An addon has the name of a Kustomization that fluxspan did not write, and the code does not declare all that this one applies: Flux would delete the rest.',
  page: {
    example: 'an addon is called web, and Kustomization web in the tree applies Deployment/shop, which no addon has',
    flux: 'nothing: it applies the addon, and deletes Deployment/shop',
    right:
      'the rest declared in code, or moved to another Kustomization as a change of its own; or another name for the addon',
  },
});

export const namesGoing = defineDiagnostic({
  code: 'FX538',
  name: 'names-going',
  severity: 'error',
  summary: "A Kustomization that stays depends on one that an adoption takes over, and its file can't be changed here.",
  page: {
    example: 'two clusters read tenants.yaml, whose Kustomization has dependsOn: [{ name: infrastructure }]',
    flux: "dependencies do not meet ready condition: kustomizations.kustomize.toolkit.fluxcd.io 'infrastructure' not found",
    right: 'dependsOn: [{ name: cert-manager }], the addon that takes its place; or a file for each cluster',
  },
});

export const adoptionWaits = defineDiagnostic({
  code: 'FX539',
  name: 'adoption-waits',
  severity: 'notice',
  summary:
    'Something of an adoption is left for later, or stays where it is: a cluster that is not adopted yet, or files that nothing applies any more.',
  page: {
    example: 'the code declares dev and prod, and only dev has been adopted',
    right: 'npx fluxspan handover --cluster prod --from k8s/clusters/prod, when its turn comes',
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
      'a root in the cluster that reads this folder without patches or postBuild; or its manifest in the repository',
  },
});
